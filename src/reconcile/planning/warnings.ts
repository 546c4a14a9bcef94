import { moveWarnings, type MoveWarning, type ProjectSettings } from "../../model";
import { formatList, pluralize, quote } from "../text";
import type { Action, MovedWorkspace, ProjectTarget } from "./action";

/** Something in a plan that should be reviewed before approval. */
export interface PlanWarning {
  readonly kind:
    "delete" | "evacuate" | "gate" | "possible-rename" | "two-owners" | "evict" | "release" | MoveWarning["kind"];
  /** Id of the action; absent if the warning is about the code. */
  readonly action?: string;
  /** Addresses of the blocks that a warning about the code is about; the first one is the one to start at. */
  readonly addresses?: readonly string[];
  readonly message: string;
}

/** Kinds of warnings, the most severe first. */
const SEVERITY: readonly PlanWarning["kind"][] = [
  "delete",
  "evacuate",
  "gate",
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
 * @param settingsOf - The settings that a destination has after the plan; undefined when they are not known.
 */
export function warningsFor(
  actions: readonly Action[],
  inCode: readonly PlanWarning[],
  unmanaged: ReadonlyMap<string, number>,
  settingsOf: (destination: ProjectTarget) => ProjectSettings | undefined,
): readonly PlanWarning[] {
  const found = actions.flatMap((action): readonly PlanWarning[] => {
    if (action.kind === "delete") {
      const message = `Project ${quote(action.before.name)} (${action.projectId}) will be deleted.`;
      return [{ kind: "delete", action: action.id, message }];
    }
    if (action.kind !== "move") return [];
    const { destination, workspaces, id } = action;
    const movedFor = (reason: MovedWorkspace["reason"]): readonly MovedWorkspace[] =>
      workspaces.filter((workspace) => workspace.reason === reason);
    const warning = (
      kind: PlanWarning["kind"],
      moved: readonly MovedWorkspace[],
      why: string,
    ): readonly PlanWarning[] =>
      moved.length === 0
        ? []
        : [{ kind, action: id, message: `${describeMoves(moved)} to ${quote(destination.name)}${why}` }];
    const settings = settingsOf(destination);
    return [
      ...warning("evacuate", movedFor("evacuated"), " because their project is deleted."),
      ...warning("evict", movedFor("evicted"), " because their project is exclusive to other workspaces."),
      ...warning("release", movedFor("released"), " because they are no longer in a membership."),
      ...(settings === undefined ? [] : moveWarnings(settings)).flatMap(({ kind, message }) =>
        warning(kind, workspaces, `. ${message}`),
      ),
    ];
  });
  return [...found, ...possibleRenames(actions, unmanaged), ...inCode].sort(
    (one, other) => SEVERITY.indexOf(one.kind) - SEVERITY.indexOf(other.kind),
  );
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

function describeMoves(workspaces: readonly MovedWorkspace[]): string {
  const names = formatList(workspaces.map(({ name }) => name));
  return `${pluralize(workspaces.length, "workspace")} (${names}) ${workspaces.length === 1 ? "moves" : "move"}`;
}
