import { hasRelationship, relatedId, relatedIds, type ResourceObject } from "../../api/document";
import { includedResource } from "../../api/include";
import { requestPath, type Query } from "../../api/request-path";
import { pluralize } from "../../reconcile";
import { check, type Check, type RequestOf } from "../check";
import { listIn } from "../document";
import { describe, hasStatus, ifVisible, lists, shown } from "../expectations";
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
  {
    id: "notifications",
    row: "other-clients: Notification configurations",
    list: (_, query, id) => get(requestPath`/projects/${id}/notification-configurations`, query),
    what: (projects) => `notifications of ${projects}`,
    attributes: ["name", "destination-type", "enabled"],
    relationships: [],
    consequence: "The impact of a move lacks the notifications that workspaces get or lose.",
  },
  {
    id: "agent-pools",
    row: "project-attributes: Agent pools",
    list: ({ organization }, query) => get(requestPath`/organizations/${organization}/agent-pools`, query),
    what: () => "agent pools",
    attributes: ["name", "organization-scoped"],
    relationships: ["allowed-projects", "allowed-workspaces", "excluded-workspaces"],
    consequence: "The impact of a move lacks agent pools that do not allow the destination, or has others.",
  },
  {
    id: "vcs-connections",
    row: "other-clients: OAuth clients",
    // Without parameters of pages, all are in one response.
    list: ({ organization }) => get(requestPath`/organizations/${organization}/oauth-clients`),
    what: () => "connections to VCS providers",
    attributes: ["service-provider", "organization-scoped"],
    relationships: ["projects", "oauth-tokens"],
    consequence: "The impact of a move lacks connections that do not allow the destination, or has others.",
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
    id: "policy-sets-by-tags",
    row: "other-clients: tag-selector-matching-logic of a policy set",
    requests: { list: (world) => listPolicySets(world, WHOLE_PAGE) },
    expects: ({ list }) =>
      ifVisible(list, "policy sets", () => {
        const attributes = listIn(list)?.map((it) => it.attributes);
        if (attributes === undefined) return describe(list);
        if (attributes.every((its) => its["scoping-type"] === undefined)) return { found: "no scoping-type" };
        const byTags = attributes.find((its) => its["scoping-type"] === "tag");
        if (byTags === undefined) return { skipped: "no policy set selects workspaces by tags" };
        const { "tag-selectors": selectors, "tag-selector-matching-logic": logic } = byTags;
        if (!Array.isArray(selectors)) return `tag-selectors is ${shown(selectors)}`;
        return logic === "any" || logic === "all" ? undefined : `tag-selector-matching-logic is ${shown(logic)}`;
      }),
    consequence: "The impact of a move cannot say whether policy sets that select by tags still apply.",
  }),
  check({
    id: "task-configurations",
    row: "run-tasks: Task configurations",
    requests: { list: (world) => listTaskConfigurations(world) },
    expects: ({ list }) =>
      list.status === 404
        ? { found: "404" }
        : ifVisible(list, "task configurations", () => {
            const lacking = listIn(list)?.find(
              (it) =>
                !hasRelationship(it, "projects") || includedResource(list.document, "tasks", taskOf(it)) === undefined,
            );
            return (
              hasStatus(list, 200) ?? (lacking === undefined ? undefined : "one without its projects, or its task")
            );
          }),
    consequence: "The impact of a move lacks the run tasks that workspaces get or lose.",
  }),
  check({
    id: "task-configuration-filters",
    row: "run-tasks: Filters of task configurations",
    requests: {
      all: (world) => listTaskConfigurations(world),
      underscores: (world) => listTaskConfigurations(world, targeting(world, "target_type", "target_id", "project")),
      hyphens: (world) => listTaskConfigurations(world, targeting(world, "target-type", "target-id", "projects")),
    },
    expects: ({ all, underscores, hyphens }, { defaultProject: { id } }) => {
      const statuses = `${underscores.status} with underscores, ${hyphens.status} with hyphens`;
      const applying = listIn(all)?.filter(
        (it) => it.attributes["global"] === true || relatedIds(it, "projects").includes(id),
      );
      if (all.status !== 200 || applying === undefined) return { found: statuses };
      for (const list of [underscores, hyphens].filter(({ status }) => status === 200)) {
        const count = listIn(list)?.length;
        const lacks = lists(list, ...applying.map((it) => it.id));
        if (lacks !== undefined || count !== applying.length)
          return lacks ?? `a list of ${count}, not ${applying.length}`;
      }
      return hasStatus(underscores, 200, 400) ?? hasStatus(hyphens, 200, 400) ?? { found: statuses };
    },
    consequence: "None for tfprojects, which reads all of them.",
  }),
];

function listTaskConfigurations({ organization }: World, query: Query = {}): ServiceRequest {
  return get(requestPath`/organizations/${organization}/task-configs`, { include: "task", ...query, ...WHOLE_PAGE });
}

function targeting({ defaultProject: { id } }: World, type: string, target: string, value: string): Query {
  return { [`filter[${type}]`]: value, [`filter[${target}]`]: id };
}

function taskOf(configuration: ResourceObject): string {
  return relatedId(configuration, "task") ?? "";
}
