import { Client } from "../../src/api";
import { projectSubject } from "../../src/diagnostics";
import { identityText } from "../../src/diagnostics/move-texts";
import { NO_SETTINGS, type MembershipState, type Project, type ProjectState, type Workspace } from "../../src/model";
import { Diagnostics, type Diagnostic } from "../../src/plugin";
import { JsonLogger } from "../../src/plugin/logger";
import { ProviderData } from "../../src/provider/provider-data";
import type { Acme } from "../support/acme";
import { OPTIONAL } from "../support/handler-requests";

const LOGGER = new JsonLogger({ module: "test", write: () => undefined, level: "off" });

/** For what sends no request. */
export const NO_SERVICE = { client: new Client({ address: "https://tfe.example.com", token: "token", env: {} }) };

/** What handlers get, of a process of its own unless it is given. */
export function contextOf(acme: Pick<Acme, "client">, provider = new ProviderData(acme.client, "acme")) {
  const signal = new AbortController().signal;
  const stored = { storedPrivateState: undefined, storePrivateState: () => undefined };
  return { provider, diagnostics: new Diagnostics(), signal, logger: LOGGER, privateState: undefined, ...stored };
}

/** A diagnostic in full. */
export function warning(summary: string, detail: string, attribute?: string): Diagnostic {
  return { severity: "warning", summary, detail, attribute: attribute === undefined ? undefined : [attribute] };
}

/** As {@link warning}. */
export function error(summary: string, detail: string, attribute?: string): Diagnostic {
  return { ...warning(summary, detail, attribute), severity: "error" };
}

/** The summary of the warning of a renamed project. */
export const RENAMES = "A rename changes the identity of runs";

/** Workspaces that move from one project to another. */
export type MovedPair = readonly [workspaces: number, from: string, to: string];

/** What warnings say of workspaces that move, apart from states that they share: that a project is another one. */
export function identityOfMoves(...pairs: readonly MovedPair[]): string {
  const subject = (name: string): string => projectSubject("acme", name);
  return identityText(
    pairs.map(([workspaces, from, to]) => {
      return { cause: "moved", before: subject(from), after: subject(to), workspaces };
    }),
  );
}

/** What warnings of moves end with, unless the plan has read all workspaces. */
export const STATES_NOT_COMPARED =
  "Whether workspaces can still read states that are shared with the project was not compared: `npx tfprojects plan` " +
  "does.";

/** What a call is refused with. */
export async function refusalOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (refusal) {
    return refusal;
  }
  throw new Error("It was not refused.");
}

/** The diagnostics that a call is refused with. */
export async function errorsOf(work: () => unknown): Promise<unknown> {
  const refusal = await refusalOf(work);
  return typeof refusal === "object" && refusal !== null && "diagnostics" in refusal ? refusal.diagnostics : refusal;
}

/** A project that is only in responses. */
export function projectOf(id: string, name: string, more: Partial<Project> = {}): Project {
  const permissions = { canUpdate: undefined, canDestroy: undefined, canCreateWorkspace: undefined };
  return { ...NO_SETTINGS, id, name, organization: "acme", workspaceCount: 0, teamCount: 0, permissions, ...more };
}

/** A workspace that is only in responses. */
export function workspaceOf(name: string, projectId = "prj-a", organization = "acme"): Workspace {
  return { id: `ws-${name}`, name, projectId, organization };
}

export function projectState(id: string, name: string, more: Partial<ProjectState> = {}): ProjectState {
  return {
    id,
    name,
    description: null,
    auto_destroy_activity_duration: null,
    default_execution_mode: null,
    default_agent_pool_id: null,
    tags: null,
    ignore_additional_tags: null,
    deletion_policy: "refuse",
    adopt_existing: null,
    previous_names: null,
    organization: "acme",
    ...more,
  };
}

export function membershipState(projectId: string, more: Partial<MembershipState> = {}): MembershipState {
  return {
    ...OPTIONAL,
    id: projectId,
    project_id: projectId,
    workspace_ids: [],
    workspace_names: [],
    exclusive: false,
    on_destroy: "default-project",
    organization: "acme",
    ...more,
  };
}
