import { isRecorded, NOT_RECORDED, type Workspace } from "../../model";
import { idsIn, memberOf } from "../private-state";

/*
 * All private state of memberships: what is stored with one, and what its plans pass on.
 */

/** The lists of workspaces that code sets; null for an omitted list. */
export type SetLists = Readonly<Record<ListName, readonly string[] | null>>;

type ListName = "workspace_ids" | "workspace_names";

/** What is stored with a membership besides its state. */
export interface StoredMembership {
  /** The lists that the code set at the last apply; others are computed. Undefined after an import. */
  readonly lists: ReadonlySet<ListName> | undefined;
  /** ID → the name by which the code or else the state has named the workspace, which may have another one now. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether its workspaces were recorded as its own: false from the import of a whole project until an apply. */
  readonly isRecorded: boolean;
  /**
   * IDs of workspaces that rules have where they are, as of the last refresh: they stay if the membership releases
   * them. An apply knows only what it plans again, and not an unchanged placement.
   */
  readonly placed?: ReadonlySet<string> | undefined;
}

export function storedIn(json: unknown): StoredMembership {
  const [lists, names] = [memberOf(json, "lists"), memberOf(json, "names")];
  const placed = idsIn(memberOf(json, "placed"));
  return {
    lists: Array.isArray(lists)
      ? new Set((["workspace_ids", "workspace_names"] as const).filter((name) => lists.includes(name)))
      : undefined,
    names: new Map(Object.entries(names ?? {}).filter((entry): entry is [string, string] => isText(entry[1]))),
    isRecorded: isRecorded(json),
    ...(placed.size === 0 ? {} : { placed }),
  };
}

/** JSON that is equal for equal values. */
export function storedJson({ lists, names, isRecorded: isOwn, placed }: StoredMembership): unknown {
  const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...(isOwn ? {} : NOT_RECORDED),
    ...(lists === undefined ? {} : { lists: [...lists] }),
    names: Object.fromEntries(sorted),
    ...(placed === undefined || placed.size === 0 ? {} : { placed: [...placed].sort() }),
  };
}

/** The lists that a configuration sets. */
export function listsSetBy(lists: SetLists): ReadonlySet<ListName> {
  return new Set((["workspace_ids", "workspace_names"] as const).filter((name) => lists[name] !== null));
}

/**
 * What was decided about a membership. Its plan passes it on to the second plan, if Terraform does so, and to the
 * apply, which decides nothing. There is none while some of its workspaces are unknown.
 */
export interface PlannedMembership {
  /** IDs of workspaces that leave the membership, for the default project. */
  readonly released: readonly string[];
  /** IDs of those among them that stay: another membership moves them, or a rule has them where they are. */
  readonly retained: readonly string[];
  /** IDs of renamed members, which stay where they are. */
  readonly renamed: readonly string[];
  /** The workspaces that the code names. */
  readonly found: readonly Workspace[];
  /** IDs of workspaces that leave because the membership becomes exclusive. Undefined before its project is known. */
  readonly evicted?: readonly string[] | undefined;
}

/** Undefined if no plan has passed it on. */
export function plannedIn(json: unknown): PlannedMembership | undefined {
  if (json === undefined) return undefined;
  const [found, evicted] = [memberOf(json, "found"), memberOf(json, "evicted")];
  return {
    released: [...idsIn(memberOf(json, "released"))],
    retained: [...idsIn(memberOf(json, "retained"))],
    renamed: [...idsIn(memberOf(json, "renamed"))],
    // The provider has written it, as PlannedMembership.
    found: Array.isArray(found) ? (found as readonly Workspace[]) : [],
    ...(evicted === undefined ? {} : { evicted: [...idsIn(evicted)] }),
  };
}

/** Without the settings of workspaces, which an apply does not need. */
export function plannedJson({ found, ...planned }: PlannedMembership): PlannedMembership {
  return {
    ...planned,
    found: found.map(({ id, name, projectId, organization }) => ({ id, name, projectId, organization })),
  };
}

/** What the plan of a deletion passes on: IDs of workspaces that other memberships take. */
export interface PlannedRelease {
  /** Workspaces that stay in the project until the other membership moves them. */
  readonly retained: readonly string[];
  /** Workspaces that move to the default project first, because the same plan deletes the project. */
  readonly evacuated: readonly string[];
  /** All workspaces in the project at plan time if any is evacuated, otherwise empty. */
  readonly observed: readonly string[];
  /** Whether the others stay in the project. @default false */
  readonly keepsOthers?: boolean;
}

type ReleasedIds = Omit<PlannedRelease, "keepsOthers">;

export function releaseIn(
  json: unknown,
): Pick<PlannedRelease, "keepsOthers"> & { readonly [Name in keyof ReleasedIds]: ReadonlySet<string> } {
  const idsOf = (name: keyof ReleasedIds): ReadonlySet<string> => idsIn(memberOf(json, name));
  return {
    retained: idsOf("retained"),
    evacuated: idsOf("evacuated"),
    observed: idsOf("observed"),
    keepsOthers: memberOf(json, "keepsOthers") === true,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
