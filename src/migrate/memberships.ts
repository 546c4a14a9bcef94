import { RESOURCES } from "../model";
import { formatList, groupBy } from "../reconcile";
import { hclString } from "../terraform/hcl-string";
import { findProject } from "./code-edits";
import type { ModuleFolder } from "./configuration";
import { expressionOf, attributeIn } from "./edits";
import { KEPT_FILE } from "./file-names";
import { scanHcl } from "../terraform/hcl-scanner";
import { projectIdOf, type Member, type Members } from "./members";
import { repetitionIn, sourcesOf, textOf, type Piece, type Repetition, type Source } from "./placements";
import type { Resource } from "./projects";
import { callPath, formatAddress, moduleSteps, type ModuleStep } from "../terraform/address";
import type { StateResource } from "../terraform/state";
import {
  byInstance,
  chosenFrom,
  everyOf,
  listLines,
  presentOnes,
  type Scope,
  type WorkspaceTerm,
} from "./workspace-terms";

const PROJECT = RESOURCES.tfprojects_project.type;
export const MEMBERSHIP = RESOURCES.tfprojects_workspace_membership.type;

/** A membership that a migration adds, with its instances. */
export interface PlannedMembership {
  readonly name: string;
  /** Folder of its module; empty for the root module. */
  readonly folder: string;
  /** `for_each = …`, or `count = …`; undefined if it has one instance. */
  readonly repetition: string | undefined;
  /** Expression of the project's ID. */
  readonly projectId: string;
  readonly workspaceIds: readonly WorkspaceTerm[];
  /** The project's resource, if it is in the same module: `tfprojects_project.team[each.key]`. */
  readonly project: string | undefined;
  readonly resource: Resource;
  readonly instances: readonly MembershipInstance[];
  /** Names of `tfe_workspace` resources in its module, and in called ones, that it takes over: by folder. */
  readonly released: readonly ReleasedWorkspace[];
  /** Why it does not follow the code of some workspaces; sentences. */
  readonly reasons: readonly string[];
  /** Its block as an earlier migration wrote it, where that can no longer be derived. */
  readonly written?: string | undefined;
}

/** An instance of a membership. */
export interface MembershipInstance {
  /** From the root module: `module.teams["a"].tfprojects_workspace_membership.this`. */
  readonly address: string;
  readonly projectId: string;
  readonly organization: string;
  readonly workspaces: readonly Member[];
}

/** A `tfe_workspace` whose project a membership decides on from now on. */
export interface ReleasedWorkspace {
  readonly folder: ModuleFolder;
  readonly name: string;
}

/** An output by which the caller of a module knows its project, or its workspaces. */
export interface ModuleOutput {
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  /** Lines of its expression. */
  readonly value: readonly string[];
  /** The block as an earlier migration wrote it, where that can no longer be derived. */
  readonly written?: string | undefined;
}

export interface MembershipPlan {
  readonly memberships: readonly PlannedMembership[];
  readonly outputs: readonly ModuleOutput[];
}

interface Input {
  /** The resources of the projects to migrate. */
  readonly projects: readonly Resource[];
  readonly state: readonly StateResource[];
  readonly members: Members;
  readonly folders: ReadonlyMap<string, ModuleFolder>;
}

/** The memberships of the projects that have workspaces in the state, or for which the code has some. */
export function planMemberships(input: Input): MembershipPlan {
  const planner = new Planner(input);
  return { memberships: input.projects.flatMap((project) => planner.membershipsOf(project)), outputs: planner.outputs };
}

/** A source of workspaces of a project. */
interface Found {
  readonly source: Source;
  /** The key of the only instance of the project that it belongs to. */
  readonly key: string | number | undefined;
  /** The key by which each of its instances chooses one; undefined if all belong to the same. */
  readonly chosen?: Piece | "own" | undefined;
}

/** What the code of a project's module says of its workspaces. */
interface Home {
  readonly resource: Resource;
  readonly folder: ModuleFolder;
  readonly repetition: Repetition;
  readonly found: readonly Found[];
  /** Instances of the module. */
  readonly modules: readonly string[];
  /** Workspaces that no source has, by instance of the project. */
  readonly rest: ReadonlyMap<StateResource, readonly Member[]>;
  readonly reasons: readonly string[];
  /** Whether an earlier migration took something from the code that placed its workspaces. */
  readonly isReleased: boolean;
}

class Planner {
  readonly #members: Members;
  readonly #folders: ReadonlyMap<string, ModuleFolder>;
  readonly #root: ModuleFolder | undefined;
  readonly #renamed: ReadonlySet<string>;
  readonly #names = new Set<string>();
  readonly #outputs = new Map<string, ModuleOutput>();
  /** Instances of calls, by the module that calls. */
  readonly #calls: ReadonlyMap<string, readonly ModuleStep[]>;
  readonly #workspaces: ReadonlyMap<string, readonly StateResource[]>;
  readonly #sources = new Map<string, readonly Source[]>();

  constructor({ projects, state, members, folders }: Input) {
    this.#members = members;
    this.#folders = folders;
    this.#root = folders.get("");
    this.#renamed = new Set(projects.map(({ folder, name }) => `${folder?.path ?? ""} ${name}`));
    const steps = new Map(state.flatMap((it) => moduleSteps(it.module)).map((step) => [step.module, step]));
    this.#calls = groupBy(steps.values(), ({ parent }) => parent);
    this.#workspaces = groupBy(members.workspaces, ({ module, type, name }) => `${module} ${type}.${name}`);
  }

  get outputs(): readonly ModuleOutput[] {
    return [...this.#outputs.values()];
  }

  membershipsOf(resource: Resource): readonly PlannedMembership[] {
    const { folder, instances } = resource;
    const hasWorkspaces = instances.some((instance) =>
      this.#members.of(projectIdOf(instance)).some((member) => member.resource !== undefined),
    );
    if (folder === undefined) return hasWorkspaces ? this.#byId(resource, []) : [];
    const home = this.#homeOf(resource, folder);
    if (!hasWorkspaces && home.found.length === 0) return [];
    const isInside = this.#isInside(home);
    if (isInside) return [this.#inModule(home)];
    return this.#fromCaller(home) ?? this.#byId(resource, home.reasons, home);
  }

  #sourcesIn(folder: ModuleFolder): readonly Source[] {
    const known = this.#sources.get(folder.path) ?? sourcesOf(folder, this.#folders);
    this.#sources.set(folder.path, known);
    return known;
  }

  #homeOf(resource: Resource, folder: ModuleFolder): Home {
    const code = findProject(folder, resource.name);
    const repetition = code === undefined ? { kind: "none" as const } : repetitionIn(code);
    const modules = this.#modulesOf(folder, resource);
    const found: Found[] = [];
    const reasons: string[] = [];
    const taken = new Set<StateResource>();
    const sources = this.#sourcesIn(folder);
    for (const source of sources) {
      const covered = modules.flatMap((module) => this.#coveredBy(source, module).map((it) => ({ ...it, module })));
      const { place, reason } = this.#placeOf(resource, repetition, source, covered);
      if (place !== undefined) {
        found.push({ source, ...place });
        for (const it of covered) taken.add(it.resource);
      } else if (reason !== undefined) {
        reasons.push(reason);
      }
    }
    const rest = new Map(
      resource.instances.map((instance) => [
        instance,
        this.#members
          .of(projectIdOf(instance))
          .filter((member) => member.resource === undefined || !taken.has(member.resource)),
      ]),
    );
    const isReleased = resource.instances.some((instance) =>
      this.#members.of(projectIdOf(instance)).some((member) => {
        return member.resource !== undefined && this.#isReleased(member.resource);
      }),
    );
    return { resource, folder, repetition, found, modules, rest, reasons, isReleased };
  }

  /** The instances of a module that the state has. */
  #modulesOf(folder: ModuleFolder, { instances, calls }: Resource): readonly string[] {
    const own = instances.map(({ module }) => module);
    const others = calls.flatMap((path) =>
      path.reduce<readonly string[]>(
        (parents, call) =>
          parents.flatMap((parent) =>
            (this.#calls.get(parent) ?? []).filter((it) => it.call === call).map((it) => it.module),
          ),
        [""],
      ),
    );
    return folder.path === "" ? [""] : [...new Set([...own, ...others])];
  }

  /** The workspaces of a source in an instance of its module, with the keys of the instances of the source. */
  #coveredBy(source: Source, module: string): readonly Covered[] {
    const { call, address } = source;
    if (call === undefined) {
      return (this.#workspaces.get(`${module} ${address}`) ?? []).map((resource) => ({ resource, key: resource.key }));
    }
    return (this.#calls.get(module) ?? [])
      .filter((step) => step.call === call.name)
      .flatMap((step) =>
        this.#handedTo(call.folder, call.variable).flatMap((inner) =>
          this.#coveredBy(inner, step.module).map(({ resource }) => ({ resource, key: step.key })),
        ),
      );
  }

  /** The sources of a module whose project its caller decides on. */
  #handedTo(folder: ModuleFolder, variable: string): readonly Source[] {
    return this.#sourcesIn(folder).filter(({ placement }) => {
      return placement.kind === "variable" && placement.name === variable;
    });
  }

  /** Whether a source belongs to a project, in the code and in fact. */
  #placeOf(
    resource: Resource,
    repetition: Repetition,
    { placement, repetition: own, address, isReleased }: Source,
    covered: readonly (Covered & { readonly module: string })[],
  ): { readonly place?: Omit<Found, "source">; readonly reason?: string } {
    const instancesIn = (module: string): readonly StateResource[] =>
      resource.instances.filter((instance) => instance.module === module);
    const placed = covered.map(({ resource: workspace, key, module }) => ({
      workspace,
      key,
      project: instancesIn(module).find((it) => projectIdOf(it) === this.#members.projectOf(workspace)),
    }));
    const isHere = placed.some(({ project }) => project !== undefined);
    const elsewhere = placed.filter(({ project }) => project === undefined).map(({ workspace }) => workspace);
    const away = `${namesOf(elsewhere)} of ${address} ${elsewhere.length === 1 ? "is" : "are"} in another project`;
    const not = (reason: string): { readonly reason?: string } =>
      isHere && covered.some(({ key }) => key !== undefined) ? { reason } : {};
    switch (placement.kind) {
      case "variable":
        return {};
      case "unknown":
        return not(`each instance of ${address} chooses its project by \`${shortened(placement.text)}\``);
      case "by-key": {
        if (placement.project !== resource.name) return not(`${address} has \`project_id\` of another project`);
        if (repetition.kind === "none") return {};
        if (elsewhere.length > 0) return not(away);
        // What the expression gives for each instance is known from the state, unless something else has moved it.
        const moved = placed.filter(
          ({ workspace, key, project }) =>
            this.#members.hasMoved(workspace) || (placement.key === "own" && key !== project?.key),
        );
        if (moved.length > 0) return not(`${namesOf(moved.map(({ workspace }) => workspace))} moved by other means`);
        if (isReleased && covered.length > 0) return not(`${address} ignores changes of project_id`);
        return { place: { key: undefined, chosen: placement.key } };
      }
      case "project":
      case "constant": {
        const keys = new Set(placed.map(({ project }) => project?.key));
        const [first] = keys;
        if (covered.length === 0) {
          if (placement.project !== resource.name) return {};
          if (placement.kind === "project") return { place: { key: placement.key } };
          const isOptional = repetition.kind === "count" || own.kind !== "none";
          return isOptional ? { place: { key: repetition.kind === "count" ? 0 : undefined } } : {};
        }
        if (!isHere) return {};
        if (elsewhere.length > 0) return not(away);
        if (keys.size > 1) return not(`instances of ${address} are in several projects`);
        return { place: { key: first } };
      }
    }
  }

  /** Whether the code no longer says where a workspace is. */
  #isReleased({ module, type, name }: StateResource): boolean {
    const path = callPath(module);
    const folder = path.reduce<ModuleFolder | undefined>((it, call) => {
      const next = it?.calls.get(call)?.folder;
      return next === undefined ? undefined : this.#folders.get(next);
    }, this.#root);
    if (folder === undefined) return false;
    return this.#sourcesIn(folder).some(({ address, isReleased }) => address === `${type}.${name}` && isReleased);
  }

  /** Whether the membership can stand in the module of the project: its code is right for each instance of that. */
  #isInside({ resource, folder, rest, isReleased }: Home): boolean {
    if (folder.path === "") return true;
    if (isReleased && writtenBlock(folder, "resource", resource.name) !== undefined) return true;
    return [...rest.values()].every((members) => members.length === 0);
  }

  #inModule(home: Home): PlannedMembership {
    const { resource, folder, repetition, found, rest, reasons, isReleased } = home;
    const { name, instances } = resource;
    const key = repetition.kind === "none" ? undefined : repetition.kind === "count" ? "count.index" : "each.key";
    const own = `${PROJECT}.${name}`;
    const project = key === undefined ? own : `${own}[${key}]`;
    const scope = this.#scope(folder, name, key, repetition.kind === "none" ? undefined : repetition.of);
    const presents = (members: readonly Member[]): readonly WorkspaceTerm[] =>
      presentOnes(members, "", (it) => this.#isWhole(it, members));
    const inRest = [...rest].map(([instance, members]) => [instance.key ?? "", presents(members)] as const);
    this.#names.add(`${folder.path}/${name}`);
    return {
      name,
      folder: folder.path,
      repetition:
        key === undefined ? undefined : key === "count.index" ? `count = length(${own})` : `for_each = ${own}`,
      projectId: `${project}.id`,
      project,
      resource,
      workspaceIds:
        key === undefined
          ? [...inRest.flatMap(([, terms]) => terms), ...found.map(({ source }) => everyOf(source, scope))]
          : termsByKey(found, inRest, scope, key, isOptional(repetition)),
      instances: instances.map((instance) => ({
        address: formatAddress({ module: instance.module, type: MEMBERSHIP, name, key: instance.key }),
        ...this.#contentOf(instance),
      })),
      released: this.#releasedBy(home),
      reasons,
      written: isReleased ? writtenBlock(folder, "resource", name) : undefined,
    };
  }

  /** In the module that calls that of the project, which tells it the project and its workspaces. */
  #fromCaller(home: Home): readonly PlannedMembership[] | undefined {
    const { resource, folder, repetition, found, rest, reasons, isReleased } = home;
    const root = this.#root;
    const isCalledByRoot = resource.calls.length > 0 && resource.calls.every((path) => path.length === 1);
    if (root === undefined || !isCalledByRoot || repetition.kind !== "none") return undefined;
    const calls = resource.calls.flatMap(([call = ""]) => root.calls.get(call)?.block ?? []);
    if (calls.length < resource.calls.length) return undefined;
    const idOutput = this.#idOutput(folder, resource.name, isReleased);
    const scope = this.#scope(folder, resource.name, undefined, undefined);
    const workspaceOutput =
      found.length === 0
        ? undefined
        : this.#output(folder, `${resource.name}_workspace_ids`, isReleased, {
            description: `IDs of the workspaces of ${PROJECT}.${resource.name}, for its membership`,
            value: listLines(found.map(({ source }) => everyOf(source, scope))),
          });
    return resource.calls.map(([call = ""], index): PlannedMembership => {
      const code = calls[index];
      const own = resource.instances.filter(({ module }) => moduleSteps(module)[0]?.call === call);
      const called: Repetition = code === undefined ? { kind: "none" } : repetitionIn({ kind: "hcl", ...code });
      const key = called.kind === "none" ? undefined : called.kind === "count" ? "count.index" : "each.key";
      const module = key === undefined ? `module.${call}` : `module.${call}[${key}]`;
      const name = this.#unique(`${call}_${resource.name}`);
      const keyOf = ({ module: path }: StateResource): string | number => moduleSteps(path)[0]?.key ?? "";
      const presents = (members: readonly Member[]): readonly WorkspaceTerm[] =>
        presentOnes(members, "", (it) => this.#isWhole(it, members));
      const inRest = own.map((instance) => [keyOf(instance), presents(rest.get(instance) ?? [])] as const);
      const inside: readonly WorkspaceTerm[] =
        workspaceOutput === undefined ? [] : [{ kind: "list", lines: [`${module}.${workspaceOutput}`] }];
      return {
        name,
        folder: "",
        repetition:
          key === undefined
            ? undefined
            : key === "count.index"
              ? `count = length(module.${call})`
              : `for_each = toset(keys(module.${call}))`,
        projectId: `${module}.${idOutput}`,
        project: undefined,
        resource,
        workspaceIds:
          key === undefined
            ? [...inRest.flatMap(([, terms]) => terms), ...inside]
            : [...byInstance(inRest, key), ...inside],
        instances: own.map((instance) => ({
          address: formatAddress({ type: MEMBERSHIP, name, key: moduleSteps(instance.module)[0]?.key }),
          ...this.#contentOf(instance),
        })),
        released: this.#releasedBy(home),
        reasons,
        written: isReleased ? writtenBlock(root, "resource", name) : undefined,
      };
    });
  }

  /** In the root module, one for each project, which it has by ID. */
  #byId(resource: Resource, reasons: readonly string[], home?: Home): readonly PlannedMembership[] {
    return resource.instances.flatMap((instance): readonly PlannedMembership[] => {
      const content = this.#contentOf(instance);
      if (!content.workspaces.some((member) => member.resource !== undefined)) return [];
      const steps = moduleSteps(instance.module).flatMap(({ call, key }) => (key === undefined ? [call] : [call, key]));
      const name = this.#unique(
        [...steps, resource.name, ...(instance.key === undefined ? [] : [instance.key])].join("_"),
      );
      const others = content.workspaces.filter((member) => (member.resource?.module ?? "") !== "");
      const where =
        others.length === 0
          ? []
          : [`${formatList(others.map((it) => it.name))} ${others.length === 1 ? "is" : "are"} in modules`];
      return [
        {
          name,
          folder: "",
          repetition: undefined,
          projectId: this.#handedOut(content.workspaces) ?? hclString(content.projectId),
          project: undefined,
          resource,
          workspaceIds: presentOnes(content.workspaces, "", (it) => this.#isWhole(it, content.workspaces)),
          instances: [{ address: formatAddress({ type: MEMBERSHIP, name }), ...content }],
          released: home === undefined ? this.#releasedOf(content.workspaces) : this.#releasedBy(home),
          reasons: [...reasons, ...where],
          written:
            this.#root !== undefined && home?.isReleased === true
              ? writtenBlock(this.#root, "resource", name)
              : undefined,
        },
      ];
    });
  }

  /** The expression by which the root module knows a project of a module, if all its workspaces there have the same. */
  #handedOut(members: readonly Member[]): string | undefined {
    const root = this.#root;
    if (root === undefined) return undefined;
    const sources = this.#sourcesIn(root);
    const texts = members.flatMap(({ resource }) => {
      if (resource?.module !== "") return [];
      const source = sources.find(({ address }) => address === `${resource.type}.${resource.name}`);
      return [source?.placement.kind === "constant" ? source.placement.text : ""];
    });
    const [text = ""] = new Set(texts);
    return new Set(texts).size === 1 && /^module\.[\w-]+(\[[^\]]*\])?\.[\w-]+$/.test(text) ? text : undefined;
  }

  /** Whether all instances of a workspace's resource are among these, and the code has none of them elsewhere. */
  #isWhole(resource: StateResource, members: readonly Member[]): boolean {
    const key = `${resource.module} ${resource.type}.${resource.name}`;
    const ids = new Set(members.map(({ id }) => id));
    const all = this.#workspaces.get(key) ?? [];
    if (!all.every(({ values }) => ids.has(String(values["id"])))) return false;
    const source =
      this.#root === undefined || resource.module !== ""
        ? undefined
        : this.#sourcesIn(this.#root).find(({ address }) => address === `${resource.type}.${resource.name}`);
    return source?.placement.kind !== "unknown" && source?.placement.kind !== "by-key";
  }

  #contentOf(instance: StateResource): Omit<MembershipInstance, "address"> {
    const projectId = projectIdOf(instance);
    return {
      projectId,
      organization: String(instance.values["organization"]),
      workspaces: this.#members.of(projectId),
    };
  }

  /** The workspaces in the code that the membership decides on, also those without instances. */
  #releasedBy({ resource, found, folder }: Home): readonly ReleasedWorkspace[] {
    const inCode = found.flatMap(({ source }) => this.#workspacesOf(source, folder));
    const present = resource.instances.flatMap((instance) => this.#members.of(projectIdOf(instance)));
    return [...inCode, ...this.#releasedOf(present)];
  }

  #workspacesOf(source: Source, folder: ModuleFolder): readonly ReleasedWorkspace[] {
    const { call, address } = source;
    if (call === undefined) return [{ folder, name: address.slice(address.indexOf(".") + 1) }];
    return this.#handedTo(call.folder, call.variable).flatMap((inner) => this.#workspacesOf(inner, call.folder));
  }

  #releasedOf(members: readonly Member[]): readonly ReleasedWorkspace[] {
    return members.flatMap(({ resource }) => {
      if (resource === undefined) return [];
      const folder = moduleSteps(resource.module).reduce<ModuleFolder | undefined>((it, { call }) => {
        const next = it?.calls.get(call)?.folder;
        return next === undefined ? undefined : this.#folders.get(next);
      }, this.#root);
      return folder === undefined ? [] : [{ folder, name: resource.name }];
    });
  }

  #scope(folder: ModuleFolder, project: string, key: string | undefined, over: Scope["over"]): Scope {
    return {
      key,
      over,
      project,
      isRenamed: (name) => this.#renamed.has(`${folder.path} ${name}`),
      outputOf: ({ call }) => (call === undefined ? "" : this.#workspaceOutput(call.folder, call.variable)),
    };
  }

  /** The output of the workspaces of a module whose project a variable decides on. */
  #workspaceOutput(folder: ModuleFolder, variable: string): string {
    const sources = this.#handedTo(folder, variable);
    const scope = this.#scope(folder, "", undefined, undefined);
    return this.#output(
      folder,
      `${variable}_workspace_ids`,
      sources.some(({ isReleased }) => isReleased),
      {
        description: `IDs of the workspaces of the project var.${variable}, for its membership`,
        value: listLines(sources.map((source) => everyOf(source, scope))),
      },
    );
  }

  /** The output of a project's ID: one that the code has, or a new one. */
  #idOutput(folder: ModuleFolder, project: string, isReleased: boolean): string {
    for (const file of folder.files) {
      for (const block of file.blocks) {
        const value = block.type === "output" ? attributeIn(block, "value") : undefined;
        if (value === undefined) continue;
        const text = expressionOf(file, value).trim();
        if (text === `tfe_project.${project}.id` || text === `${PROJECT}.${project}.id`)
          return block.labels[0]?.text ?? "";
      }
    }
    return this.#output(folder, `${project}_project_id`, isReleased, {
      description: `ID of ${PROJECT}.${project}, for its membership`,
      value: [`${PROJECT}.${project}.id`],
    });
  }

  #output(
    folder: ModuleFolder,
    wanted: string,
    isReleased: boolean,
    content: Pick<ModuleOutput, "description" | "value">,
  ): string {
    const inCode = new Set(
      folder.files.flatMap(({ blocks }) =>
        blocks.flatMap(({ type, labels }) => (type === "output" ? [labels[0]?.text ?? ""] : [])),
      ),
    );
    const known = this.#outputs.get(`${folder.path} ${wanted}`);
    if (known !== undefined) return known.name;
    const name = freeName(wanted, (it) => !inCode.has(it));
    const written = isReleased ? writtenBlock(folder, "output", name) : undefined;
    this.#outputs.set(`${folder.path} ${wanted}`, { folder: folder.path, name, ...content, written });
    return name;
  }

  #unique(wanted: string): string {
    const name = freeName(wanted.replace(/[^A-Za-z0-9_]+/g, "_"), (it) => !this.#names.has(`/${it}`));
    this.#names.add(`/${name}`);
    return name;
  }
}

function namesOf(workspaces: readonly StateResource[]): string {
  return formatList(workspaces.map(({ values }) => String(values["name"])));
}

interface Covered {
  readonly resource: StateResource;
  /** Of the source. */
  readonly key: string | number | undefined;
}

/** The terms of a membership with an instance for each of its projects. */
function termsByKey(
  found: readonly Found[],
  rest: readonly (readonly [key: string | number, terms: readonly WorkspaceTerm[]])[],
  scope: Scope,
  key: string,
  isSingle: boolean,
): readonly WorkspaceTerm[] {
  const chosen = found.flatMap((it) => (it.chosen === undefined ? [] : [chosenFrom(it.source, it.chosen, scope)]));
  const fixed = found.flatMap((it) =>
    it.chosen === undefined ? [[it.key ?? "", [everyOf(it.source, scope)]] as const] : [],
  );
  const entries = [...rest, ...fixed];
  return isSingle ? [...entries.flatMap(([, terms]) => terms), ...chosen] : [...byInstance(entries, key), ...chosen];
}

/** Whether there is one instance or none: `count = var.enabled ? 1 : 0`. */
function isOptional(repetition: Repetition): boolean {
  if (repetition.kind !== "count" || repetition.of === undefined) return false;
  return /\?\s*\(?\s*(?:1\s*:\s*0|0\s*:\s*1)\s*\)?$/.test(textOf(repetition.of));
}

/** A block of the file that an earlier migration wrote. */
function writtenBlock(folder: ModuleFolder, type: "resource" | "output", name: string): string | undefined {
  const text = folder.written.get(KEPT_FILE);
  if (text === undefined) return undefined;
  const block = scanHcl(text).blocks.find(
    (it) =>
      it.type === type && it.labels.at(-1)?.text === name && (type === "output" || it.labels[0]?.text === MEMBERSHIP),
  );
  return block === undefined ? undefined : text.slice(block.start, block.end);
}

function freeName(base: string, isFree: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (isFree(name)) return name;
  }
}

/** An expression for a sentence. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
