import type { ResourceObject } from "../../api/document";
import { requestPath, type Query } from "../../api/request-path";
import { pluralize } from "../../reconcile";
import { check, type Check, type RequestOf } from "../check";
import { listIn } from "../document";
import { hasStatus, ifVisible } from "../expectations";
import { get, type ServiceRequest, type ServiceResponse } from "../request";
import type { World } from "../world";
import { listPolicySets, listProjects, listTeamAccess, listVariableSets, WHOLE_PAGE } from "./requests";

/** What the impact of plans needs of the objects of a list. */
interface RelatedObjects extends Pick<Check, "id" | "row" | "consequence"> {
  readonly list: (world: World, query: Query, projectId: string) => ServiceRequest;
  /** @param projects - The projects that were looked at, as in "the default project". */
  readonly what: (projects: string) => string;
  readonly attributes: readonly string[];
  readonly relationships: readonly string[];
}

const RELATED: readonly RelatedObjects[] = [
  {
    id: "variable-sets",
    row: "project-access: GET /projects/:project_id/varsets",
    list: listVariableSets,
    what: (projects) => `variable sets of ${projects}`,
    attributes: ["name", "global"],
    relationships: ["workspaces"],
    consequence: "The impact of a move lacks the variable sets that workspaces get or lose.",
  },
  {
    id: "policy-sets",
    row: "project-access: GET /organizations/:organization_name/policy-sets",
    list: listPolicySets,
    what: () => "policy sets",
    attributes: ["name", "global"],
    relationships: [],
    consequence: "The impact of a move lacks the policy sets that workspaces get or lose.",
  },
  {
    id: "team-access",
    row: "project-access: GET /team-projects",
    list: listTeamAccess,
    what: (projects) => `teams with access to ${projects}`,
    attributes: ["access"],
    relationships: ["team"],
    consequence: "The impact of a move lacks the teams that get or lose access.",
  },
];

/** The requests for the default project and for up to four others, until there is an object. */
const PLACES = ["first", "second", "third", "fourth", "fifth"] as const;

function related({ list, what, attributes, relationships, ...it }: RelatedObjects): Check {
  const lacking = (resource: ResourceObject): readonly string[] => [
    ...attributes.filter((name) => resource.attributes[name] === undefined),
    ...relationships.filter((name) => resource.relationships[name] === undefined),
  ];
  // Once a list has an object, the requests that follow are equal to it, and so not sent.
  const listAt =
    (place: number): RequestOf =>
    (world, before) => {
      const ids = projectIds(world, before["projects"]);
      const found = PLACES.slice(0, place).findIndex((earlier) => firstIn(before[earlier]) !== undefined);
      return list(world, WHOLE_PAGE, ids[found === -1 ? place : found] ?? world.defaultProject.id);
    };
  const [first, second, third, fourth, fifth] = [listAt(0), listAt(1), listAt(2), listAt(3), listAt(4)];
  return check({
    ...it,
    requests: { projects: (world) => listProjects(world, WHOLE_PAGE), first, second, third, fourth, fifth },
    expects: ({ projects, ...lists }, world) => {
      const responses = PLACES.map((place) => lists[place]);
      const response = responses.find(firstIn) ?? responses.find(({ status }) => status === 200) ?? lists.first;
      const looked = what(projectsText(projectIds(world, projects).length));
      return ifVisible(response, looked, () => {
        const object = firstIn(response);
        if (object === undefined) return hasStatus(response, 200) ?? { skipped: `there are no ${looked}` };
        const missing = lacking(object);
        return missing.length === 0 ? undefined : `no ${missing.join(", ")}`;
      });
    },
  });
}

function firstIn(response: ServiceResponse | undefined): ResourceObject | undefined {
  return response && listIn(response)?.[0];
}

function projectIds({ defaultProject: { id } }: World, projects: ServiceResponse | undefined): readonly string[] {
  const others = (projects && listIn(projects)) ?? [];
  return [id, ...others.map((it) => it.id).filter((other) => other !== id)].slice(0, PLACES.length);
}

function projectsText(count: number): string {
  return count === 1 ? "the default project" : `the default project or ${pluralize(count - 1, "other")}`;
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
