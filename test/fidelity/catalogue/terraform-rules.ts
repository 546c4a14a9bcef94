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

const manages = (token: string) =>
  permissions(`a token ${token} › creates, changes and deletes a project, and moves workspaces into it and back`);

const SENT_BY_CLIENT = notHere("The client sees to it, whoever calls it.");

/** Of the rows on permissions, errors, limits and versions: what shows them in constructs and provider. */
export const TERRAFORM_RULES: readonly (readonly [row: string, shown: Evidence])[] = [
  ...each(
    "5",
    ["Authorization: Bearer"],
    permissions("an unknown token is an error that names the host, and does not show the token"),
  ),
  ...each("5", ["A user token", "The Owners permission"], manages("of the owners team")),
  ...each("5", ["An organization API token"], manages("of the organization")),
  ...each("5", ["The Manage projects permission"], manages("of a team that can manage projects")),
  ...each(
    "5",
    ["Anybody else"],
    permissions("a read-only token creates, changes and deletes nothing, and gets an error"),
  ),
  ...each("5", ["filter[permissions]"], WHAT_ONE_MAY),
  ...each("5", ["Moving workspaces"], [...MAY_MOVE, ...MAY_NOT_MOVE_OUT, ...MAY_NOT_MOVE_IN]),
  ...each("5", ["Override permissions"], MAY_OVERRIDE),

  ...each("7", ["Delete project 204"], DELETE),
  ...each(
    "7",
    ["Delete project 403"],
    serviceErrors("a deletion that the service forbids is an error, and the project stays in the state"),
  ),
  ...each(
    "7",
    ["Delete project 404"],
    [
      ...ensured("deleteProject › a 404 is a success only while the organization can be read"),
      ...lostWrites(
        "a delete with a 404 after a lost response › has an unknown outcome when nothing can be read from then on",
      ),
    ],
  ),
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
  ...each(
    "Further 3",
    ["Every answer 429"],
    serviceErrors("above the rate limit an apply waits as long as the service says, and then continues"),
  ),
  ...each("9", ["The prefix /api/v2", "Links", "The media type"], SENT_BY_CLIENT),
];
