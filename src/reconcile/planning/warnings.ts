import { pluralize, formatList } from "../errors";
import type { Action, MovedWorkspace } from "./action";

/** Something in a plan that a person should look at before saying yes; the gravest first. */
export interface PlanWarning {
  readonly kind: "delete" | "evacuate" | "perhaps-renamed" | "evict" | "auto-destroy";
  /** Id of the action. */
  readonly action: string;
  readonly message: string;
}

const SEVERITY = ["delete", "evacuate", "perhaps-renamed", "evict", "auto-destroy"];

/**
 * @param unmanaged - Ids of the projects that the code neither manages nor refers to → how many workspaces are in them.
 * @param durationOf - The `auto-destroy-activity-duration` that the project of a move's destination has when the plan is done; null when it has
 *   none, or it is not known.
 */
export function warningsFor(
  actions: readonly Action[],
  unmanaged: ReadonlyMap<string, number>,
  durationOf: (destination: { readonly id: string | null; readonly name: string }) => string | null,
): readonly PlanWarning[] {
  const found = actions.flatMap((action): readonly PlanWarning[] => {
    if (action.kind === "delete") {
      return [
        {
          kind: "delete",
          action: action.id,
          message: `Project ${JSON.stringify(action.before.name)} (${action.projectId}) is deleted.`,
        },
      ];
    }
    if (action.kind !== "move") return [];
    const { destination, workspaces, id } = action;
    const movedFor = (reason: MovedWorkspace["reason"]): readonly MovedWorkspace[] =>
      workspaces.filter((workspace) => workspace.reason === reason);
    const warning = (
      kind: PlanWarning["kind"],
      moved: readonly MovedWorkspace[],
      end: string,
    ): readonly PlanWarning[] =>
      moved.length === 0
        ? []
        : [{ kind, action: id, message: `${describeMoves(moved)} to ${JSON.stringify(destination.name)}, ${end}` }];
    const duration = durationOf(destination);
    const inherited = `and without a setting of its own each inherits auto-destroy after ${duration ?? ""} of inactivity.`;
    return [
      ...warning("evacuate", movedFor("evacuated"), "because the project is deleted."),
      ...warning("evict", movedFor("evicted"), "because the membership is exclusive."),
      ...warning("auto-destroy", duration === null ? [] : workspaces, inherited),
    ];
  });
  return [...found, ...perhapsRenamed(actions, unmanaged)].sort(
    (one, other) => SEVERITY.indexOf(one.kind) - SEVERITY.indexOf(other.kind),
  );
}

/** Projects that are made anew and get all workspaces of another, as if someone had only given that one another name. */
function perhapsRenamed(actions: readonly Action[], outside: ReadonlyMap<string, number>): readonly PlanWarning[] {
  return actions.flatMap((action): PlanWarning[] => {
    if (action.kind !== "move" || action.destination.id !== null) return [];
    const { destination, workspaces } = action;
    const from = workspaces[0]?.from;
    if (from === undefined || outside.get(from.id) !== workspaces.length) return [];
    if (workspaces.some((workspace) => workspace.from.id !== from.id)) return [];
    const [wanted, now] = [JSON.stringify(destination.name), JSON.stringify(from.name)];
    const message = `${wanted} is missing, and all that belongs in it is in ${now} (${from.id}), which is not in the code. Renamed by hand? Add ${now} to the previousNames of ${wanted}: it is then renamed back, and keeps its id.`;
    return [{ kind: "perhaps-renamed", action: `create ${destination.name}`, message }];
  });
}

function describeMoves(workspaces: readonly MovedWorkspace[]): string {
  const names = formatList(workspaces.map(({ name }) => name));
  return `${pluralize(workspaces.length, "workspace")} (${names}) ${workspaces.length === 1 ? "moves" : "move"}`;
}
