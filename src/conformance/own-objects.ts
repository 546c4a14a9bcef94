import type { ResourceObject } from "../api/document";
import { requestPath, type Query } from "../api/request-path";
import type { IdKind } from "../model";
import { runOf, type TestRun } from "./marker";

/** Kinds of objects that checks create, in the order in which they are deleted. */
export const OBJECT_KINDS = ["workspace", "variable set", "agent pool", "project"] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

interface KindOfObject {
  readonly id: IdKind;
  /** Of its resources. */
  readonly type: string;
  /** The path of one of them. */
  readonly item: (id: string) => string;
  /** Where those with this name are, at least. */
  readonly find: (organization: string, name: string) => readonly [path: string, query?: Query];
  /** Whether the description has the marker of the run; otherwise, the name has its ID. @default true */
  readonly hasDescription?: false;
}

export const KINDS: Readonly<Record<ObjectKind, KindOfObject>> = {
  workspace: {
    id: "workspace",
    type: "workspaces",
    item: (id) => requestPath`/workspaces/${id}`,
    find: (organization, name) => [requestPath`/organizations/${organization}/workspaces/${name}`],
  },
  "variable set": {
    id: "variableSet",
    type: "varsets",
    item: (id) => requestPath`/varsets/${id}`,
    find: (organization, name) => [requestPath`/organizations/${organization}/varsets`, { q: name }],
  },
  "agent pool": {
    id: "agentPool",
    type: "agent-pools",
    item: (id) => requestPath`/agent-pools/${id}`,
    find: (organization, name) => [requestPath`/organizations/${organization}/agent-pools`, { q: name }],
    hasDescription: false,
  },
  project: {
    id: "project",
    type: "projects",
    item: (id) => requestPath`/projects/${id}`,
    find: (organization, name) => [requestPath`/organizations/${organization}/projects`, { "filter[names]": name }],
  },
};

/** Whether a run has created an object that has the name of one of its objects. */
export function isOfRun(kind: ObjectKind, { attributes }: ResourceObject, { id }: TestRun): boolean {
  return KINDS[kind].hasDescription === false || runOf(attributes["description"])?.id === id;
}
