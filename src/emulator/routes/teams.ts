import { nameKey } from "../../model";
import { badRequest } from "../errors";
import { filterList, listable, pageOf } from "../http/list";
import { queryList, queryValue } from "../http/query-parameters";
import type { Route, RouteResult, ServiceRequest } from "../http/route";
import { ok } from "../http/route";
import { teamProjectResource, teamResource } from "../serializers/team";
import type { TeamProjectRecord, TeamRecord } from "../store/records";
import { visibleOrganization, visibleProject } from "./visible";

const PROJECT_FILTER = "filter[project][id]";
const TEAM_FILTER = "filter[team][id]";

/** Teams and their access to projects. Read-only; seeds and the control API create them. */
export const teamRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/organizations/:organization/teams",
    query: { emulated: ["q", "filter[names]"], notEmulated: ["include"] },
    handle: listTeams,
  },
  {
    method: "GET",
    path: "/team-projects",
    query: { emulated: [PROJECT_FILTER, TEAM_FILTER] },
    handle: listAccess,
  },
];

/** By name (our choice: undocumented). Every team is visible to all members. */
function listTeams(request: ServiceRequest): RouteResult {
  const { store, query } = request;
  const organization = visibleOrganization(request);
  const search = queryValue(query, "q");
  const names = queryList(query, "filter[names]")?.map(nameKey);
  const found = filterList(
    store.teamsByNameOf(organization.id),
    ...(search === undefined ? [] : [(team: TeamRecord) => nameKey(team.name).includes(nameKey(search))]),
    ...(names === undefined ? [] : [(team: TeamRecord) => names.includes(nameKey(team.name))]),
  );
  const { data, links, meta } = pageOf(request, found, (team) => teamResource(request, team));
  return ok({ data, links, meta });
}

/**
 * The access of all teams, for principals who can update the project. Others see the access of their own teams, and
 * tokens of the emulator belong to no team.
 *
 * @throws HttpError 400 without a project (our choice: undocumented), 404 for one that is not visible
 */
function listAccess(request: ServiceRequest): RouteResult {
  const { store, principal, query } = request;
  const projectId = queryValue(query, PROJECT_FILTER);
  if (projectId === undefined) throw badRequest(`Parameter ${PROJECT_FILTER} is required.`);
  const project = visibleProject(request, projectId);
  const all = principal.can("update", project) ? store.teamProjectsOf(project.id) : listable<TeamProjectRecord>([]);
  const team = queryValue(query, TEAM_FILTER);
  const found = filterList(all, ...(team === undefined ? [] : [({ teamId }: TeamProjectRecord) => teamId === team]));
  const { data, links, meta } = pageOf(request, found, teamProjectResource);
  return ok({ data, links, meta });
}
