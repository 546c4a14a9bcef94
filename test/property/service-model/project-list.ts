import type { ExpectedResponse } from "./expected-response";
import { badRequest } from "./expected-response";
import { page } from "./paging";
import { can } from "./permissions";
import { projectDocument } from "./projects";
import type { Project, Token, ModelState } from "./state";

export function listProjects(
  world: ModelState,
  token: Token,
  organization: string,
  query: URLSearchParams,
): ExpectedResponse {
  const all = world.projects.filter((project) => project.organization === organization && can(token, "read", project));
  const matching = all.filter((project) => matches(token, project, query));
  const sort = queryValue(query, "sort");
  if (sort !== undefined && sort !== "name" && sort !== "-name") return badRequest;
  // Also without `sort`.
  matching.sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
  if (sort === "-name") matching.reverse();
  return page(
    `/api/v2/organizations/${organization}/projects`,
    query,
    matching.map((project) => projectDocument(world, token, project, "list")),
    { "status-counts": { total: all.length, matching: matching.length } },
  );
}

function matches(token: Token, project: Project, query: URLSearchParams): boolean {
  const name = project.name.toLowerCase();
  const names = queryValue(query, "filter[names]");
  const search = queryValue(query, "q");
  // `filter[names]` compares whole names; `q` is ignored beside it.
  if (names !== undefined) {
    if (
      !names
        .toLowerCase()
        .split(",")
        .map((one) => one.trim())
        .includes(name)
    )
      return false;
  } else if (search !== undefined && !name.includes(search.toLowerCase())) return false;
  // The permission filters work by being there, whatever they say.
  if (query.has("filter[permissions][create-workspace]") && !can(token, "create-workspace", project)) return false;
  return !query.has("filter[permissions][update]") || can(token, "update", project);
}

/** Undefined when a parameter is absent or blank (emulator's choice). */
function queryValue(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name);
  return value === null || value.trim() === "" ? undefined : value;
}
