import type { Emulator } from "../../src/emulator";

/** Replaces the own key-value tags of a workspace or project, as its owner does in the service. */
export async function setTags(
  { address, token }: Pick<Emulator, "address" | "token">,
  id: string,
  tags: Readonly<Record<string, string>>,
): Promise<void> {
  const kind = id.startsWith("prj-") ? "projects" : "workspaces";
  const data = Object.entries(tags).map(([key, value]) => ({ type: "tag-bindings", attributes: { key, value } }));
  const response = await fetch(`${address}/api/v2/${kind}/${id}/relationships/tag-bindings`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/vnd.api+json" },
    body: JSON.stringify({ data }),
  });
  if (!response.ok) throw new Error(`The tags of ${id} were not set: ${response.status} ${await response.text()}`);
}
