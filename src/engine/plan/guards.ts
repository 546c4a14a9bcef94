import {
  duplicateProjectName,
  nameKey,
  namesInCycle,
  previousNameCycles,
  problemsOfSettings,
  type Project,
  type Workspace,
} from "../../model";
import { indexBy } from "../../reconcile/lists";
import type { ActualOrganization, DesiredMembership, DesiredProject } from "../organization";
import { formatList, pluralize, quote } from "../../reconcile/text";
import type { Identity } from "./identity";
import type { PendingAction, Rename } from "./order";
import type { ProjectResolver, ResolvedProject } from "./project-resolver";

/** Why a plan is blocked. All refusals are known before the first write. */
export interface Refusal {
  readonly code: RefusalCode;
  /** What the refusal is about: a resource's address, or `project "Platform" (prj-…)`. */
  readonly subject: string;
  /** The project, if the refusal is about one that the code does not have. */
  readonly project?: { readonly id: string; readonly name: string };
  /** All workspaces that it is about, by name, or by ID where the code names that; the message has the first ones. */
  readonly workspaces?: readonly string[];
  /** What is wrong, and what to do about it in the code or the organization. */
  readonly message: string;
  /** The option that would allow it; undefined if none does. */
  readonly remedy?: Remedy;
}

/** What would allow a plan that is blocked: a higher limit, or another option. */
export type Remedy =
  | { readonly option: "maxDeletes" | "maxMoves"; readonly needed: number }
  | { readonly option: "evacuate" }
  /** The project too is to be left alone, whose workspaces are. */
  | { readonly option: "ignore" };

export type RefusalCode =
  | "INVALID_PROJECT"
  | "DUPLICATE_PROJECT"
  | "UNKNOWN_PROJECT"
  | "UNKNOWN_WORKSPACE"
  | "WORKSPACE_IN_TWO_PROJECTS"
  | "EXCLUSIVE_PROJECT_SHARED"
  | "NAME_TAKEN"
  | "DEFAULT_PROJECT"
  | "PROJECT_NOT_EMPTY"
  | "TOO_MANY_DELETES"
  | "TOO_MANY_MOVES"
  | "NOT_PERMITTED"
  | "NOT_FOUND_OR_UNAUTHORIZED";

/** Projects of the code that the service would reject. */
export function invalidProjects(code: readonly DesiredProject[]): readonly Refusal[] {
  return code.flatMap((project) =>
    problemsOfSettings(project).map(({ message }): Refusal => ({
      code: "INVALID_PROJECT",
      subject: project.address,
      message,
    })),
  );
}

/** Projects of the code that share a name or an id. */
export function duplicateProjects(code: readonly DesiredProject[]): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const names = new Map<string, DesiredProject>();
  const ids = new Map<string, DesiredProject>();
  for (const project of code) {
    const sameName = names.get(nameKey(project.name));
    const id = project.id ?? project.recordedId;
    const sameId = id === undefined ? undefined : ids.get(id);
    const other = sameName ?? sameId;
    if (other !== undefined) {
      const message =
        sameName === undefined
          ? `Project ${id ?? ""} is also managed by ${other.address}, but two resources cannot manage one project. ` +
            `Change or remove one of them.`
          : duplicateProjectName(project.name, other.address);
      refusals.push({ code: "DUPLICATE_PROJECT", subject: project.address, message });
    }
    names.set(nameKey(project.name), project);
    if (id !== undefined) ids.set(id, project);
  }
  return refusals;
}

/** Ids in `import` blocks that no project has. */
export function unknownIds(
  code: readonly DesiredProject[],
  identity: Identity,
  organization: string,
): readonly Refusal[] {
  return code.flatMap(({ address, id }): Refusal[] => {
    if (id === undefined || identity.has(address)) return [];
    const message =
      `An import block names project ${id}, but the organization ${quote(organization)} has no such project, ` +
      `or the token is not authorized to read it. Correct the id, or remove the import block.`;
    return [{ code: "UNKNOWN_PROJECT", subject: address, message }];
  });
}

/** A project that the plan deletes. */
export interface Deletion {
  readonly project: Project;
  /** `dropped`: Terraform's state has it, and the code no longer has. */
  readonly cause: "unmanaged" | "dropped";
  /** Whether its workspaces move to the default project first. */
  readonly evacuate: boolean;
}

/** Memberships of projects that the plan deletes. */
export function membershipsOfDeleted(
  memberships: readonly DesiredMembership[],
  resolver: ProjectResolver,
  deleted: ReadonlySet<string>,
): readonly Refusal[] {
  return memberships.flatMap(({ address, project }): Refusal[] => {
    const to = resolver.resolve(project);
    if (to?.kind !== "existing" || !deleted.has(to.project.id)) return [];
    const message =
      `The plan deletes project ${quote(to.project.name)} (${to.project.id}), and the membership moves workspaces ` +
      `into it. Keep the project in the code, or remove the membership too.`;
    return [{ code: "UNKNOWN_PROJECT", subject: address, message }];
  });
}

/** Names of the code that belong to an unmanaged project which is not deleted. */
export function takenNames(
  code: readonly DesiredProject[],
  identity: Identity,
  deleted: ReadonlySet<string>,
  actual: ActualOrganization,
): readonly Refusal[] {
  const managed = new Set([...[...identity.values()].map(({ id }) => id), ...deleted]);
  const holders = indexBy(actual.projects, (project) => nameKey(project.name));
  return code.flatMap(({ address, name }): Refusal[] => {
    const holder = holders.get(nameKey(name));
    if (holder === undefined || managed.has(holder.id)) return [];
    const message =
      `The name ${quote(name)} is taken by the unmanaged project ${holder.id}. ` +
      `Choose another name, add that project to the code, or delete it.`;
    return [{ code: "NAME_TAKEN", subject: address, message }];
  });
}

/** Cycles of previous names, and of renames of projects that ids identify: no rename of them can be the first. */
export function nameCycles(
  code: readonly DesiredProject[],
  cyclesOfRenames: readonly (readonly Rename[])[],
): readonly Refusal[] {
  const inCode = previousNameCycles(code).map((cycle) =>
    cycle.map(({ project: { address, name }, previous }) => ({ address, previous, name })),
  );
  const found = new Set(inCode.flat().map(({ address }) => address));
  const ofIds = cyclesOfRenames
    .filter((cycle) => !cycle.some(({ address }) => found.has(address)))
    .map((cycle) => cycle.map(({ address, before, after }) => ({ address, previous: before.name, name: after.name })));
  return [...inCode, ...ofIds].flatMap((renames): Refusal[] => {
    const subject = renames[0]?.address;
    return subject === undefined ? [] : [{ code: "NAME_TAKEN", subject, message: namesInCycle(renames) }];
  });
}

/**
 * Deletions of the default project, and of projects that contain workspaces.
 *
 * @param retained - The workspaces that nothing moves out of their project, by id of the project.
 * @param ignored - Ids of workspaces that stay even if their project is evacuated.
 * @param hidden - Why projects cannot be emptied that have workspaces which the token does not see, by id.
 */
export function refusedDeletes(
  deletions: readonly Deletion[],
  retained: ReadonlyMap<string, readonly Workspace[]>,
  ignored: ReadonlySet<string>,
  defaultProjectId: string,
  hidden: ReadonlyMap<string, string>,
): readonly Refusal[] {
  const refusals: Refusal[] = [];
  for (const { project, cause, evacuate } of deletions) {
    const subject = subjectOf(project);
    if (project.id === defaultProjectId) {
      const message =
        `The default project cannot be deleted. To stop managing it, set its deletion_policy to "retain" with ` +
        `\`terraform apply\` before you remove it from the code.`;
      refusals.push({ code: "DEFAULT_PROJECT", ...subject, message });
      continue;
    }
    const hiding = hidden.get(project.id);
    if (hiding !== undefined) {
      refusals.push({ code: "NOT_FOUND_OR_UNAUTHORIZED", ...subject, message: hiding });
      continue;
    }
    const all = retained.get(project.id) ?? [];
    const inside = evacuate ? all.filter(({ id }) => ignored.has(id)) : all;
    if (inside.length === 0) continue;
    const isIgnored = evacuate ? ` that ${inside.length === 1 ? "is" : "are"} ignored` : "";
    const [next, remedy] = evacuate ? (["Move them to another project.", "ignore"] as const) : EVACUATION[cause];
    const workspaces = inside.map(({ name }) => name);
    const message =
      `The project ${NOT_IN_CODE[cause]} and still contains ${pluralize(inside.length, "workspace")}${isIgnored}: ` +
      `${formatList(workspaces)}. ${next}`;
    refusals.push({
      code: "PROJECT_NOT_EMPTY",
      ...subject,
      workspaces,
      message,
      ...(remedy && { remedy: { option: remedy } }),
    });
  }
  return refusals;
}

const NOT_IN_CODE: Readonly<Record<Deletion["cause"], string>> = {
  unmanaged: "is unmanaged",
  dropped: "was removed from the code",
};

const EVACUATION: Readonly<Record<Deletion["cause"], readonly [next: string, remedy?: "evacuate"]>> = {
  unmanaged: ["Assign them to a project of the code.", "evacuate"],
  dropped: [
    "Assign them to a project of the code, or keep the project in the code with deletion_policy = " +
      '"evacuate", run `terraform apply`, and remove it then: they then move to the default project.',
  ],
};

/** Changes that the token is not authorized to make, as far as the service says so. */
export function forbidden(pending: readonly PendingAction[], projects: readonly Project[]): readonly Refusal[] {
  const byId = indexBy(projects, (project) => project.id);
  return pending.flatMap((action): Refusal[] => {
    if (action.kind !== "update" && action.kind !== "delete") return [];
    const { canUpdate, canDestroy } = byId.get(action.projectId)?.permissions ?? {};
    if ((action.kind === "update" ? canUpdate : canDestroy) !== false) return [];
    const message =
      `The token is not authorized to ${action.kind} this project. ` +
      `Use a token that can manage projects: of the owners team, of a team that may manage projects, ` +
      `or of the organization.`;
    return [{ code: "NOT_PERMITTED", ...subjectOf({ id: action.projectId, name: action.before.name }), message }];
  });
}

/** Moves into a default project that the token does not see: the service rejects them. */
export function hiddenDestination(
  moves: readonly { readonly workspace: Workspace; readonly to: ResolvedProject }[],
  { defaultProjectId, projects }: ActualOrganization,
): readonly Refusal[] {
  if (projects.some(({ id }) => id === defaultProjectId)) return [];
  const { length } = moves.filter(({ to }) => to.kind === "existing" && to.project.id === defaultProjectId);
  if (length === 0) return [];
  const message =
    `${pluralize(length, "workspace")} of other projects would move to the default project, which the token is not ` +
    `authorized to see. Use a token that can move workspaces into it.`;
  return [{ code: "NOT_PERMITTED", subject: `project ${defaultProjectId}`, message }];
}

function subjectOf({ id, name }: { readonly id: string; readonly name: string }): Pick<Refusal, "subject" | "project"> {
  return { subject: `project ${quote(name)} (${id})`, project: { id, name } };
}
