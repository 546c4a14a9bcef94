import { INHERITED_SETTINGS, type WorkspaceInheritance } from "../../model";
import { deletedProject, forcedMove } from "../../reconcile/consequences";
import { formatList, pluralize, quote } from "../../reconcile/text";
import type { Action, MoveAction, MovedWorkspace } from "./action";
import type { MoveImpact, PlanImpact } from "./impact";
import {
  RELATED_KINDS,
  RELATED_LABELS,
  teamName,
  type RelatedKind,
  type RelatedObjectsOfProject,
} from "./related-changes";

/** Something in a plan that should be reviewed before approval. */
export interface PlanWarning {
  readonly kind:
    | "delete"
    | "evacuate"
    | "gate"
    | "not-found"
    | "possible-rename"
    | "two-owners"
    | "evict"
    | "release"
    | InheritanceWarning["kind"];
  /** Id of the action; absent if the warning is about the code. */
  readonly action?: string;
  /** Addresses of the blocks that a warning about the code is about; the first one is the one to start at. */
  readonly addresses?: readonly string[];
  readonly message: string;
}

type InheritanceWarning = NonNullable<WorkspaceInheritance["warning"]>;

/** Kinds of warnings, the most severe first. */
const SEVERITY: readonly PlanWarning["kind"][] = [
  "delete",
  "evacuate",
  "gate",
  "not-found",
  "possible-rename",
  "two-owners",
  "evict",
  "release",
  "auto-destroy",
];

/**
 * What to review in these actions, the most severe first.
 *
 * @param inCode - Warnings about the code.
 * @param unmanaged - Ids of the unmanaged projects → how many workspaces they contain.
 * @param impact - What the moves and deletions change.
 */
export function warningsFor(
  actions: readonly Action[],
  inCode: readonly PlanWarning[],
  unmanaged: ReadonlyMap<string, number>,
  { moves, deletions }: PlanImpact,
): readonly PlanWarning[] {
  const found = actions.flatMap((action): readonly PlanWarning[] => {
    if (action.kind === "delete") {
      const related = deletions.find((deletion) => deletion.action === action.id)?.related;
      const project = { id: action.projectId, name: action.before.name };
      return [{ kind: "delete", action: action.id, message: deletedProject(project, related && deletedWith(related)) }];
    }
    if (action.kind !== "move") return [];
    const { destination, workspaces, id } = action;
    return [
      ...FORCED_MOVES.flatMap(([kind, reason]): readonly PlanWarning[] => {
        const moved = workspaces.filter((workspace) => workspace.reason === reason);
        return moved.length === 0
          ? []
          : [{ kind, action: id, message: forcedMove(moved, quote(destination.name), reason) }];
      }),
      ...inheritanceWarnings(
        action,
        moves.filter((move) => move.action === id),
      ),
    ];
  });
  return [...found, ...possibleRenames(actions, unmanaged), ...inCode].sort(
    (one, other) => SEVERITY.indexOf(one.kind) - SEVERITY.indexOf(other.kind),
  );
}

/** Moves that no membership asks for, by the kind of their warning. */
const FORCED_MOVES = [
  ["evacuate", "evacuated"],
  ["evict", "evicted"],
  ["release", "released"],
] as const satisfies readonly (readonly [PlanWarning["kind"], MovedWorkspace["reason"]])[];

/** What goes with a project: `With it go team access (Ops: admin) and tags (env=prod).` */
function deletedWith(related: RelatedObjectsOfProject): string {
  const { teamAccess, variableSets, policySets, tags } = related;
  const names: Readonly<Record<RelatedKind, readonly string[] | undefined>> = {
    teamAccess: teamAccess?.map(({ team, access }) => `${teamName(team)}: ${access}`),
    variableSets: variableSets?.map(({ name }) => name),
    policySets: policySets?.map(({ name }) => name),
    tags: tags?.map(({ key, value }) => `${key}=${value}`),
  };
  const lost = RELATED_KINDS.flatMap((kind) => {
    const list = names[kind] ?? [];
    return list.length === 0 ? [] : [`${RELATED_LABELS[kind]} (${formatList(list)})`];
  });
  const unreadable = RELATED_KINDS.filter((kind) => names[kind] === undefined).map((kind) => RELATED_LABELS[kind]);
  const and = lost.length < 2 ? lost.join("") : `${lost.slice(0, -1).join(", ")} and ${lost.at(-1) ?? ""}`;
  return [
    lost.length === 0 ? "Nothing else goes with it." : `With it go ${and}.`,
    ...(unreadable.length === 0 ? [] : [`Not readable with this token: ${unreadable.join(", ")}.`]),
  ].join(" ");
}

/**
 * Workspaces that get a setting by a move that they do not have now, one warning for each destination: `3 workspaces
 * that move to "Data" get auto-destroy after 14d of inactivity: 2 from "Web" (none before), 1 from "Old" (30d before).`
 */
function inheritanceWarnings({ id, destination }: MoveAction, moves: readonly MoveImpact[]): readonly PlanWarning[] {
  return INHERITED_SETTINGS.flatMap(([name, { warning }]): readonly PlanWarning[] => {
    if (warning === undefined) return [];
    const getting = moves.flatMap(({ from, settings }) =>
      settings.flatMap((it) => (it.setting === name && it.after !== null ? [{ ...it, from, after: it.after }] : [])),
    );
    const [first] = getting;
    if (first === undefined) return [];
    const count = getting.reduce((sum, { workspaces }) => sum + workspaces, 0);
    const sources = getting.map(({ from, workspaces, before }) => {
      const earlier = before === undefined ? "not known" : (before ?? "none");
      return `${getting.length === 1 ? "" : `${workspaces} `}from ${quote(from.name)} (before: ${earlier})`;
    });
    const [that, get, they] =
      count === 1
        ? ["that moves", "gets", "it has a setting of its own"]
        : ["that move", "get", "they have a setting of their own"];
    const own = getting.every(({ isCertain }) => isCertain) ? "" : `, unless ${they}`;
    const message =
      `${pluralize(count, "workspace")} ${that} to ${quote(destination.name)} ${get} ` +
      `${warning.describe(first.after)}${own}: ${formatList(sources)}.`;
    return [{ kind: warning.kind, action: id, message }];
  });
}

/**
 * New projects that get all workspaces of an unmanaged project, as if that project had only been renamed out of band.
 */
function possibleRenames(actions: readonly Action[], unmanaged: ReadonlyMap<string, number>): readonly PlanWarning[] {
  return actions.flatMap((action): PlanWarning[] => {
    if (action.kind !== "move" || action.destination.id !== null) return [];
    const { destination, workspaces } = action;
    const from = workspaces[0]?.from;
    if (from === undefined || unmanaged.get(from.id) !== workspaces.length) return [];
    if (workspaces.some((workspace) => workspace.from.id !== from.id)) return [];
    const [desired, actual] = [quote(destination.name), quote(from.name)];
    const message =
      `Project ${desired} is missing, and all of its workspaces are in the unmanaged project ${actual} (${from.id}). ` +
      `If it was renamed out of band, add ${actual} to the previousNames of ${desired}: ` +
      `the project is then renamed back and keeps its id.`;
    return [{ kind: "possible-rename", action: `create ${destination.name}`, message }];
  });
}
