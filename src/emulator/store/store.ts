import { nameKey } from "../../model";
import type { TokenRecord } from "../access/token";
import { tokenRecord } from "../access/token";
import type { Clock } from "../clock";
import type { Decoder } from "../decode";
import { DecodeError } from "../errors";
import type { AdvisoryFailuresOption } from "../runs/stage-status";
import {
  agentPoolRecord,
  clockRecord,
  commentRecord,
  configurationVersionRecord,
  organizationRecord,
  policyEvaluationRecord,
  policySetRecord,
  projectRecord,
  runRecord,
  runTaskRecord,
  tagRecord,
  taskResultOutcomeRecord,
  taskResultRecord,
  taskStageRecord,
  teamProjectRecord,
  teamRecord,
  variableSetRecord,
  workspaceRecord,
  workspaceTaskRecord,
} from "./records";
import { hasBeen, hasCompleted } from "../runs/run-status";
import type { Change, BaseRecord } from "./table";
import { bySequence, Table } from "./table";

/** Receives every change to the store, in order. */
export type ChangeListener = (change: Change) => void;

/** The operations of a table that do not depend on its record type. */
interface Restorable {
  contents(): IterableIterator<Change>;
  restore(id: string, record: unknown, path: string): void;
}

interface Revertible {
  readonly change: Change;
  readonly revert: () => void;
}

interface Named extends BaseRecord {
  readonly name: string;
}

/**
 * The state of the service, in memory: records and indexes. The rules for changing them are in the other files of this
 * folder, one per kind of resource.
 */
export class Store {
  readonly #tables = new Map<string, Restorable>();
  #lastSequence = 0;
  #listener: ChangeListener | undefined;
  /** The changes since the begin of {@link atomically}, each with its inverse. */
  #transaction: Revertible[] | undefined;

  readonly #clocks = this.#table("clock", clockRecord);

  readonly organizations = this.#table("organizations", organizationRecord);
  readonly #organizationByName = this.organizations.uniqueBy((it) => nameKey(it.name));

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

  readonly tags = this.#table("tags", tagRecord);
  readonly #tagByName = this.tags.uniqueBy((it) => scopedName(it.organizationId, it.name));
  readonly tagsOf = this.tags.groupedBy((it) => it.organizationId);

  readonly agentPools = this.#table("agent-pools", agentPoolRecord);
  readonly #agentPoolByName = this.agentPools.uniqueBy((it) => scopedName(it.organizationId, it.name));
  readonly agentPoolsOf = this.agentPools.groupedBy((it) => it.organizationId);
  readonly agentPoolsByNameOf = this.agentPools.groupedBy((it) => it.organizationId, byName);

  readonly teams = this.#table("teams", teamRecord);
  readonly #teamByName = this.teams.uniqueBy((it) => scopedName(it.organizationId, it.name));
  readonly teamsByNameOf = this.teams.groupedBy((it) => it.organizationId, byName);

  readonly teamProjects = this.#table("team-projects", teamProjectRecord);
  readonly teamProjectsOf = this.teamProjects.groupedBy((it) => it.projectId);
  readonly teamProjectsWith = this.teamProjects.groupedBy((it) => it.teamId);

  readonly variableSets = this.#table("variable-sets", variableSetRecord);
  readonly #variableSetByName = this.variableSets.uniqueBy((it) => scopedName(it.organizationId, it.name));
  readonly variableSetsByNameOf = this.variableSets.groupedBy((it) => it.organizationId, byName);

  readonly policySets = this.#table("policy-sets", policySetRecord);
  readonly #policySetByName = this.policySets.uniqueBy((it) => scopedName(it.organizationId, it.name));
  readonly policySetsByNameOf = this.policySets.groupedBy((it) => it.organizationId, byName);

  readonly runTasks = this.#table("run-tasks", runTaskRecord);
  readonly #runTaskByName = this.runTasks.uniqueBy((it) => scopedName(it.organizationId, it.name));
  readonly runTasksOf = this.runTasks.groupedBy((it) => it.organizationId);

  readonly workspaceTasks = this.#table("workspace-tasks", workspaceTaskRecord);
  readonly workspaceTasksOf = this.workspaceTasks.groupedBy((it) => it.workspaceId);
  readonly workspaceTasksWith = this.workspaceTasks.groupedBy((it) => it.taskId);

  readonly configurationVersions = this.#table("configuration-versions", configurationVersionRecord);
  readonly configurationVersionsOf = this.configurationVersions.groupedBy((it) => it.workspaceId);
  readonly configurationVersionByUploadKey = this.configurationVersions.uniqueBy((it) => it.uploadKey);

  readonly runs = this.#table("runs", runRecord);
  readonly runsOf = this.runs.groupedBy((it) => it.workspaceId);
  /** Of a workspace: the runs that have not completed, without plan-only ones. The first is active, unless it waits. */
  readonly activeRunsOf = this.runs.groupedBy((it) => (it.underway === true ? it.workspaceId : undefined));
  readonly completedRunsOf = this.runs.groupedBy((it) => (hasCompleted(it) ? it.workspaceId : undefined));
  readonly appliedRunsOf = this.runs.groupedBy((it) => (hasBeen(it, "applied") ? it.workspaceId : undefined));

  readonly comments = this.#table("comments", commentRecord);
  readonly commentsOf = this.comments.groupedBy((it) => it.runId);

  readonly taskStages = this.#table("task-stages", taskStageRecord);
  readonly taskStagesOf = this.taskStages.groupedBy((it) => it.runId);
  /** Overridden stages that have not passed yet, under the key `underway`, by due time. */
  readonly overriddenStages = this.taskStages.groupedBy(
    (it) => (it.passesAt === null ? undefined : "underway"),
    byTime((it) => it.passesAt),
  );

  readonly taskResults = this.#table("task-results", taskResultRecord);
  readonly taskResultsOf = this.taskResults.groupedBy((it) => it.taskStageId);
  /** Results that can time out, under the key `open`, by due time. */
  readonly resultsByDeadline = this.taskResults.groupedBy(
    (it) => (it.timesOutAt === null ? undefined : "open"),
    byTime((it) => it.timesOutAt),
  );
  /** Results whose run task has not been sent its request yet, under the key `due`. */
  readonly pendingRunTaskRequests = this.taskResults.groupedBy((it) => (it.callDue ? "due" : undefined));

  readonly taskResultOutcomes = this.#table("task-result-outcomes", taskResultOutcomeRecord);
  readonly taskResultOutcomesOf = this.taskResultOutcomes.groupedBy((it) => it.taskResultId);

  readonly policyEvaluations = this.#table("policy-evaluations", policyEvaluationRecord);
  readonly policyEvaluationsOf = this.policyEvaluations.groupedBy((it) => it.taskStageId);

  readonly tokens = this.#table<TokenRecord>("tokens", tokenRecord);
  readonly tokenBySecret = this.tokens.uniqueBy((it) => it.secret);

  constructor(
    readonly clock: Clock,
    /** Status of a stage in which only advisory results failed. */
    readonly advisoryFailures: AdvisoryFailuresOption = "fail",
  ) {}

  /** The sequence number for a new record. */
  nextSequence(): number {
    this.#lastSequence += 1;
    return this.#lastSequence;
  }

  findOrganization(name: string): ReturnType<typeof this.organizations.get> {
    return this.#organizationByName(nameKey(name));
  }

  findProject(organizationId: string, name: string): ReturnType<typeof this.projects.get> {
    return this.#projectByName(scopedName(organizationId, name));
  }

  findWorkspace(organizationId: string, name: string): ReturnType<typeof this.workspaces.get> {
    return this.#workspaceByName(scopedName(organizationId, name));
  }

  findTag(organizationId: string, name: string): ReturnType<typeof this.tags.get> {
    return this.#tagByName(scopedName(organizationId, name));
  }

  findAgentPool(organizationId: string, name: string): ReturnType<typeof this.agentPools.get> {
    return this.#agentPoolByName(scopedName(organizationId, name));
  }

  findTeam(organizationId: string, name: string): ReturnType<typeof this.teams.get> {
    return this.#teamByName(scopedName(organizationId, name));
  }

  findVariableSet(organizationId: string, name: string): ReturnType<typeof this.variableSets.get> {
    return this.#variableSetByName(scopedName(organizationId, name));
  }

  findPolicySet(organizationId: string, name: string): ReturnType<typeof this.policySets.get> {
    return this.#policySetByName(scopedName(organizationId, name));
  }

  findRunTask(organizationId: string, name: string): ReturnType<typeof this.runTasks.get> {
    return this.#runTaskByName(scopedName(organizationId, name));
  }

  /** Advances the clock. @param seconds not negative */
  advance(seconds: number): void {
    this.clock.advance(seconds);
    this.#clocks.put({ id: "clock", sequence: 0, advanced: this.clock.advanced });
  }

  /** Sets the listener, which receives every change except those of {@link restore}. */
  onChange(listener: ChangeListener): void {
    this.#listener = listener;
  }

  /** Makes all changes of a function, or none if it throws. Within another call, it is a part of that one. */
  atomically<T>(change: () => T): T {
    if (this.#transaction !== undefined) return change();
    const made: Revertible[] = [];
    this.#transaction = made;
    try {
      const result = change();
      for (const it of made) this.#listener?.(it.change);
      return result;
    } catch (error) {
      for (const { revert } of made.reverse()) revert();
      throw error;
    } finally {
      this.#transaction = undefined;
    }
  }

  /** All records, as changes to an empty store. */
  *contents(): IterableIterator<Change> {
    for (const table of this.#tables.values()) yield* table.contents();
  }

  /** Applies a change from a state file. @throws DecodeError when its table or record is invalid */
  restore(change: { readonly table: string; readonly id: string; readonly record: unknown }, path: string): void {
    const table = this.#tables.get(change.table);
    if (table === undefined) throw new DecodeError(`${path}.table`, `${JSON.stringify(change.table)} is not a table.`);
    const listener = this.#listener;
    this.#listener = undefined;
    table.restore(change.id, change.record, `${path}.record`);
    this.#listener = listener;
  }

  /** Must be called after the last {@link restore}. */
  finishRestore(): void {
    const advanced = this.#clocks.get("clock")?.advanced ?? 0;
    this.clock.advance(advanced / 1000);
    for (const { record } of this.contents()) {
      this.#lastSequence = Math.max(this.#lastSequence, record?.sequence ?? 0);
    }
  }

  #table<R extends BaseRecord>(name: string, decoder: Decoder<R>): Table<R> {
    const table = new Table<R>(name, decoder, (change, revert) => {
      if (this.#transaction === undefined) this.#listener?.(change);
      else this.#transaction.push({ change, revert });
    });
    this.#tables.set(name, table);
    return table;
  }
}

function scopedName(organizationId: string, name: string): string {
  return `${organizationId}/${nameKey(name)}`;
}

/** By name, case-insensitively, then by creation. */
function byName(one: Named, other: Named): number {
  const [first, second] = [nameKey(one.name), nameKey(other.name)];
  return first < second ? -1 : first > second ? 1 : bySequence(one, other);
}

/** By a time, then by creation. */
function byTime<R extends BaseRecord>(timeOf: (record: R) => number | null): (one: R, other: R) => number {
  return (one, other) => (timeOf(one) ?? 0) - (timeOf(other) ?? 0) || bySequence(one, other);
}
