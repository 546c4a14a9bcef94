import type { Evidence } from "../row";
import { testsOf } from "../row";
import { each, notHere } from "./constructs-and-provider-tests";
import {
  DELETE,
  DESCRIPTION,
  DURATION,
  MAY_MOVE,
  MAY_NOT_MOVE_IN,
  MAY_NOT_MOVE_OUT,
  MOVE,
  NAME,
  PAGES,
  REFUSED_MOVE,
  WHAT_ONE_MAY,
} from "./terraform-projects";
import { MAY_OVERRIDE, NO_RESULT, NO_STAGE } from "./terraform-runs";

const ensured = testsOf("test/reconcile/project.test.ts");
const lostWrites = testsOf("test/reconcile/operation.test.ts");
const permissions = testsOf("test/provider/permissions.test.ts");
const serviceErrors = testsOf("test/provider/service-errors.test.ts");

const SENT_BY_CLIENT = notHere("The client sees to it, whoever calls it.");

/** Of the rows on permissions, errors, limits and versions: what shows them in constructs and provider. */
export const TERRAFORM_RULES: readonly (readonly [row: string, shown: Evidence])[] = [
  ...each("5", ["Authorization: Bearer"], permissions("unknown-token")),
  ...each("5", ["A user token", "The Owners permission"], permissions("manages-owner")),
  ...each("5", ["An organization API token"], permissions("manages-organization")),
  ...each("5", ["The Manage projects permission"], permissions("manages-manage-projects")),
  ...each("5", ["Anybody else"], permissions("read-only-denied")),
  ...each("5", ["filter[permissions]"], WHAT_ONE_MAY),
  ...each("5", ["Moving workspaces"], [...MAY_MOVE, ...MAY_NOT_MOVE_OUT, ...MAY_NOT_MOVE_IN]),
  ...each("5", ["Override permissions"], MAY_OVERRIDE),

  ...each("7", ["Delete project 204"], DELETE),
  ...each("7", ["Delete project 403"], serviceErrors("delete-forbidden")),
  ...each("7", ["Delete project 404"], [...ensured("delete-missing"), ...lostWrites("delete-outcome-unknown")]),
  ...each("7", ["Move workspaces 204"], MOVE),
  ...each("7", ["Move workspaces 403"], [...REFUSED_MOVE, ...MAY_NOT_MOVE_OUT]),
  ...each("7", ["Move workspaces 404"], MAY_NOT_MOVE_IN),
  ...each("7", ["Show task stage 404"], NO_STAGE),
  ...each("7", ["Show task result 404"], NO_RESULT),

  ...each("8", ["Project name length"], NAME),
  ...each("8", ["Project description length"], DESCRIPTION),
  ...each("8", ["auto-destroy-activity-duration"], DURATION),
  ...each(
    "8",
    ["Default page size (projects)", "Default page size (task stages)"],
    notHere("The provider always asks for pages of a size of its own."),
  ),
  ...each("8", ["Maximum page size"], PAGES),
  ...each("Further 3", ["Every answer 429"], serviceErrors("rate-limit-waited-out")),
  ...each("9", ["The prefix /api/v2", "Links", "The media type"], SENT_BY_CLIENT),
];
