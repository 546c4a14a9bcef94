import { NotFoundError } from "../../../src/api";
import { computed, optionalComputed, required, string } from "../../../src/plugin";
import type { Resource, Schema } from "../../../src/plugin";
import type { Tfe } from "./connection";

const workspace = {
  description: "A workspace.",
  attributes: {
    id: computed(string, { description: "ws-…" }),
    name: required(string, { description: "Its name." }),
    organization: optionalComputed(string, { description: "Its organization." }),
    project_id: optionalComputed(string, { description: "Its project: where it is, if the code sets none." }),
  },
} satisfies Schema;

/** `tfe_workspace`, as far as it has to do with projects. */
export const workspaceResource: Resource<typeof workspace, Tfe> = {
  type: "tfe_workspace",
  schema: workspace,
  async read(state, { provider }) {
    try {
      const { name, projectId } = await provider.client.workspaces.get(state.id);
      return { ...state, name, project_id: projectId };
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  },
  plan: ({ planned }, { provider }) =>
    Promise.resolve({ planned: { ...planned, organization: provider.organization }, requiresReplace: [] }),
  async create({ config: { name, project_id: projectId } }, { provider: { organization, client } }) {
    const found = await send("POST", `organizations/${organization}/workspaces`, name, projectId ?? null);
    const created = await client.workspaces.get(found);
    return { id: created.id, name, organization, project_id: created.projectId };
  },
  async update({ config: { name, project_id: projectId }, prior }, { provider }) {
    await send("PATCH", `workspaces/${prior.id}`, name, projectId ?? null);
    const { projectId: now } = await provider.client.workspaces.get(prior.id);
    return { ...prior, name, project_id: now };
  },
  async delete({ id }) {
    await send("DELETE", `workspaces/${id}`);
  },
};

/** The client of this package does not write workspaces. Gives the ID. */
async function send(method: string, path: string, name?: string, projectId: string | null = null): Promise<string> {
  const relationships = projectId === null ? {} : { project: { data: { type: "projects", id: projectId } } };
  const response = await fetch(`${process.env["TFE_ADDRESS"] ?? ""}/api/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${process.env["TFE_TOKEN"] ?? ""}`, "content-type": "application/vnd.api+json" },
    ...(name === undefined
      ? {}
      : { body: JSON.stringify({ data: { type: "workspaces", attributes: { name }, relationships } }) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  if (response.status === 204) return "";
  const { data } = (await response.json()) as { readonly data: { readonly id: string } };
  return data.id;
}
