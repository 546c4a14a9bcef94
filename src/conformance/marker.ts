/** A run of the checks, which the objects that it creates name in their descriptions. */
export interface TestRun {
  /** Eight hexadecimal digits. */
  readonly id: string;
  readonly startedAt: Date;
}

const PROJECT_PREFIX = "tfprojects conformance";
const WORKSPACE_PREFIX = "tfprojects-conformance";

/** Finds the projects of all runs: their names contain it. */
export const PROJECT_SEARCH = PROJECT_PREFIX;

export function projectName({ id }: TestRun, suffix: string): string {
  return `${PROJECT_PREFIX} ${id} ${suffix}`;
}

export function workspaceName({ id }: TestRun, suffix: string): string {
  return `${WORKSPACE_PREFIX}-${id}-${suffix}`;
}

/** What follows the prefix in IDs that no object has. */
export function unusedId({ id }: TestRun): string {
  return `tfpconf0${id}`;
}

/** The description of everything that a run creates. */
export function markerOf({ id, startedAt }: TestRun): string {
  return `Created by ${PROJECT_PREFIX}, run ${id}, ${startedAt.toISOString()}. It can be deleted.`;
}

const MARKER = /^Created by tfprojects conformance, run ([0-9a-f]{8}), (\d{4}-\d\d-\d\dT[\d:.]+Z)\. /;

/** The run that created an object with this description; undefined for every other object. */
export function runOf(description: unknown): TestRun | undefined {
  const [, id, time = ""] = (typeof description === "string" ? MARKER.exec(description) : null) ?? [];
  const startedAt = new Date(time);
  return id === undefined || Number.isNaN(startedAt.getTime()) ? undefined : { id, startedAt };
}
