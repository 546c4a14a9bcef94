import type { Emulator } from "../../src/emulator";
import { HttpClient } from "../emulator/http-client";

/** The settings of a project that are its own; null where it inherits the organization's. */
export interface OwnSettings {
  readonly mode: string | null;
  readonly pool: string | null;
  readonly tags: Readonly<Record<string, string>>;
}

type Service = Pick<Emulator, "address" | "token">;

/** What the service says of a project's execution mode, agent pool and tags. */
export async function ownSettings(service: Service, id: string): Promise<OwnSettings> {
  const client = new HttpClient(service);
  const { attributes, relationships } = (await client.get(`/projects/${id}`)).data;
  const overwrites = (attributes["setting-overwrites"] ?? {}) as Readonly<Record<string, boolean>>;
  const pool = relationships["default-agent-pool"]?.data as { readonly id: string } | null | undefined;
  const tags = (await client.get(`/projects/${id}/tag-bindings`)).list.map(({ attributes }) => attributes);
  return {
    mode: overwrites["default-execution-mode"] === true ? String(attributes["default-execution-mode"]) : null,
    pool: overwrites["default-agent-pool"] === true ? (pool?.id ?? null) : null,
    tags: Object.fromEntries(tags.map(({ key, value }) => [String(key), String(value)])),
  };
}

/** Changes settings out of band, as another client of the service does. */
export async function changeSettings(service: Service, id: string, change: Partial<OwnSettings>): Promise<void> {
  const { mode, pool, tags } = change;
  const inherited = { "setting-overwrites": { "default-execution-mode": false, "default-agent-pool": false } };
  const attributes = {
    ...(mode === undefined ? {} : mode === null ? inherited : { "default-execution-mode": mode }),
    ...(typeof pool === "string" ? { "default-agent-pool-id": pool } : {}),
  };
  const bindings = Object.entries(tags ?? {}).map(([key, value]) => {
    return { type: "tag-bindings", attributes: { key, value } };
  });
  const relationships = tags === undefined ? {} : { "tag-bindings": { data: bindings } };
  const data = { type: "projects", id, attributes, relationships };
  const { status, text } = await new HttpClient(service).patch(`/projects/${id}`, { data });
  if (status !== 200) throw new Error(`The service rejected ${JSON.stringify(change)} with ${status}: ${text}`);
}

/** Creates an agent pool in the organization `acme`, and returns its id. */
export async function createAgentPool(service: Service, name: string): Promise<string> {
  const body = { data: { type: "agent-pools", attributes: { name } } };
  return (await new HttpClient(service).post("/organizations/acme/agent-pools", body)).data.id;
}

/** Replaces the tags of a workspace out of band. */
export async function changeTags(service: Service, id: string, tags: Readonly<Record<string, string>>): Promise<void> {
  const bindings = Object.entries(tags).map(([key, value]) => ({ type: "tag-bindings", attributes: { key, value } }));
  const relationships = { "tag-bindings": { data: bindings } };
  const data = { type: "workspaces", id, attributes: {}, relationships };
  const { status, text } = await new HttpClient(service).patch(`/workspaces/${id}`, { data });
  if (status !== 200) throw new Error(`The service rejected the tags ${JSON.stringify(tags)} with ${status}: ${text}`);
}
