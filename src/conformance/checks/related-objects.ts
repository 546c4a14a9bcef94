import type { ResourceObject } from "../../api/document";
import { requestPath, type Query } from "../../api/request-path";
import { check, type Check, type Finding } from "../check";
import { listIn } from "../document";
import { hasStatus, ifVisible } from "../expectations";
import { get, type ServiceRequest } from "../request";
import type { World } from "../world";
import { listPolicySets, listTeamAccess, listVariableSets, WHOLE_PAGE } from "./requests";

/** What the impact of plans needs of the objects of a list. */
interface RelatedObjects extends Pick<Check, "id" | "row" | "consequence"> {
  readonly list: (world: World, query: Query) => ServiceRequest;
  readonly what: string;
  readonly attributes: readonly string[];
  readonly relationships: readonly string[];
}

const RELATED: readonly RelatedObjects[] = [
  {
    id: "variable-sets",
    row: "project-access: GET /projects/:project_id/varsets",
    list: listVariableSets,
    what: "variable sets of the default project",
    attributes: ["name", "global"],
    relationships: ["workspaces"],
    consequence: "The impact of a move lacks the variable sets that workspaces get or lose.",
  },
  {
    id: "policy-sets",
    row: "project-access: GET /organizations/:organization_name/policy-sets",
    list: listPolicySets,
    what: "policy sets",
    attributes: ["name", "global"],
    relationships: [],
    consequence: "The impact of a move lacks the policy sets that workspaces get or lose.",
  },
  {
    id: "team-access",
    row: "project-access: GET /team-projects",
    list: listTeamAccess,
    what: "teams with access to the default project",
    attributes: ["access"],
    relationships: ["team"],
    consequence: "The impact of a move lacks the teams that get or lose access.",
  },
];

function related({ list, what, attributes, relationships, ...it }: RelatedObjects): Check {
  const lacking = (resource: ResourceObject): readonly string[] => [
    ...attributes.filter((name) => resource.attributes[name] === undefined),
    ...relationships.filter((name) => resource.relationships[name] === undefined),
  ];
  const finding = (listed: readonly ResourceObject[] = []): Finding => {
    const [first] = listed;
    if (first === undefined) return { skipped: `there are no ${what}` };
    const missing = lacking(first);
    return missing.length === 0 ? undefined : `no ${missing.join(", ")}`;
  };
  return check({
    ...it,
    requests: { list: (world) => list(world, WHOLE_PAGE) },
    expects: ({ list: response }) => ifVisible(response, what, () => finding(listIn(response))),
  });
}

export const RELATED_CHECKS: readonly Check[] = [
  ...RELATED.map(related),
  check({
    id: "task-configurations",
    row: "run-tasks: Filters of task configurations",
    requests: {
      list: ({ organization, defaultProject: { id } }) =>
        get(requestPath`/organizations/${organization}/task-configs`, {
          "filter[target_type]": "project",
          "filter[target_id]": id,
        }),
    },
    expects: ({ list }) => hasStatus(list, 200, 404) ?? { found: String(list.status) },
    consequence: "None for tfprojects, which does not read which run tasks apply to a project.",
  }),
];
