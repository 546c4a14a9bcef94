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

const SENT_BY_CLIENT = notHere("The client ensures it for all its callers.");

/** Of the rows on permissions, errors, limits and versions: what shows them in constructs and provider. */
export const TERRAFORM_RULES: readonly (readonly [row: string, shown: Evidence])[] = [
  ...each("authentication", ["Authorization: Bearer"], permissions("unknown-token")),
  ...each("authentication", ["A user token", "The Owners permission"], permissions("manages-owner")),
  ...each("authentication", ["An organization API token"], permissions("manages-organization")),
  ...each("authentication", ["The Manage projects permission"], permissions("manages-manage-projects")),
  ...each("authentication", ["Other callers"], permissions("read-only-denied")),
  ...each("authentication", ["filter[permissions]"], WHAT_ONE_MAY),
  ...each("authentication", ["Moving workspaces"], [...MAY_MOVE, ...MAY_NOT_MOVE_OUT, ...MAY_NOT_MOVE_IN]),
  ...each("authentication", ["Override permissions"], MAY_OVERRIDE),

  ...each("errors", ["Delete project 204"], DELETE),
  ...each("errors", ["Delete project 403"], serviceErrors("delete-forbidden")),
  ...each("errors", ["Delete project 404"], [...ensured("delete-missing"), ...lostWrites("delete-outcome-unknown")]),
  ...each("errors", ["Move workspaces 204"], MOVE),
  ...each("errors", ["Move workspaces 403"], [...REFUSED_MOVE, ...MAY_NOT_MOVE_OUT]),
  ...each("errors", ["Move workspaces 404"], MAY_NOT_MOVE_IN),
  ...each("errors", ["Show task stage 404"], NO_STAGE),
  ...each("errors", ["Show task result 404"], NO_RESULT),

  ...each("limits", ["Project name length"], NAME),
  ...each("limits", ["Project description length"], DESCRIPTION),
  ...each("limits", ["auto-destroy-activity-duration"], DURATION),
  ...each(
    "limits",
    ["Default page size (projects)", "Default page size (task stages)"],
    notHere("The provider always sends a page size."),
  ),
  ...each("limits", ["Maximum page size"], PAGES),
  ...each("rate-limits", ["A 429 for every request"], serviceErrors("rate-limit-waited-out")),
  ...each("versioning", ["The prefix /api/v2", "Links", "The media type"], SENT_BY_CLIENT),
];
