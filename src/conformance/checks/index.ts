import type { Check } from "../check";
import { ACCESS_CHECKS } from "./access";
import { DELETION_CHECKS } from "./deletion";
import { ERROR_CHECKS, WRITE_ERROR_CHECKS } from "./errors";
import { EXECUTION_CHECKS } from "./execution";
import { INCLUDE_CHECKS } from "./includes";
import { LIST_CHECKS } from "./lists";
import { MOVE_CHECKS } from "./moves";
import { DEFAULT_PROJECT_CHECKS, PROJECT_CHECKS } from "./projects";
import { RELATED_CHECKS } from "./related-objects";
import { RUN_CHECKS, WORKSPACE_RUN_CHECKS } from "./runs";
import { TAG_CHECKS, TAG_READ_CHECKS } from "./tags";
import { WORKSPACE_CHECKS } from "./workspaces";

/** All checks, in their order: reads first, and then those that build on what others have created. */
export const CHECKS: readonly Check[] = [
  ...DEFAULT_PROJECT_CHECKS,
  ...LIST_CHECKS,
  ...RELATED_CHECKS,
  ...INCLUDE_CHECKS,
  ...ERROR_CHECKS,
  ...TAG_READ_CHECKS,
  ...RUN_CHECKS,
  ...WORKSPACE_RUN_CHECKS,
  ...PROJECT_CHECKS,
  ...WRITE_ERROR_CHECKS,
  ...WORKSPACE_CHECKS,
  ...TAG_CHECKS,
  ...EXECUTION_CHECKS,
  ...MOVE_CHECKS,
  ...ACCESS_CHECKS,
  ...DELETION_CHECKS,
];
