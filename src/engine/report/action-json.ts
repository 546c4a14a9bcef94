import { attributeOf, nameKey, SETTING_NAMES, type ProjectSettings } from "../../model";
import { groupBy, MOVE_REASONS, pluralize } from "../../reconcile";
import type { WorkspaceMatch } from "../organization";
import type { Action, DeletionCause, MovedWorkspace, UpdateAction } from "../plan/action";
import { nameOf } from "../plan/order";
import type { Comparison } from "../plan/comparison";
import { attributeChanges } from "./attribute-change";

/** How documents identify an action: `create Platform`. */
export function actionId(action: Action): string {
  return `${action.kind} ${nameOf(action)}`;
}

/** How documents identify the action at a position. */
export function idAt({ actions }: Pick<Comparison, "actions">, position: number): string {
  const action = actions[position];
  if (action === undefined) throw new Error(`The plan has no action ${position}.`);
  return actionId(action);
}

/** An action as a JSON value. */
interface ActionJson {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** The actions of a plan as JSON values. */
export function actionsJson(plan: Pick<Comparison, "actions">): readonly ActionJson[] {
  return plan.actions.map((action) => actionJson(action, plan));
}

function actionJson(action: Action, plan: Pick<Comparison, "actions">): ActionJson {
  const { kind } = action;
  const dependencies = action.dependsOn.map((position) => idAt(plan, position)).sort();
  const common = { id: actionId(action), kind, reason: reasonOf(action), depends_on: dependencies };
  switch (action.kind) {
    case "create":
      return { ...common, address: action.address, before: null, after: attributesJson(action.after) };
    case "update":
      return {
        ...common,
        address: action.address,
        project_id: action.projectId,
        before: attributesJson(action.before),
        after: attributesJson(action.after),
      };
    case "delete":
      return { ...common, project_id: action.projectId, before: attributesJson(action.before), after: null };
    case "move":
      return {
        ...common,
        destination: { id: action.destination.id, name: action.destination.name },
        workspaces: action.workspaces.map(({ id, name, from, reason, match }) => ({
          id,
          name,
          from: { id: from.id, name: from.name },
          reason,
          ...matchJson(match),
        })),
      };
  }
}

/** Why a rule selects a workspace, as a member; nothing for others. */
export function matchJson(match: WorkspaceMatch | undefined): object {
  if (match === undefined) return {};
  const { pattern, tags } = match;
  return {
    match: {
      ...(pattern === undefined ? {} : { pattern }),
      ...(tags === undefined ? {} : { tags: tags.map(({ key, value }) => ({ key, value })) }),
    },
  };
}

/** Why a workspace moves, after the number of those that do. */
function ofAction({ reason, match }: MovedWorkspace): string {
  return match === undefined ? MOVE_REASONS[reason].ofAction : "selected by the rule of a membership";
}

function attributesJson(settings: ProjectSettings): object {
  return Object.fromEntries(SETTING_NAMES.map((name) => [attributeOf(name), settings[name]]));
}

/** Why an action is planned. */
function reasonOf(action: Action): string {
  switch (action.kind) {
    case "create":
      return "missing from the organization";
    case "update":
      return reasonOfUpdate(action);
    case "move":
      return [...groupBy(action.workspaces, ofAction)]
        .map(([reason, { length }]) => `${pluralize(length, "workspace")} ${reason}`)
        .join(", ");
    case "delete":
      return DELETION_REASONS[action.cause];
  }
}

const DELETION_REASONS: Readonly<Record<DeletionCause, string>> = {
  unmanaged: "not in the code",
  dropped: "removed from the code",
  undone: "created by the changes that are undone",
};

function reasonOfUpdate({ before, after, cause }: UpdateAction): string {
  if (cause === "undone") return "changed by the changes that are undone";
  if (before.name !== after.name) {
    return nameKey(before.name) === nameKey(after.name)
      ? "case of the name differs from the code"
      : "renamed in the code";
  }
  const changes = attributeChanges({ before, after });
  const listed = (isReported: boolean): string =>
    changes
      .filter(({ from }) => (from !== undefined) === isReported)
      .map(({ setting }) => attributeOf(setting))
      .join(" and ");
  const [differing, unreported] = [listed(true), listed(false)];
  return [
    ...(differing === "" ? [] : [`${differing} ${differing.includes(" ") ? "differ" : "differs"} from the code`]),
    ...(unreported === "" ? [] : [`the service does not report ${unreported}`]),
  ].join(", and ");
}
