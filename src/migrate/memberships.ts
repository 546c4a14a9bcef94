import { formatList } from "../reconcile";
import { freeName } from "../free-name";
import { scanHcl } from "../terraform/hcl-scanner";
import { hclString } from "../terraform/hcl-string";
import { AssignmentReader, type Assignments } from "./assignments";
import { blocksOf, textIn, type CodeBlock, type Configuration, type ModuleFolder } from "./code";
import { KEPT_FILE, type NewBlock } from "./files";
import { projectIdOf, type Member, type Members } from "./members";
import { membershipBlock, outputBlock, type MembershipContent } from "./membership-block";
import { repetitionOf, trimmedCode, type Repetition, type Source } from "./placements";
import { MEMBERSHIP, PROJECT, type ProjectResource } from "./resources";
import { formatAddress, moduleSteps } from "../terraform/address";
import type { StateResource } from "../terraform/state";
import {
  byInstance,
  chosenFrom,
  everyOf,
  listLines,
  presentOnes,
  type OutputOf,
  type Scope,
  type WorkspaceTerm,
} from "./workspace-terms";

/** A membership that a migration adds, with its instances. */
export interface PlannedMembership {
  readonly name: string;
  readonly project: ProjectResource;
  readonly instances: readonly MembershipInstance[];
  /** The blocks of the `tfe_workspace` resources whose project the membership decides on. */
  readonly released: readonly CodeBlock[];
  /** Why it does not follow the code of some workspaces, as sentences. */
  readonly reasons: readonly string[];
  readonly block: NewBlock;
}

/** An instance of a membership. */
export interface MembershipInstance {
  /** The full address: `module.teams["a"].tfprojects_workspace_membership.this`. */
  readonly address: string;
  readonly projectId: string;
  readonly organization: string;
  readonly workspaces: readonly Member[];
}

/**
 * The memberships of projects that have workspaces in the state or in the code, and the outputs through which modules
 * pass projects and workspaces to their callers.
 */
export function planMemberships(
  configuration: Configuration,
  projects: readonly ProjectResource[],
  state: readonly StateResource[],
  members: Members,
): { readonly memberships: readonly PlannedMembership[]; readonly outputs: readonly NewBlock[] } {
  const reader = new AssignmentReader(configuration, members, state);
  const planner = new Planner(configuration, projects, members, reader);
  const memberships = projects.flatMap((project) => planner.membershipsOf(project));
  return { memberships, outputs: planner.outputs };
}

class Planner {
  /** Names of memberships in the root module. */
  readonly #names = new Set<string>();
  readonly #outputs = new Map<string, { readonly name: string; readonly block: NewBlock }>();

  constructor(
    private readonly configuration: Configuration,
    private readonly projects: readonly ProjectResource[],
    private readonly members: Members,
    private readonly reader: AssignmentReader,
  ) {}

  get outputs(): readonly NewBlock[] {
    return [...this.#outputs.values()].map(({ block }) => block);
  }

  membershipsOf(project: ProjectResource): readonly PlannedMembership[] {
    const assignments = this.reader.assignmentsOf(project);
    const hasWorkspaces = project.instances.some((instance) => isInState(this.#workspacesOf(instance)));
    if (!hasWorkspaces && assignments.sources.length === 0) return [];
    if (isRightForEachCall(assignments)) return [this.#inModule(assignments)];
    return this.#besideCalls(assignments) ?? this.#byId(assignments);
  }

  /** A membership in the module of the project. */
  #inModule(assignments: Assignments): PlannedMembership {
    const { project, repetition, sources } = assignments;
    const { folder, name, instances } = project;
    const address = `${PROJECT}.${name}`;
    const { key, one, head } = eachOf(address, repetition, address);
    const inFolder = new Set(this.projects.filter((it) => it.folder === folder).map((it) => it.name));
    const scope: Scope = { key, over: repetition.of, project: name, isRenamed: (it) => inFolder.has(it) };
    const rest = instances.map((instance) => [instance.key ?? "", this.#restOf(assignments, instance)] as const);
    const fixed = sources
      .filter(({ chosen }) => chosen === undefined)
      .map(({ source, key: it }) => [it ?? "", [everyOf(source, this.#outputOf)]] as const);
    const chosen = sources.flatMap((it) =>
      it.chosen === undefined ? [] : [chosenFrom(it.source, it.chosen, scope, this.#outputOf)],
    );
    if (folder.path === "") this.#names.add(name);
    const own = instances.map((instance) => this.#instance(instance, { ...instance, name }));
    return this.#membership(assignments, folder, own, {
      name,
      repetition: head,
      projectId: `${one}.id`,
      localProject: one,
      workspaceIds: [...byInstance([...rest, ...fixed], isOptional(repetition) ? undefined : key), ...chosen],
    });
  }

  /** Memberships in the root module, one for each call of the project's module, whose outputs they use. */
  #besideCalls(assignments: Assignments): readonly PlannedMembership[] | undefined {
    const { project, repetition, sources, isReleased } = assignments;
    const { root } = this.configuration;
    const calls = project.calls.flatMap(([name = "", ...inner]) => {
      const call = inner.length === 0 ? root.calls.get(name) : undefined;
      return call?.code.kind === "hcl" ? [call] : [];
    });
    if (repetition.kind !== "none" || calls.length < project.calls.length) return undefined;
    const idOutput = this.#idOutput(project, isReleased);
    const workspaceOutput =
      sources.length === 0
        ? undefined
        : this.#output(project.folder, `${project.name}_workspace_ids`, isReleased, {
            description: `IDs of the workspaces of ${PROJECT}.${project.name}, for its membership`,
            value: listLines(sources.map(({ source }) => everyOf(source, this.#outputOf))),
          });
    return calls.map((call): PlannedMembership => {
      const address = `module.${call.name}`;
      const { key, one, head } = eachOf(address, repetitionOf(call.code), `toset(keys(${address}))`);
      const name = this.#unique(`${call.name}_${project.name}`);
      const own = project.instances.flatMap((instance) => {
        const [step] = moduleSteps(instance.module);
        return step?.call === call.name ? [{ instance, key: step.key }] : [];
      });
      const rest = own.map((it) => [it.key ?? "", this.#restOf(assignments, it.instance)] as const);
      const inside: readonly WorkspaceTerm[] =
        workspaceOutput === undefined ? [] : [{ kind: "list", lines: [`${one}.${workspaceOutput}`] }];
      const instances = own.map((it) => this.#instance(it.instance, { module: "", name, key: it.key }));
      return this.#membership(assignments, root, instances, {
        name,
        repetition: head,
        projectId: `${one}.${idOutput}`,
        localProject: undefined,
        workspaceIds: [...byInstance(rest, key), ...inside],
      });
    });
  }

  /** Memberships in the root module, one for each project, with its literal ID. */
  #byId(assignments: Assignments): readonly PlannedMembership[] {
    const { project, reasons } = assignments;
    return project.instances.flatMap((instance): readonly PlannedMembership[] => {
      const workspaces = this.#workspacesOf(instance);
      if (!isInState(workspaces)) return [];
      const path = moduleSteps(instance.module).flatMap(({ call, key }) => [call, key]);
      const name = this.#unique([...path, project.name, instance.key].filter((it) => it !== undefined).join("_"));
      const inModules = workspaces.filter(({ resource }) => (resource?.module ?? "") !== "").map((it) => it.name);
      const where = `${formatList(inModules)} ${inModules.length === 1 ? "is" : "are"} in modules`;
      return [
        this.#membership(
          { ...assignments, reasons: inModules.length === 0 ? reasons : [...reasons, where] },
          this.configuration.root,
          [this.#instance(instance, { module: "", name, key: undefined })],
          {
            name,
            repetition: undefined,
            projectId: hclString(projectIdOf(instance)),
            localProject: undefined,
            workspaceIds: this.#present(workspaces),
          },
        ),
      ];
    });
  }

  /** A membership in a folder. */
  #membership(
    { project, reasons, isReleased, sources }: Assignments,
    folder: ModuleFolder,
    instances: readonly MembershipInstance[],
    content: Omit<MembershipContent, "project" | "organization">,
  ): PlannedMembership {
    const { name } = content;
    const inCode = sources.flatMap(({ source }) => this.#workspacesIn(source));
    const present = project.instances.flatMap((instance) => this.#workspacesOf(instance));
    const written = isReleased ? writtenBlock(folder, "resource", name) : undefined;
    const organization = instances[0]?.organization ?? "";
    const lines = written ?? membershipBlock({ ...content, project, organization }, this.configuration.root);
    return {
      name,
      project,
      instances,
      released: [...inCode, ...present.flatMap(({ resource }) => this.reader.sourceOf(resource)?.code ?? [])],
      reasons,
      block: { file: KEPT_FILE, folder: folder.path, lines },
    };
  }

  #instance(project: StateResource, place: Pick<StateResource, "module" | "name" | "key">): MembershipInstance {
    return {
      address: formatAddress({ ...place, type: MEMBERSHIP }),
      projectId: projectIdOf(project),
      organization: String(project.values["organization"]),
      workspaces: this.#workspacesOf(project),
    };
  }

  #workspacesOf(project: StateResource): readonly Member[] {
    return this.members.of(projectIdOf(project));
  }

  /** The workspaces of a project without a source. */
  #restOf({ rest }: Assignments, instance: StateResource): readonly WorkspaceTerm[] {
    return this.#present(rest.get(instance) ?? []);
  }

  #present(members: readonly Member[]): readonly WorkspaceTerm[] {
    return presentOnes(members, (resource) => this.reader.isWhole(resource, members));
  }

  /** The blocks of a source's workspaces, including those without instances. */
  #workspacesIn({ call, code }: Source): readonly CodeBlock[] {
    return call === undefined ? [code] : this.reader.sourcesFor(call).flatMap((inner) => this.#workspacesIn(inner));
  }

  /** The output for the workspaces of a module whose project is set with a variable. */
  readonly #outputOf: OutputOf = (call) => {
    const sources = this.reader.sourcesFor(call);
    const isReleased = sources.some((source) => source.isReleased);
    return this.#output(call.folder, `${call.variable}_workspace_ids`, isReleased, {
      description: `IDs of the workspaces of the project var.${call.variable}, for its membership`,
      value: listLines(sources.map((source) => everyOf(source, this.#outputOf))),
    });
  };

  /** The output for a project's ID: an existing or a new one. */
  #idOutput({ folder, name }: ProjectResource, isReleased: boolean): string {
    const texts = [`tfe_project.${name}.id`, `${PROJECT}.${name}.id`];
    const present = blocksOf(folder, "output").find((code) => texts.includes(textIn(code, "value")?.trim() ?? ""));
    if (present !== undefined) return present.name;
    return this.#output(folder, `${name}_project_id`, isReleased, {
      description: `ID of ${PROJECT}.${name}, for its membership`,
      value: [`${PROJECT}.${name}.id`],
    });
  }

  #output(
    folder: ModuleFolder,
    wanted: string,
    isReleased: boolean,
    { description, value }: { readonly description: string; readonly value: readonly string[] },
  ): string {
    const known = this.#outputs.get(`${folder.path} ${wanted}`);
    if (known !== undefined) return known.name;
    const inCode = new Set(blocksOf(folder, "output").map(({ name }) => name));
    const name = freeName(wanted, "_", (it) => !inCode.has(it));
    const written = isReleased ? writtenBlock(folder, "output", name) : undefined;
    const lines = written ?? outputBlock(name, description, value);
    this.#outputs.set(`${folder.path} ${wanted}`, { name, block: { file: KEPT_FILE, folder: folder.path, lines } });
    return name;
  }

  #unique(wanted: string): string {
    const name = freeName(wanted.replace(/[^A-Za-z0-9_]+/g, "_"), "_", (it) => !this.#names.has(it));
    this.#names.add(name);
    return name;
  }
}

/** Whether the state has any of these. */
function isInState(members: readonly Member[]): boolean {
  return members.some(({ resource }) => resource !== undefined);
}

/** Whether the membership can be in the module of the project, or is there already. */
function isRightForEachCall({ project: { folder, name }, rest, isReleased }: Assignments): boolean {
  if (folder.path === "") return true;
  if (isReleased && writtenBlock(folder, "resource", name) !== undefined) return true;
  return [...rest.values()].every((members) => members.length === 0);
}

/** How to repeat a block for each instance of a resource or of a call. */
interface Each {
  /** `count = …`, or `for_each = …`; undefined if there is only one. */
  readonly head: string | undefined;
  /** The key of an instance, in the block. */
  readonly key: string | undefined;
  /** The address with that key. */
  readonly one: string;
}

/** @param keys - What `for_each` is set to. */
function eachOf(address: string, { kind }: Repetition, keys: string): Each {
  switch (kind) {
    case "none":
      return { head: undefined, key: undefined, one: address };
    case "count":
      return { head: `count = length(${address})`, key: "count.index", one: `${address}[count.index]` };
    case "for_each":
      return { head: `for_each = ${keys}`, key: "each.key", one: `${address}[each.key]` };
  }
}

/** Whether there is one instance or none: `count = var.enabled ? 1 : 0`. */
function isOptional({ kind, of }: Repetition): boolean {
  if (kind !== "count" || of === undefined) return false;
  return /\?\s*\(?\s*(?:1\s*:\s*0|0\s*:\s*1)\s*\)?$/.test(trimmedCode(of));
}

/** A block that an earlier migration has written, for code from which it can no longer be derived. */
function writtenBlock(folder: ModuleFolder, type: "resource" | "output", name: string): readonly string[] | undefined {
  const text = folder.written.get(KEPT_FILE);
  if (text === undefined) return undefined;
  const labels = type === "resource" ? [MEMBERSHIP, name] : [name];
  const block = scanHcl(text).blocks.find(
    (it) => it.type === type && labels.every((label, index) => it.labels[index]?.text === label),
  );
  return block === undefined ? undefined : text.slice(block.start, block.end).split("\n");
}
