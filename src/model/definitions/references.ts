import type { ObjectReference } from "../../schema";
import { TFE_PROJECT } from "../tfe-project";
import { TFE_WORKSPACE } from "../tfe-workspace";

/*
 * The objects whose IDs and names attributes take.
 */

/** An object, and the types of resources and data sources that have its `id` and its `name`. */
type ReferencedObject = Pick<ObjectReference, "object" | "types">;

export const PROJECT: ReferencedObject = { object: "a project", types: ["tfprojects_project", TFE_PROJECT] };
export const WORKSPACE: ReferencedObject = { object: "a workspace", types: [TFE_WORKSPACE] };
export const AGENT_POOL: ReferencedObject = { object: "an agent pool", types: ["tfe_agent_pool"] };
export const TEAM = { object: "a team", types: ["tfe_team"] } as const;
export const VARIABLE_SET = { object: "a variable set", types: ["tfe_variable_set"] } as const;
export const POLICY_SET = { object: "a policy set", types: ["tfe_policy_set"] } as const;

export function idOf(object: ReferencedObject): ObjectReference {
  return { ...object, attribute: "id" };
}

export function nameOf(object: ReferencedObject): ObjectReference {
  return { ...object, attribute: "name" };
}
