import type { ExpectedResponse } from "./expected-response";
import { invalid, noContent, notFound } from "./expected-response";
import { can, canInWorkspace } from "./permissions";
import type { Json } from "./json";
import { isObject } from "./json";
import { findProject } from "./projects";
import type { Token, ModelState } from "./state";

/** All or nothing. */
export function moveWorkspaces(world: ModelState, token: Token, id: string, json: Json | undefined): ExpectedResponse {
  const destination = findProject(world, token, id);
  if (destination === undefined || !can(token, "move-workspaces", destination)) return notFound;
  const data = isObject(json) ? json["data"] : undefined;
  if (!Array.isArray(data)) return invalid(["/data"]);
  const items = data as readonly Json[];
  // Only the first item that is none is told, its type before its id (emulator's choice).
  for (const [index, item] of items.entries()) {
    if (!isObject(item) || item["type"] !== "workspaces") return invalid([`/data/${index}/type`]);
    if (typeof item["id"] !== "string" || item["id"] === "") return invalid([`/data/${index}/id`]);
  }

  const ids = new Set(items.map((item) => (item as { readonly id: string }).id));
  const refused = [...ids].filter((workspaceId) => {
    const workspace = world.workspaces.find((one) => one.id === workspaceId);
    if (workspace?.organization !== destination.organization) return true;
    return !canInWorkspace(world, token, "move-workspaces", workspace);
  });
  if (refused.length > 0) return { status: 403, errors: [{ title: "forbidden", names: refused }] };
  for (const workspace of world.workspaces) if (ids.has(workspace.id)) workspace.project = id;
  return noContent;
}
