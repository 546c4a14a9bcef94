import { UNKNOWN } from "../../src/plugin";

/** What handlers get in the first plan of a host that stores no planned private state, of an object without any. */
export const FIRST_PLAN = {
  replaces: null,
  storedPrivateState: undefined,
  privateState: undefined,
  storesPlannedPrivate: false,
} as const;

/** The attributes of a membership's rule, and others that need not be set. */
export const NO_RULE = {
  match_names: null,
  match_tags: null,
  except_names: null,
  except_tags: null,
  take_from: null,
  max_moves: null,
  missing_workspaces: null,
} as const;

/** The computed attributes of a new membership that does not set its names. */
export const UNKNOWN_COMPUTED = {
  id: UNKNOWN,
  workspace_names: UNKNOWN,
  matched_workspaces: UNKNOWN,
  organization: UNKNOWN,
} as const;
