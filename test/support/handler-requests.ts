import { UNKNOWN } from "../../src/plugin";

/** What handlers get in the first plan of a host that stores no planned private state, of an object without any. */
export const FIRST_PLAN = {
  replaces: null,
  storedPrivateState: undefined,
  privateState: undefined,
  storesPlannedPrivate: false,
} as const;

/** The attributes of a membership that need not be set. */
export const OPTIONAL = { missing_workspaces: null } as const;

/** The computed attributes of a new membership that does not set its names. */
export const UNKNOWN_COMPUTED = {
  id: UNKNOWN,
  workspace_names: UNKNOWN,
  organization: UNKNOWN,
} as const;
