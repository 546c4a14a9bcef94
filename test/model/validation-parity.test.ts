import type { TerraformElement } from "cdktf";
import { TerraformStack, Testing } from "cdktf";
import type { Construct } from "constructs";
import {
  DataProject,
  DataProjects,
  DataRunTaskStages,
  Project,
  ProjectPolicySets,
  ProjectTeamAccess,
  ProjectVariableSets,
  TfprojectsProvider,
  WorkspaceMembership,
  WorkspacePlacement,
} from "../../src";
import type { DataSource, Resource, Schema } from "../../src/plugin";
import { DiagnosticError, Diagnostics } from "../../src/plugin";
import { coerceObject } from "../../src/plugin/value/coerce";
import { nativeNumber } from "../../src/plugin/value/numbers";
import { tfprojectsProvider } from "../../src/provider/provider";
import { ProviderData } from "../../src/provider/provider-data";
import { defineOrganization, EngineError, observe, plan, type OrganizationDefinition } from "../../src/engine";
import { plainArguments } from "../../src/engine/plain-body";
import { RESOURCES, messageOf } from "../../src/model";
import { observeOrganization } from "../../src/engine/live/observe";
import { makePlan } from "../../src/engine/plan/plan";
import { ConfigurationError } from "../../src/engine/configuration-error";
import { readModules } from "../../src/engine/source/read-modules";
import { Acme } from "../support/acme";
import { FIRST_PLAN } from "../support/handler-requests";

/*
 * Code can be deployed in three ways, and defined as plain objects; all must apply the same rules. Each case is
 * validated by the construct, the provider, the engine and, where it applies, as a definition, which must report the
 * same problems in the same words.
 */

let acme: Acme;
beforeAll(async () => {
  acme = await Acme.start();
  const { teams, variableSets, policySets } = acme.emulator;
  teams.create({ organization: "acme", name: "platform" });
  variableSets.create({ organization: "acme", name: "aws" });
  policySets.create({ organization: "acme", name: "cis" });
  policySets.create({ organization: "acme", name: "everywhere", global: true });
});
afterAll(() => acme.stop());

const CLASSES = {
  tfprojects_project: Project,
  tfprojects_workspace_membership: WorkspaceMembership,
  tfprojects_workspace_placement: WorkspacePlacement,
  tfprojects_project_team_access: ProjectTeamAccess,
  tfprojects_project_variable_sets: ProjectVariableSets,
  tfprojects_project_policy_sets: ProjectPolicySets,
  "data.tfprojects_project": DataProject,
  "data.tfprojects_projects": DataProjects,
  "data.tfprojects_run_task_stages": DataRunTaskStages,
  provider: TfprojectsProvider,
} as const;

type Kind = keyof typeof CLASSES;
type Given = Readonly<Record<string, unknown>>;

interface Case {
  readonly kind: Kind;
  readonly given: Given;
  /** The expected problems; empty when the configuration is valid. */
  readonly problems: readonly string[];
}

const MEMBERSHIP = { project_id: "prj-PROJECT", workspace_names: ["api"] };
const RULE = { project: "Platform Team", match_names: ["api"] };
const BLOCKS = new Set(["rule", "team", "project_access", "workspace_access"]);
const long = (length: number): string => "a".repeat(length);

const cases: Readonly<Record<string, Case>> = {
  "a project with all that it may have": project({
    description: "All that others build on",
    auto_destroy_activity_duration: "14d",
    default_execution_mode: "agent",
    default_agent_pool_id: "apool-1",
    organization: "acme",
    deletion_policy: "evacuate",
    adopt_existing: true,
    previous_names: ["Foundation"],
  }),
  "a project that says what is so anyway": project({
    adopt_existing: false,
    deletion_policy: "refuse",
    description: "",
  }),
  "an execution mode that there is none of": project(
    { default_execution_mode: "cloud" },
    '`default_execution_mode` must be one of "remote", "local", "agent"; "cloud" is not.',
  ),
  "tags of which one is null": project({ tags: { env: "prod", team: null } }, '`tags`["team"] is null. Leave it out.'),
  "tags with keys that objects inherit": project({ tags: { constructor: "a", toString: "b", prototype: "c" } }),
  "agent mode without a pool": project(
    { default_execution_mode: "agent" },
    '`default_agent_pool_id` is required when `default_execution_mode` is "agent".',
  ),
  "an agent pool without agent mode": project(
    { default_agent_pool_id: "apool-1" },
    '`default_agent_pool_id` is only allowed when `default_execution_mode` is "agent".',
  ),
  "an agent pool with another mode": project(
    { default_execution_mode: "local", default_agent_pool_id: "apool-1" },
    '`default_agent_pool_id` is only allowed when `default_execution_mode` is "agent".',
  ),
  "a project without a name": {
    kind: "tfprojects_project",
    given: {},
    problems: ['The argument "name" is required, but no definition was found.'],
  },
  "a name that is too short, and has a dot": project(
    { name: "." },
    'A project name must have at least 3 characters; "." has 1.',
    'A project name may only contain letters, numbers, spaces, "-" and "_"; "." has others.',
  ),
  "a name that is too long": project(
    { name: long(41) },
    `A project name must have at most 40 characters; "${long(41)}" has 41.`,
  ),
  "a name that ends with a space": project(
    { name: "Platform " },
    'A project name must not begin or end with a space; "Platform " does.',
  ),
  "a description that is too long": project(
    { description: long(257) },
    "A project description must have at most 256 characters; this one has 257.",
  ),
  "a duration without a unit": project(
    { auto_destroy_activity_duration: "14" },
    'A duration must be a number of up to four digits followed by "d" (days) or "h" (hours), such as ' +
      '"14d"; "14" is not.',
  ),
  "a duration of nothing": project(
    { auto_destroy_activity_duration: "0h" },
    'A duration must be greater than zero; "0h" is not. Omit it for none.',
  ),
  "an organization without a name": project(
    { organization: "" },
    "`organization` is empty. Leave it out to use the provider's.",
  ),
  "a deletion policy that does not exist": project(
    { deletion_policy: "force" },
    '`deletion_policy` must be one of "refuse", "evacuate", "retain"; "force" is not.',
  ),
  "a previous name that no project can have had": project(
    { previous_names: ["Foundation", "x"] },
    'A project name must have at least 3 characters; "x" has 1.',
  ),
  "a previous name that is the present one": project(
    { previous_names: ["PLATFORM"] },
    '"PLATFORM" is the project\'s current name; names are case-insensitive. Leave it out of `previous_names`.',
  ),
  "a previous name that is null": project(
    { previous_names: ["Foundation", null] },
    "An element of `previous_names` is null. Leave it out.",
  ),
  "a previous name given twice": project({ previous_names: ["Foundation", "foundation"] }),

  "a membership by names": membership({}),
  "a membership by ids": membership({ workspace_names: null, workspace_ids: ["ws-WORKSPACE"] }),
  "a membership that says what is so anyway": membership({ exclusive: false, on_destroy: "default-project" }),
  "an exclusive membership that is retained": membership({
    exclusive: true,
    on_destroy: "retain",
    organization: "ACME",
  }),
  "a membership without workspaces": membership(
    { workspace_names: null },
    "Neither `workspace_ids` nor `workspace_names` is set. Set one of them; for no workspaces, use an empty list of " +
      "`workspace_names`.",
  ),
  "a membership with an empty list of workspaces": membership({ workspace_names: [] }),
  "a membership without a project": {
    kind: "tfprojects_workspace_membership",
    given: { workspace_names: ["api"] },
    problems: ['The argument "project_id" is required, but no definition was found.'],
  },
  "a name for the id of a project": membership(
    { project_id: "Platform" },
    '"Platform" is not a valid project ID (expected "prj-" followed by letters and digits). For a ' +
      "project that is in the code, use its `id`. To find another project by its name, use a data source.",
  ),
  "a name among the ids of workspaces": membership(
    { workspace_ids: ["ws-WORKSPACE", "api"] },
    '"api" is not a valid workspace ID (expected "ws-" followed by letters and digits). For ' +
      "workspace names, use `workspace_names`.",
  ),
  "names of workspaces that differ in case alone": membership(
    { workspace_names: ["api", "API"] },
    '"api" and "API" are the same name, since names are case-insensitive. Leave one out.',
  ),
  "a workspace without a name": membership(
    { workspace_names: ["api", ""] },
    "A workspace name must not be empty. Leave it out.",
  ),
  "a workspace that is null": membership(
    { workspace_names: ["api", null] },
    "An element of `workspace_names` is null. Leave it out.",
  ),
  "something to do on destroy that does not exist": membership(
    { on_destroy: "keep" },
    '`on_destroy` must be one of "default-project", "retain"; "keep" is not.',
  ),
  "names and identifiers": membership({ workspace_ids: ["ws-WORKSPACE"] }),
  "names of which some may be missing": membership({ missing_workspaces: "warn" }),
  "names that no workspace can have": membership(
    { workspace_names: ["api", "a b", "web-*", "Bär.é"] },
    'A workspace name may only contain letters, numbers, "-" and "_"; "a b" has " ".',
    'A workspace name may only contain letters, numbers, "-" and "_"; "web-*" has "*". For patterns, ' +
      'in which "*" matches any text, use a placement.',
    'A workspace name may only contain letters, numbers, "-" and "_"; "Bär.é" has ".", "ä", "é".',
  ),
  "a treatment of missing workspaces that there is none of": membership(
    { missing_workspaces: "ignore" },
    '`missing_workspaces` must be one of "error", "warn"; "ignore" is not.',
  ),
  "a membership in an organization without a name": membership(
    { organization: "" },
    "`organization` is empty. Leave it out to use the provider's.",
  ),

  "the default project": dataProject({ default: true }),
  "a project by its name, and default = false": dataProject({ name: "Platform Team", default: false }),
  "a placement with all that it may have": placement({
    rule: [RULE, { ...RULE, match_names: ["*"], match_tags: { team: "*", "a.b": "" }, take_from: "default-project" }],
    except_names: ["old-*"],
    except_tags: { frozen: "*" },
    take_from: "default-project",
    max_moves: 10,
  }),
  "a placement with too many rules": placement(
    { rule: Array.from({ length: 501 }, () => RULE) },
    'No more than 500 "rule" blocks are allowed; there are 501.',
  ),
  "a rule without a project": placement(
    { rule: [RULE, { match_names: ["api"] }] },
    'The argument "project" is required, but no definition was found.',
  ),
  "a rule without a condition": placement(
    { rule: [RULE, { project: "Platform Team" }] },
    'Neither `match_names` nor `match_tags` is set. Set one of them; the pattern "*" matches every name.',
  ),
  "a rule with mistakes in all that it has": placement(
    { rule: [RULE, { project: "x", match_names: ["^a", ""], match_tags: {}, take_from: "all" }] },
    '`take_from` must be one of "any", "default-project"; "all" is not.',
    'A project name must have at least 3 characters; "x" has 1.',
    "A pattern must not be empty. Leave it out.",
    'The pattern "^a" can match no workspace: it has "^", but names of workspaces have only letters, numbers, "-" ' +
      'and "_". In a pattern, "*" matches any text, and every other character only itself.',
    "`match_tags` is empty. Leave it out.",
  ),
  "exceptions that are empty, and a limit that is none": placement(
    { except_names: [], except_tags: {}, max_moves: -1 },
    "`except_names` is empty. Leave it out.",
    "`except_tags` is empty. Leave it out.",
    "`max_moves` must be a whole number, at least 0; it is -1.",
  ),

  "a project by its id": dataProject({ project_id: "prj-PROJECT" }),
  "no project": dataProject({}, NO_PROJECT()),
  "no project, by default = false": dataProject({ default: false }, NO_PROJECT()),
  "a project by id and name": dataProject(
    { project_id: "prj-PROJECT", name: "Platform Team" },
    "`project_id` and `name` are set. Set exactly one of `project_id` and `name`, or set `default` to true.",
  ),
  "a project by name that is the default project": dataProject(
    { name: "Platform Team", default: true },
    "`name` and `default` are set. Set exactly one of `project_id` and `name`, or set `default` to true.",
  ),
  "a data source's id that is a name": dataProject(
    { project_id: "Platform" },
    '"Platform" is not a valid project ID (expected "prj-" followed by letters and digits). ' +
      "To select a project by name, use `name`.",
  ),
  "a name to look for that no project can have": dataProject(
    { name: "x" },
    'A project name must have at least 3 characters; "x" has 1.',
  ),
  "a project of an organization without a name": dataProject(
    { default: true, organization: "" },
    "`organization` is empty. Leave it out to use the provider's.",
  ),

  "all projects": dataProjects({}),
  "all projects, with filters that say nothing": dataProjects({ can_create_workspace: false, can_update: false }),
  "projects that all filters let through": dataProjects({
    search: "plat",
    can_create_workspace: true,
    can_update: true,
  }),
  "projects by names": dataProjects({ names: ["Platform Team"] }),
  "projects by names and a search": dataProjects(
    { names: ["Platform Team"], search: "plat" },
    "The service ignores `search` if `names` is set. Leave one of the two out.",
  ),
  "a name among others that no project can have": dataProjects(
    { names: ["Platform Team", "a,b"] },
    'A project name may only contain letters, numbers, spaces, "-" and "_"; "a,b" has others.',
  ),
  "projects of an organization without a name": dataProjects(
    { organization: "" },
    "`organization` is empty. Leave it out to use the provider's.",
  ),

  "a run": run({}),
  "a run that is not waited for": run({ wait_for_completion: false }),
  "a run that is waited for at most a while": run({ wait_for_completion: true, timeout_seconds: 0.5 }),
  "no run": {
    kind: "data.tfprojects_run_task_stages",
    given: {},
    problems: ["No run is selected. Set exactly one of `run_id`, `workspace_id` and `workspace_name`."],
  },
  "the current run of a workspace by its id": currentRun({ workspace_id: "ws-WORKSPACE" }),
  "the current run of a workspace that there cannot be": currentRun(
    { workspace_name: "api prod" },
    'A workspace name may only contain letters, numbers, "-" and "_"; "api prod" has " ".',
  ),
  "the current run of a workspace by its name": currentRun({ workspace_name: "api", organization: "acme" }),
  "a run, and a workspace whose current run it may be": run(
    { workspace_id: "ws-1" },
    "`run_id` and `workspace_id` are set. Set exactly one of `run_id`, `workspace_id` and `workspace_name`.",
  ),
  "a workspace's id that is its name": currentRun(
    { workspace_id: "api" },
    '"api" is not a valid workspace ID (expected "ws-" followed by letters and digits). ' +
      "To select a workspace by name, use `workspace_name`.",
  ),
  "a current run of a workspace without a name": currentRun(
    { workspace_name: "" },
    "`workspace_name` is empty. Set it to the name of a workspace.",
  ),
  "an organization where nothing is found by name": run(
    { organization: "acme" },
    "`organization` has no effect unless `workspace_name` is set. Set that, or leave `organization` out.",
  ),
  "a run's id that is another's": run(
    { run_id: "ts-1" },
    '"ts-1" is not a valid run ID (expected "run-" followed by letters and digits). It is the last part ' +
      "of the run's URL.",
  ),
  "advisory failures that are allowed": run({ advisory_failures: "allow" }),
  "advisory failures that are something else": run(
    { advisory_failures: "ignore" },
    '`advisory_failures` must be one of "block", "allow"; "ignore" is not.',
  ),
  "no time to wait": run(
    { wait_for_completion: true, timeout_seconds: 0 },
    "`timeout_seconds` must be a number greater than 0; it is 0.",
  ),
  "a time to wait where nothing is waited for": run({ timeout_seconds: 5 }, NOT_WAITING()),
  "a time to wait where it is said that nothing is waited for": run(
    { wait_for_completion: false, timeout_seconds: 5 },
    NOT_WAITING(),
  ),

  "team access": teamAccess([{ name: "platform", access: "write" }]),
  "team access with single permissions": teamAccess([
    {
      name: "platform",
      access: "custom",
      project_access: { settings: "update" },
      workspace_access: { runs: "plan", move: true },
    },
  ]),
  "team access of nobody": teamAccess([]),
  "team access with a level that there is none of": teamAccess(
    [{ name: "platform", access: "owner" }],
    '`access` must be one of "read", "write", "maintain", "admin", "custom"; "owner" is not.',
  ),
  "team access without a level": teamAccess(
    [{ name: "platform" }],
    'The argument "access" is required, but no definition was found.',
  ),
  "team access without a team": teamAccess(
    [{ access: "read" }],
    "Neither `team_id` nor `name` is set. Set one of them.",
  ),
  "team access by name and by ID": teamAccess(
    [{ name: "platform", team_id: "team-1", access: "read" }],
    "`team_id` and `name` are set. Set one of them.",
  ),
  "a name for the ID of a team": teamAccess(
    [{ team_id: "platform", access: "read" }],
    '"platform" is not a valid team ID (expected "team-" followed by letters and digits). ' +
      "For the name of a team, use `name`.",
  ),
  "team access with permissions of another level": teamAccess(
    [{ name: "platform", access: "write", workspace_access: { runs: "read" } }],
    '`workspace_access` requires `access` "custom"; it is "write", which implies all permissions.',
  ),
  "team access with a permission that there is none of": teamAccess(
    [{ name: "platform", access: "custom", workspace_access: { runs: "all" } }],
    '`runs` must be one of "read", "plan", "apply"; "all" is not.',
  ),
  "team access of one team twice": teamAccess(
    [
      { name: "platform", access: "write" },
      { name: "platform", access: "read" },
    ],
    'Team "platform" has two blocks. Leave one out.',
  ),
  "variable sets": variableSets({ names: ["aws"], exclusive: false }),
  "no variable sets": variableSets({ names: [], exclusive: true }),
  "variable sets without names": variableSets({}, 'The argument "names" is required, but no definition was found.'),
  "a variable set without a name": variableSets(
    { names: ["aws", ""] },
    "A variable set name must not be empty. Leave it out.",
  ),
  "policy sets": policySets({ names: ["cis"], exclude: ["everywhere"] }),
  "a policy set that is applied and excluded": policySets(
    { names: ["cis"], exclude: ["cis"] },
    'Policy set "cis" is in `names`, too. Leave it out of one of the two.',
  ),

  "a provider that says nothing": provider({}),
  "a provider that says all": provider({
    organization: "acme",
    address: "ADDRESS",
    token: "TOKEN",
    requests_per_second: 99,
  }),
  "a provider with empty texts, which say nothing": provider({ organization: "", hostname: "", address: "ADDRESS" }),
  "a provider with two addresses": provider(
    { hostname: "tfe.example.com", address: "https://tfe.example.com" },
    "`hostname` and `address` conflict. Leave one out.",
  ),
  "a provider without requests": provider(
    { requests_per_second: 0 },
    "`requests_per_second` must be a number of at least 1/60 (one request per minute); it is 0.",
  ),
  "a provider that would wait for centuries": provider(
    { requests_per_second: 1e-9 },
    "`requests_per_second` must be a number of at least 1/60 (one request per minute); it is 1e-9.",
  ),
};

describe.each(Object.entries(cases))("%s", (_, { kind, given, problems }) => {
  const verdict = problems.length === 0 ? "is accepted" : "is refused";

  test(`${verdict} by the construct`, () => {
    expect(bySynth(kind, filled(given))).toEqual(problems.map(inCode));
  });

  test(`${verdict} by the provider`, async () => {
    expect(await byProvider(kind, filled(given))).toEqual(problems);
  });

  test(`${verdict} by the engine`, async () => {
    expect(await byEngine(kind, filled(given))).toEqual(problems);
  });

  const definition = definitionOf(kind, given);
  if (definition !== undefined)
    test(`${verdict} as a definition`, async () => {
      // Definitions have a list of rules in place of blocks.
      const expected = problems.map((problem) => inCode(problem).replace('"rule" blocks', '"rules" blocks'));
      expect(await byDefinition(filled(definition))).toEqual(expected);
    });
});

/** The case as a plain object, if it has only what that can have. */
function definitionOf(kind: Kind, given: Given): Given | undefined {
  if (kind === "tfprojects_workspace_placement") {
    const { rule, ...others } = asCode(given);
    // Their projects are not only names.
    if ((rule as readonly Given[]).some(({ project }) => project === undefined)) return undefined;
    return { name: "acme", placements: [{ ...others, rules: rule }] };
  }
  if (kind !== "tfprojects_project" && kind !== "tfprojects_workspace_membership") return undefined;
  const { project_id: projectId, ...others } = given;
  const names = plainArguments(RESOURCES[kind]).map(([name]) => name);
  if (!Object.keys(others).every((name) => names.includes(name))) return undefined;
  const object = asCode(others);
  if (kind === "tfprojects_project") return { name: "acme", projects: [object] };
  return projectId === MEMBERSHIP.project_id
    ? { name: "acme", memberships: [{ project: { id: projectId }, ...object }] }
    : undefined;
}

/** The problems that the engine reports for a definition, or plans. */
async function byDefinition(definition: Given): Promise<readonly string[]> {
  try {
    const desired = defineOrganization(definition as unknown as OrganizationDefinition);
    const planned = plan(desired, await observe(acme.client, desired));
    return planned.errors.map(messageOf);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== "INVALID_CONFIGURATION") throw error;
    return error.problems.map(({ detail }) => detail);
  }
}

/** What is only known once the emulator runs. */
function filled(given: Given): Given {
  projectId ??= acme.addProject("Platform Team");
  workspaceId ??= acme.addWorkspace("api");
  runId ??= acme.emulator.runs.start({ workspaceId }).id;
  const replace = (text: string): string =>
    text
      .replace("prj-PROJECT", projectId ?? "")
      .replace("ws-WORKSPACE", workspaceId ?? "")
      .replace("run-RUN", runId ?? "")
      .replace(/^ADDRESS$/, acme.emulator.address)
      .replace(/^TOKEN$/, acme.emulator.token);
  return JSON.parse(JSON.stringify(given), (_, value: unknown) =>
    typeof value === "string" ? replace(value) : value,
  ) as Given;
}
let projectId: string | undefined;
let workspaceId: string | undefined;
let runId: string | undefined;

/** The problems that cdktf tells of, without paths. */
function bySynth(kind: Kind, given: Given): readonly string[] {
  const stack = new TerraformStack(Testing.app(), "stack");
  if (kind !== "provider") new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  const config = asCode(given);
  const construct = CLASSES[kind] as unknown as new (scope: Construct, id: string, config: object) => TerraformElement;
  return new construct(stack, "it", config).node
    .validate()
    .map((problem) => problem.replace(/^\w+(?:\.\w+|\[[^\]]*\])*: /, ""));
}

/** The problems reported by the provider when Terraform validates, and then plans or reads. */
async function byProvider(kind: Kind, given: Given): Promise<readonly string[]> {
  const diagnostics = new Diagnostics();
  const session = new ProviderData(acme.client, "acme");
  const context = { diagnostics, signal: new AbortController().signal, logger: SILENT, provider: session };
  try {
    if (kind === "provider") {
      const config = complete(tfprojectsProvider, given);
      await tfprojectsProvider.validate?.(config as never, context);
    } else {
      const type = kind.replace("data.", "");
      const isData = kind.startsWith("data.");
      const all: readonly (Resource | DataSource)[] = isData
        ? tfprojectsProvider.dataSources
        : tfprojectsProvider.resources;
      const one = all.find((it) => it.type === type)!;
      const config = complete(one, given);
      await one.validate?.(config, context);
      if (diagnostics.hasErrors) return errorsIn(diagnostics);
      if ("plan" in one) {
        const planned = { ...config, exclusive: given["exclusive"] ?? false };
        await one.plan?.({ config, prior: null, planned, ...FIRST_PLAN }, context);
      } else if ("create" in one) throw new Error(`${type} has no plan.`);
      else await one.read(config, context);
    }
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    diagnostics.add(...error.diagnostics);
  }
  return errorsIn(diagnostics);
}

/** The problems reported by the engine when it reads the code, or plans. */
async function byEngine(kind: Kind, given: Given): Promise<readonly string[]> {
  const it = { it: given };
  const content =
    kind === "provider"
      ? { provider: { tfprojects: given } }
      : kind.startsWith("data.")
        ? { data: { [kind.slice("data.".length)]: it } }
        : { resource: { [kind]: it } };
  try {
    const { organizations } = readModules([{ name: "stack", files: [{ path: "cdk.tf.json", content }] }], "acme");
    const errors: string[] = [];
    for (const desired of organizations) {
      const planned = makePlan(desired, await observeOrganization(acme.view(), desired));
      errors.push(...planned.errors.map(messageOf));
    }
    return errors;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map(({ detail }) => detail);
  }
}

/** A configuration as Terraform passes it: null for omitted attributes. */
function complete({ schema }: { readonly schema: Schema }, given: Given): Record<string, never> {
  return coerceObject(schema, given, nativeNumber) as Record<string, never>;
}

/** What the provider reports, without the places in rules. */
function errorsIn(diagnostics: Diagnostics): readonly string[] {
  return diagnostics.entries
    .filter(({ severity }) => severity === "error")
    .map(({ detail }) => detail.replace(/^rule\[\d+\](?:\.\w+|\[[^\]]*\])*: /, ""));
}

/** A configuration with the names of attributes in code. */
function asCode(given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [camelCase(name), BLOCKS.has(name) ? blocksAsCode(value) : value]),
  );
}

function blocksAsCode(value: unknown): unknown {
  return Array.isArray(value) ? (value as readonly Given[]).map(asCode) : asCode(value as Given);
}

/** A message as the construct reports it, with the names of attributes in code. */
function inCode(problem: string): string {
  return problem.replace(/`(\w+)`|argument "(\w+)"/g, (text) => camelCase(text));
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const SILENT = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function project(given: Given, ...problems: string[]): Case {
  return { kind: "tfprojects_project", given: { name: "Platform", ...given }, problems };
}

function membership(given: Given, ...problems: string[]): Case {
  return { kind: "tfprojects_workspace_membership", given: { ...MEMBERSHIP, ...given }, problems };
}

function placement(given: Given, ...problems: string[]): Case {
  return { kind: "tfprojects_workspace_placement", given: { rule: [RULE], ...given }, problems };
}

function teamAccess(team: readonly Given[], ...problems: string[]): Case {
  return { kind: "tfprojects_project_team_access", given: { project_id: "prj-PROJECT", team }, problems };
}

function variableSets(given: Given, ...problems: string[]): Case {
  return { kind: "tfprojects_project_variable_sets", given: { project_id: "prj-PROJECT", ...given }, problems };
}

function policySets(given: Given, ...problems: string[]): Case {
  return { kind: "tfprojects_project_policy_sets", given: { project_id: "prj-PROJECT", ...given }, problems };
}

function dataProject(given: Given, ...problems: string[]): Case {
  return { kind: "data.tfprojects_project", given, problems };
}

function dataProjects(given: Given, ...problems: string[]): Case {
  return { kind: "data.tfprojects_projects", given, problems };
}

function run(given: Given, ...problems: string[]): Case {
  return { kind: "data.tfprojects_run_task_stages", given: { run_id: "run-RUN", ...given }, problems };
}

function currentRun(given: Given, ...problems: string[]): Case {
  return { kind: "data.tfprojects_run_task_stages", given, problems };
}

function provider(given: Given, ...problems: string[]): Case {
  return { kind: "provider", given, problems };
}

function NO_PROJECT(): string {
  return "No project is selected. Set exactly one of `project_id` and `name`, or set `default` to true.";
}

function NOT_WAITING(): string {
  return (
    "`timeout_seconds` has no effect unless `wait_for_completion` is true. Set that, or leave `timeout_seconds` " +
    "out."
  );
}
