import { counted, listed } from "../errors";
import type { Action, MovedWorkspace } from "./action";

/** Something in a plan that a person should look at before saying yes; the gravest first. */
export interface Attention {
  readonly kind: "delete" | "evacuate" | "evict" | "auto-destroy";
  /** Id of the action. */
  readonly action: string;
  readonly message: string;
}

const GRAVITY = ["delete", "evacuate", "evict", "auto-destroy"];

/**
 * @param durationOf - The `auto-destroy-activity-duration` that the project of a move's destination has when the plan is done; null when it has
 *   none, or it is not known.
 */
export function attentionTo(
  actions: readonly Action[],
  durationOf: (destination: { readonly id: string | null; readonly name: string }) => string | null,
): readonly Attention[] {
  const found = actions.flatMap((action): Attention[] => {
    if (action.kind === "delete") {
      return [
        {
          kind: "delete",
          action: action.id,
          message: `Project ${JSON.stringify(action.from.name)} (${action.projectId}) is deleted.`,
        },
      ];
    }
    if (action.kind !== "move") return [];
    const { destination, workspaces, id } = action;
    const into = JSON.stringify(destination.name);
    const because = (reason: MovedWorkspace["because"]): readonly MovedWorkspace[] =>
      workspaces.filter((workspace) => workspace.because === reason);
    const [evacuated, evicted] = [because("evacuated"), because("evicted")];
    const duration = durationOf(destination);
    return [
      ...(evacuated.length > 0
        ? [
            {
              kind: "evacuate",
              action: id,
              message: `${told(evacuated)} to ${into}, because the project is deleted.`,
            } as const,
          ]
        : []),
      ...(evicted.length > 0
        ? [
            {
              kind: "evict",
              action: id,
              message: `${told(evicted)} to ${into}, because the membership is exclusive.`,
            } as const,
          ]
        : []),
      ...(duration === null
        ? []
        : [
            {
              kind: "auto-destroy",
              action: id,
              message: `${told(workspaces)} to ${into}, and without a setting of its own each inherits auto-destroy after ${duration} of inactivity.`,
            } as const,
          ]),
    ];
  });
  return [...found].sort((one, other) => GRAVITY.indexOf(one.kind) - GRAVITY.indexOf(other.kind));
}

function told(workspaces: readonly MovedWorkspace[]): string {
  const names = listed(workspaces.map(({ name }) => name));
  return `${counted(workspaces.length, "workspace")} (${names}) ${workspaces.length === 1 ? "moves" : "move"}`;
}
