/** Prefixes of IDs by kind of object. */
const PREFIXES = {
  project: "prj-",
  workspace: "ws-",
  run: "run-",
  taskStage: "ts-",
  taskResult: "taskrs-",
  policyEvaluation: "poleval-",
  task: "task-",
  workspaceTask: "wstask-",
  agentPool: "apool-",
  variableSet: "varset-",
  team: "team-",
} as const;

export type IdKind = keyof typeof PREFIXES;

/** The prefix of IDs of this kind, including the hyphen. */
export function idPrefix(kind: IdKind): string {
  return PREFIXES[kind];
}

/** Whether the text is a well-formed ID of this kind: its prefix, then letters and digits. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = PREFIXES[kind];
  return text.startsWith(prefix) && /^[A-Za-z0-9]+$/.test(text.slice(prefix.length));
}

/** How many letters and digits the service puts after the prefix of an ID. */
export const ID_LENGTH = 16;

/** Whether the text has the form of the IDs that the service makes. Names can have it, too. */
export function hasFormOfId(kind: IdKind, text: string): boolean {
  return isId(kind, text) && text.length === PREFIXES[kind].length + ID_LENGTH;
}
