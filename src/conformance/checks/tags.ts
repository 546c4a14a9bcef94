import { requestPath } from "../../api/request-path";
import { check, type Check } from "../check";
import { listIn } from "../document";
import { describe, hasStatus, isEmptyList, lists } from "../expectations";
import { get, patch, type ServiceRequest, type ServiceResponse } from "../request";
import type { World } from "../world";
import { listWorkspaces, listWorkspacesIn } from "./requests";

const KEY = "tfprojects-conformance";

function effectiveTags(id: string): ServiceRequest {
  return get(requestPath`/projects/${id}/effective-tag-bindings`);
}

/** Gives the first project these tags, and no others. */
function tag(world: World, tags: Readonly<Record<string, string>>): ServiceRequest {
  const id = world.idOf("projectA");
  const data = Object.entries(tags).map(([key, value]) => ({ type: "tag-bindings", attributes: { key, value } }));
  const body = { data: { type: "projects", id, relationships: { "tag-bindings": { data } } } };
  return patch(requestPath`/projects/${id}`, body);
}

function hasTag(response: ServiceResponse, value: string): string | undefined {
  const tags = [...(listIn(response) ?? []), ...response.document.included].map(({ attributes }) => attributes);
  if (tags.some((it) => it["key"] === KEY && it["value"] === value)) return undefined;
  return response.status === 200 ? "the tag is missing" : describe(response);
}

export const TAG_READ_CHECKS: readonly Check[] = [
  check({
    id: "effective-tags",
    row: "project-access: GET /projects/:project_id/effective-tag-bindings",
    requests: { tags: ({ defaultProject: { id } }) => effectiveTags(id) },
    expects: ({ tags }) =>
      hasStatus(tags, 200) ?? (listIn(tags) === undefined ? `no list: ${describe(tags)}` : undefined),
    consequence: "The impact of a move lacks the tags that workspaces inherit or lose.",
  }),
];

/** After those that create projects and workspaces. */
export const TAG_CHECKS: readonly Check[] = [
  check({
    id: "tags-replaced",
    row: "project-attributes: Tag bindings in a project's document",
    needs: ["write"],
    requests: {
      add: (world) => tag(world, { [KEY]: "a", [`${KEY}-2`]: "b" }),
      replace: (world) => tag(world, { [KEY]: "c" }),
      tags: (world) => effectiveTags(world.idOf("projectA")),
    },
    expects: ({ add, replace, tags }) => {
      const count = listIn(tags)?.length;
      return (
        hasStatus(add, 200) ??
        hasStatus(replace, 200) ??
        hasTag(tags, "c") ??
        (count === 1 ? undefined : `${count} tags instead of 1`)
      );
    },
    consequence: "Tags that the code dropped stay, and plans are never empty.",
  }),
  check({
    id: "tags-inherited",
    row: "project-attributes: effective-tag-bindings",
    needs: ["write"],
    requests: {
      list: (world) => listWorkspacesIn(world, "projectA", { include: "effective_tag_bindings" }),
    },
    expects: ({ list }) => hasTag(list, "c"),
    consequence: "Rules by tags do not match workspaces that have the tag from their project.",
  }),
  check({
    id: "tag-filter",
    row: "workspaces: filter[tagged] of workspaces",
    needs: ["write"],
    requests: {
      matching: (world) => listWorkspaces(world, tagged(KEY, "c", world.idOf("projectA"))),
      other: (world) => listWorkspaces(world, tagged(KEY, "d", world.idOf("projectA"))),
    },
    expects: ({ matching, other }, world) => lists(matching, world.idOf("workspace3")) ?? isEmptyList(other),
    consequence: "Rules by tags match too many workspaces, or too few.",
  }),
  check({
    id: "tag-limit",
    row: "project-attributes: Ten tags",
    needs: ["write"],
    requests: {
      add: (world) =>
        tag(world, Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${KEY}-${index}`, "x"]))),
      clear: (world) => tag(world, {}),
    },
    expects: ({ add, clear }) => hasStatus(add, 422) ?? hasStatus(clear, 200),
    consequence: "Plans reject more tags than ten, although the service accepts them.",
  }),
];

function tagged(key: string, value: string, projectId: string): Readonly<Record<string, string>> {
  return {
    "filter[tagged][0][key]": key,
    "filter[tagged][0][value]": value,
    "filter[project][id]": projectId,
  };
}
