import { nameKey } from "../../model";
import type { TokenRecord } from "../access/token";
import { tokenRecord } from "../access/token";
import type { Clock } from "../clock";
import type { Decoder } from "../decode";
import {
  organizationRecord,
  policyEvaluationRecord,
  projectRecord,
  runRecord,
  runTaskRecord,
  taskResultRecord,
  taskStageRecord,
  workspaceRecord,
  workspaceTaskRecord,
} from "./records";
import type { Change, Recorded } from "./table";
import { bySequence, Table } from "./table";

/** Told of every change to the world, in order. */
export type ChangeListener = (change: Change) => void;

interface Named extends Recorded {
  readonly name: string;
}

/**
 * Everything the service knows, in memory. It keeps records and finds them; the rules of what may change how are in the files beside
 * it, one for each kind of thing.
 */
export class World {
  readonly #restorers = new Map<string, (record: unknown, path: string) => void>();
  #lastSequence = 0;
  #listener: ChangeListener | undefined;

  readonly organizations = this.#table("organizations", organizationRecord);
  readonly organizationByName = this.organizations.uniqueBy((it) => nameKey(it.name));

  readonly projects = this.#table("projects", projectRecord);
  readonly #projectByName = this.projects.uniqueBy((it) => scopedName(it.organizationId, it.name));
  readonly projectsOf = this.projects.groupedBy((it) => it.organizationId);
  readonly projectsByNameOf = this.projects.groupedBy((it) => it.organizationId, byName);

  readonly workspaces = this.#table("workspaces", workspaceRecord);
  readonly #workspaceByName = this.workspaces.uniqueBy((it) => scopedName(it.organizationId, it.name));
  readonly workspacesOf = this.workspaces.groupedBy((it) => it.organizationId);
  readonly workspacesByNameOf = this.workspaces.groupedBy((it) => it.organizationId, byName);
  readonly workspacesIn = this.workspaces.groupedBy((it) => it.projectId);
  readonly workspacesByNameIn = this.workspaces.groupedBy((it) => it.projectId, byName);

  readonly runTasks = this.#table("run-tasks", runTaskRecord);
  readonly #runTaskByName = this.runTasks.uniqueBy((it) => scopedName(it.organizationId, it.name));
  readonly runTasksOf = this.runTasks.groupedBy((it) => it.organizationId);

  readonly workspaceTasks = this.#table("workspace-tasks", workspaceTaskRecord);
  readonly workspaceTasksOf = this.workspaceTasks.groupedBy((it) => it.workspaceId);
  readonly workspaceTasksWith = this.workspaceTasks.groupedBy((it) => it.taskId);

  readonly runs = this.#table("runs", runRecord);
  readonly runsOf = this.runs.groupedBy((it) => it.workspaceId);

  readonly taskStages = this.#table("task-stages", taskStageRecord);
  readonly taskStagesOf = this.taskStages.groupedBy((it) => it.runId);
  /** Overridden stages that are on their way to `passed`. */
  readonly #stagesUnderway = this.taskStages.groupedBy((it) => (it.passesAt === null ? undefined : "underway"));

  readonly taskResults = this.#table("task-results", taskResultRecord);
  readonly taskResultsOf = this.taskResults.groupedBy((it) => it.taskStageId);

  readonly policyEvaluations = this.#table("policy-evaluations", policyEvaluationRecord);
  readonly policyEvaluationsOf = this.policyEvaluations.groupedBy((it) => it.taskStageId);

  readonly tokens = this.#table<TokenRecord>("tokens", tokenRecord);
  readonly tokenBySecret = this.tokens.uniqueBy((it) => it.secret);

  constructor(readonly clock: Clock) {}

  /** The number for the next new record. */
  nextSequence(): number {
    this.#lastSequence += 1;
    return this.#lastSequence;
  }

  projectNamed(organizationId: string, name: string): ReturnType<typeof this.projects.get> {
    return this.#projectByName(scopedName(organizationId, name));
  }

  workspaceNamed(organizationId: string, name: string): ReturnType<typeof this.workspaces.get> {
    return this.#workspaceByName(scopedName(organizationId, name));
  }

  runTaskNamed(organizationId: string, name: string): ReturnType<typeof this.runTasks.get> {
    return this.#runTaskByName(scopedName(organizationId, name));
  }

  stagesUnderway(): readonly Readonly<ReturnType<typeof this.taskStages.expect>>[] {
    return this.#stagesUnderway("underway").all();
  }

  /** From now on `listener` hears of every change; what {@link restore} puts is not told. */
  onChange(listener: ChangeListener): void {
    this.#listener = listener;
  }

  /** Puts back what a listener was once told. @throws DecodeError when it is not a record of that table. */
  restore(table: string, id: string, record: unknown, path: string): void {
    const restorer = this.#restorers.get(table);
    if (restorer === undefined) throw new Error(`${path}: there is no table ${JSON.stringify(table)}.`);
    const listener = this.#listener;
    this.#listener = undefined;
    restorer(record ?? id, path);
    this.#listener = listener;
  }

  #table<R extends Recorded>(name: string, decoder: Decoder<R>): Table<R> {
    const table = new Table<R>(name, (change) => this.#listener?.(change));
    this.#restorers.set(name, (value, path) => {
      if (typeof value === "string") {
        table.remove(value);
        return;
      }
      const record = table.put(decoder(value, path));
      this.#lastSequence = Math.max(this.#lastSequence, record.sequence);
    });
    return table;
  }
}

function scopedName(organizationId: string, name: string): string {
  return `${organizationId}/${nameKey(name)}`;
}

/** By name without regard to case, as names are compared; creation decides between equals, which do not occur in one organization. */
function byName(one: Named, other: Named): number {
  const [first, second] = [nameKey(one.name), nameKey(other.name)];
  return first < second ? -1 : first > second ? 1 : bySequence(one, other);
}
