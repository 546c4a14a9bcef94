import { attributeOf, SETTING_NAMES, type ProjectSettings } from "../../model";
import type { Action } from "../plan/action";
import { nameOf } from "../plan/order";

/** How documents identify an action: `create Platform`. */
export function actionId(action: Action): string {
  return `${action.kind} ${nameOf(action)}`;
}

/** An action as a JSON value. */
export function actionJson(action: Action): { readonly id: string; readonly [member: string]: unknown } {
  const { kind, reason, dependsOn } = action;
  const common = { id: actionId(action), kind, reason, depends_on: dependsOn.map(actionId).sort() };
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
        workspaces: action.workspaces.map(({ id, name, from, reason }) => ({
          id,
          name,
          from: { id: from.id, name: from.name },
          reason,
        })),
      };
  }
}

function attributesJson(settings: ProjectSettings): object {
  return Object.fromEntries(SETTING_NAMES.map((name) => [attributeOf(name), settings[name]]));
}
