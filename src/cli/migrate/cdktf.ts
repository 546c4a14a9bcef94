import { dirname, relative } from "node:path";
import { attributeOf, camelCase, RESOURCES, setsProject, TFE_PROJECT, TFE_WORKSPACE } from "../../model";
import { FRAMEWORKS } from "../../constructs/base/frameworks";
import { formatList } from "../../reconcile";
import type { CdktfConfiguration } from "../code/synthesize";
import { synthesize } from "../code/synthesize";
import { parseStackFile } from "../code/stack-file";
import { findTerraformJson } from "../code/terraform-json";
import { membersOf } from "../code/json-file";
import { frameworkOf } from "../installed-packages";
import { stringLiteral } from "../import/cdktf/string-literal";
import { membershipId } from "../import/names";
import type { ManualEdit } from "./edits";
import { readLiveProjects, serviceHostname, type LiveProjects } from "./live";
import { Members, projectIdOf, type Member } from "./members";
import type { MembershipInstance } from "./memberships";
import { resourcesOfType, TFE_PROJECT_SETTINGS, type Resource } from "./projects";
import { readStateResources } from "./read-state";
import { hostnamesInJson, type Hostname } from "./provider-edits";
import { planText, type ExpectedPlan } from "./expected-plan";
import { movedProjects, type MigrationReport } from "./report";
import { KEPT_SETTINGS, keptValue, settingsProjectId } from "./setting-edits";
import { checkState, type StateResource } from "./state";

interface Options {
  readonly state: readonly string[];
  readonly synth: boolean;
  readonly offline?: boolean;
  readonly keepProjectId?: boolean;
}

/**
 * What to change in a CDK app. Nothing is written: the code of constructs cannot be found from what they synthesize,
 * only their paths.
 *
 * @throws CliError when the app or a state cannot be read.
 */
export async function cdktfReport(
  folder: string,
  configuration: CdktfConfiguration,
  options: Options,
): Promise<MigrationReport> {
  if (options.synth) await synthesize(folder, configuration);
  const { modules } = findTerraformJson(configuration.outputFolder, folder);
  const given = options.state.map((it) =>
    parseStackFile(
      it,
      modules.map(({ name }) => name),
    ),
  );
  const reports: MigrationReport[] = [];
  for (const { name, files } of modules) {
    const [file] = files;
    if (file === undefined) continue;
    const source = given.find(({ stack }) => stack === name || (stack === undefined && modules.length === 1))?.file;
    const { resources } = await readStateResources(dirname(file.path), source);
    checkState(resources);
    const stack = new Stack(name, membersOf(file.content));
    const report = await stackReport(stack, resources, folder, options);
    reports.push(modules.length === 1 ? report : withPrefix(report, `${name}/`));
  }
  return merged(folder, reports);
}

async function stackReport(
  stack: Stack,
  state: readonly StateResource[],
  folder: string,
  { offline = false, keepProjectId = false }: Options,
): Promise<MigrationReport> {
  const projects = resourcesOfType(state, TFE_PROJECT, new Map()).filter(({ calls, name }) => {
    return calls.every((path) => path.length === 0) && (stack.has(TFE_PROJECT, name) || stack.has(NEW_PROJECT, name));
  });
  const instances = projects.flatMap((project) => project.instances);
  const live =
    offline || instances.length === 0 ? undefined : await readLiveProjects(instances, serviceHostname(stack.hostnames));
  const ids = new Set(instances.map(projectIdOf));
  const settings = resourcesOfType(state, TFE_PROJECT_SETTINGS, new Map()).filter((resource) =>
    resource.instances.every((instance) => ids.has(settingsProjectId(instance))),
  );
  const members = new Members(state, live);
  const memberships = projects.flatMap((resource) =>
    resource.instances
      .map((instance) => membershipOf(stack, resource, instance, members))
      .filter(({ workspaces }) => workspaces.some((it) => it.resource !== undefined))
      .map((instance) => ({ resource, instance })),
  );
  const added = memberships.map(({ instance }) => instance);
  return {
    folder,
    projects: movedProjects(projects),
    memberships: added,
    imports: live === undefined ? [] : added,
    expected: { import: live === undefined ? 0 : added.length, add: live === undefined ? added.length : 0, change: 0 },
    organizations: [...new Set(instances.map(({ values }) => String(values["organization"])))],
    removed: settings.map(({ name }) => `${TFE_PROJECT_SETTINGS}.${name}`),
    files: [],
    edits: [],
    editsMade: false,
    manual: [
      ...projects.map((project) => projectEdit(stack, project, settings, live)),
      ...memberships.map(({ resource, instance }) => membershipEdit(stack, resource, instance, live !== undefined)),
      ...releases(stack, added, keepProjectId),
      ...removedEdit(stack, settings),
    ],
    notes: [],
    nextSteps: [],
  };
}

const NEW_PROJECT = RESOURCES.tfprojects_project.type;

/** A synthesized stack. */
class Stack {
  constructor(
    readonly name: string,
    private readonly content: Readonly<Record<string, unknown>>,
  ) {}

  body(type: string, name: string): Readonly<Record<string, unknown>> {
    return membersOf(membersOf(membersOf(this.content["resource"])[type])[name]);
  }

  has(type: string, name: string): boolean {
    return Object.keys(this.body(type, name)).length > 0;
  }

  /** The construct's path: `organization/platform`; the address if the app has none. */
  path(type: string, name: string): string {
    const { path } = membersOf(membersOf(this.body(type, name)["//"])["metadata"]);
    return typeof path === "string" ? path : `${type}.${name}`;
  }

  /** Of the provider `tfe`. */
  get organization(): unknown {
    const provider = membersOf(this.content["provider"])["tfe"];
    return membersOf(Array.isArray(provider) ? provider[0] : provider)["organization"];
  }

  /** Of the provider `tfe`. */
  get hostnames(): readonly Hostname[] {
    return hostnamesInJson({ path: `the stack ${this.name}`, content: this.content }, "tfe");
  }
}

/** The construct's ID. */
function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The name that a constant for the construct would have. */
function constantOf(path: string): string {
  const words = lastOf(path)
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  return camelCase(words.join("_")) || "it";
}

function projectEdit(
  stack: Stack,
  { name, instances }: Resource,
  settings: readonly Resource[],
  live: LiveProjects | undefined,
): ManualEdit {
  const isDone = !stack.has(TFE_PROJECT, name);
  const path = stack.path(isDone ? NEW_PROJECT : TFE_PROJECT, name);
  const body = stack.body(isDone ? NEW_PROJECT : TFE_PROJECT, name);
  const properties = KEPT_SETTINGS.flatMap((setting) => {
    if (body[attributeOf(setting)] !== undefined) return [];
    const values = new Set(instances.map((instance) => keptValue(instance, setting, live, settings)));
    const [value] = [...values].filter((it) => it !== undefined);
    return value === undefined ? [] : [`  ${setting}: ${stringLiteral(value)},`];
  });
  return {
    where: path,
    what: isDone
      ? "It is a Project already. Its moveFromId can be removed after the first deployment."
      : "Replace the Project of the provider tfe by that of tfprojects, in the same scope and with the same ID.",
    code: [
      `const ${constantOf(path)} = new Project(this, ${stringLiteral(lastOf(path))}, {`,
      "  // name, description, tags and so on as before",
      ...properties,
      "});",
      `${constantOf(path)}.moveFromId(${stringLiteral(`${TFE_PROJECT}.${name}`)});`,
    ],
  };
}

/** Where the construct of a membership belongs: beside that of the project. */
interface Place {
  readonly id: string;
  readonly path: string;
  /** Path of the project. */
  readonly project: string;
  /** Whether the project has one instance only, to which code can refer. */
  readonly isSingle: boolean;
}

function membershipOf(stack: Stack, resource: Resource, instance: StateResource, members: Members): MembershipInstance {
  const projectId = projectIdOf(instance);
  return {
    address: placeOf(stack, resource, { projectId }).path,
    projectId,
    organization: String(instance.values["organization"]),
    workspaces: members.of(projectId),
  };
}

function placeOf(
  stack: Stack,
  { name, instances }: Resource,
  { projectId }: Pick<MembershipInstance, "projectId">,
): Place {
  const project = stack.path(stack.has(TFE_PROJECT, name) ? TFE_PROJECT : NEW_PROJECT, name);
  const key = instances.find((instance) => projectIdOf(instance) === projectId)?.key;
  const id = membershipId(key === undefined ? lastOf(project) : `${lastOf(project)}-${key}`);
  const path = project.slice(0, project.length - lastOf(project).length) + id;
  return { id, path, project, isSingle: key === undefined };
}

function membershipEdit(
  stack: Stack,
  resource: Resource,
  membership: MembershipInstance,
  isImported: boolean,
): ManualEdit {
  const { projectId, workspaces } = membership;
  const { id, project, isSingle } = placeOf(stack, resource, membership);
  return {
    where: project,
    what: "Add a membership for its workspaces.",
    code: [
      `new WorkspaceMembership(this, ${stringLiteral(id)}, {`,
      ...organizationLines(stack, resource, membership),
      `  projectId: ${isSingle ? `${constantOf(project)}.id` : stringLiteral(projectId)},`,
      "  workspaceIds: [",
      ...workspaces.map((member) => `    ${workspaceItem(stack, member)}`),
      "  ],",
      isImported ? `}).importFrom(${stringLiteral(projectId)});` : "});",
    ],
  };
}

/** The organization, if the project has one of its own, and not the provider's. */
function organizationLines(stack: Stack, { name }: Resource, { organization }: MembershipInstance): readonly string[] {
  const isDone = !stack.has(TFE_PROJECT, name);
  const own = stack.body(isDone ? NEW_PROJECT : TFE_PROJECT, name)["organization"];
  return own === undefined || own === stack.organization ? [] : [`  organization: ${stringLiteral(organization)},`];
}

/** A workspace in a list: a reference if the app has it. */
function workspaceItem(stack: Stack, { id, name, resource }: Member): string {
  if (resource === undefined || resource.key !== undefined || resource.module !== "") {
    return `${stringLiteral(id)}, // ${stringLiteral(name).slice(1, -1)}`;
  }
  const path = stack.path(TFE_WORKSPACE, resource.name);
  return `${constantOf(path)}.id, // ${path}`;
}

/** Workspaces whose `projectId` would fight a membership. */
function releases(
  stack: Stack,
  memberships: readonly MembershipInstance[],
  keepProjectId: boolean,
): readonly ManualEdit[] {
  const names = memberships.flatMap(({ workspaces }) =>
    workspaces.flatMap(({ resource }) => (resource?.module === "" ? [resource.name] : [])),
  );
  return [...new Set(names)]
    .filter((name) => setsProject(stack.body(TFE_WORKSPACE, name)))
    .map((name) => ({
      where: stack.path(TFE_WORKSPACE, name),
      what:
        (keepProjectId ? "Ignore changes of projectId" : "Remove projectId") +
        ": it would fight the membership as soon as one of them changes.",
      code: keepProjectId ? ['lifecycle: { ignoreChanges: ["project_id"] },'] : [],
    }));
}

/** Neither cdktf nor cdktn has a method for `removed` blocks. */
function removedEdit(stack: Stack, settings: readonly Resource[]): readonly ManualEdit[] {
  if (settings.length === 0) return [];
  const paths = settings.map(({ name }) => stack.path(TFE_PROJECT_SETTINGS, name));
  return [
    {
      where: stack.name,
      what: `Remove ${formatList(paths)} from the code, and take them out of the state without changing the settings.`,
      code: [
        'this.addOverride("removed", [',
        ...settings.map(
          ({ name }) =>
            `  { from: ${stringLiteral(`${TFE_PROJECT_SETTINGS}.${name}`)}, lifecycle: { destroy: false } },`,
        ),
        "]);",
      ],
    },
  ];
}

/** Addresses of several stacks need their names. */
function withPrefix(report: MigrationReport, prefix: string): MigrationReport {
  return {
    ...report,
    projects: report.projects.map(({ from, to, projectId }) => ({
      from: prefix + from,
      to: prefix + to,
      projectId,
    })),
    removed: report.removed.map((address) => prefix + address),
  };
}

function merged(folder: string, reports: readonly MigrationReport[]): MigrationReport {
  const isSingle = reports.length === 1;
  const total = (part: keyof ExpectedPlan): number => reports.reduce((sum, { expected }) => sum + expected[part], 0);
  const expected: ExpectedPlan = { import: total("import"), add: total("add"), change: total("change") };
  const projects = reports.flatMap((report) => report.projects);
  const path = relative("", folder) || ".";
  const framework = frameworkOf(folder);
  return {
    folder: path,
    organizations: [...new Set(reports.flatMap(({ organizations }) => organizations))].sort(),
    projects,
    memberships: reports.flatMap((report) => report.memberships),
    imports: reports.flatMap((report) => report.imports),
    removed: reports.flatMap((report) => report.removed),
    files: [],
    edits: [],
    editsMade: false,
    manual: [
      ...(projects.length === 0
        ? []
        : [
            {
              where: isSingle ? "the stack" : "each stack",
              what: "Add the provider, with what the provider tfe is configured with.",
              code: [
                `import { Project, TfprojectsProvider, WorkspaceMembership } from "${FRAMEWORKS[framework].entry}";`,
                'new TfprojectsProvider(this, "tfprojects", { organization: "…" });',
              ],
            },
          ]),
      ...reports.flatMap((report) => report.manual),
    ],
    notes: reports.flatMap((report) => report.notes),
    expected,
    nextSteps:
      projects.length === 0
        ? []
        : [`npx ${framework} diff     # ${planText(expected)}`, `npx ${framework} deploy   # changes only the state`],
  };
}
