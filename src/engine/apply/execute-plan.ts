import { isDeepStrictEqual } from "node:util";
import type { ProjectSettings, Workspace } from "../../model";
import { EngineError } from "../engine-error";
import type { ApplyEvent } from "../events";
import type { Host } from "../host";
import type { Outcome, Result, Skipped } from "../result";
import { countsAsGone } from "../../reconcile/absence";
import { isOutcomeUnknown } from "../../reconcile/errors";
import { applyToProjects, ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import { moveWorkspaces } from "../../reconcile/membership";
import { projectKey, type Change, type ProjectTarget } from "../changes/change";
import { projectOf } from "../changes/kinds";
import type { Plan } from "../plan/comparison";
import { deleteProject, ensureProject } from "../../reconcile/project";
import { quote } from "../../reconcile/text";
import type { OrganizationView } from "../../reconcile/view";

type Done = Omit<Extract<Outcome, { readonly kind: "done" }>, "kind">;

/** Actions executed at the same time where the service has no rate limit. */
const CONCURRENCY = 10;

/**
 * Executes a plan with the functions that the Terraform provider uses. Actions that do not depend on each other run
 * concurrently, and those that assign an object to several projects are one request, without those whose project could
 * not be made ready for it. When one fails, only those that depend on it are skipped.
 *
 * @param view - The one that the plan was made from.
 * @param plan - One that may be applied: see `applyPlans`.
 */
export async function executePlan(
  view: OrganizationView,
  plan: Plan,
  host: Partial<Pick<Host, "notify" | "signal">> = {},
): Promise<Omit<Result, "doneBefore">> {
  const running = new RunningPlan(view, plan, host);
  await Promise.all(Array.from({ length: view.client.concurrency(CONCURRENCY) }, () => running.runWorker()));
  const { listenerError } = running;
  const outcomes = plan.actions.map(({ id }) => running.outcomeOf(id));
  return { plan, outcomes, ...(listenerError === undefined ? {} : { listenerError }) };
}

const STOPPED: Skipped = { kind: "skipped", reason: "stopped" };

/**
 * Whether a request was still queued when the client was stopped. An action is one write, so nothing of it was done.
 */
function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "aborted" && !isOutcomeUnknown(error);
}

/** How work of an action ends. */
async function endOf(work: () => Promise<Done>): Promise<Outcome> {
  try {
    return { kind: "done", ...(await work()) };
  } catch (error) {
    return failedWith(error);
  }
}

function failedWith(error: unknown): Outcome {
  return wasNeverSent(error) ? STOPPED : { kind: "failed", error: EngineError.ofAction(error) };
}

/** A change that assigns an object, or takes it off. */
type AssignmentChange = Change<"set" | "unset">;

function isAssignment(change: Change): change is AssignmentChange {
  return change.kind === "set" || change.kind === "unset";
}

/** Changes that one request makes; nearly always one. */
type Together = readonly [Change, ...Change[]];

/**
 * The actions from a position on that one request makes: they assign an object to several projects in the same way.
 * None of them depends on another one, so everything that one of them depends on precedes all of them.
 */
function togetherFrom(start: number, actions: readonly Change[]): Together | undefined {
  const first = actions[start];
  if (first === undefined) return;
  const others: Change[] = [];
  const isBatched = isAssignment(first) && ASSIGNMENT_KINDS[first.type].isBatched;
  for (let position = start + 1; isBatched && position < actions.length; position++) {
    const action = actions[position];
    if (action === undefined || !isAssignment(action)) break;
    if (!isDeepStrictEqual(changeIn(action), changeIn(first))) break;
    others.push(action);
  }
  return [first, ...others];
}

/** What an action changes, apart from the project. */
function changeIn({ kind, type, object, before, after }: AssignmentChange): readonly unknown[] {
  return [kind, type, object.id, before, after];
}

class RunningPlan {
  /** By the ID of the change. */
  readonly #outcomes = new Map<string, Outcome>();
  /** The end of each change that was reached, by ID. Its outcome is there by then. */
  readonly #ends = new Map<string, Promise<void>>();
  /** What Terraform's state has of projects, by address, for settings that the service does not report. */
  readonly #inState: ReadonlyMap<string, ProjectSettings | undefined>;
  readonly #actions: readonly Change[];
  /** Key → id of the projects that this plan created. */
  readonly #created = new Map<string, string>();
  #next = 0;
  #listenerFailure: { readonly error: unknown } | undefined;

  constructor(
    private readonly view: OrganizationView,
    { actions, desired }: Plan,
    private readonly host: Partial<Pick<Host, "notify" | "signal">>,
  ) {
    this.#actions = actions;
    this.#inState = new Map(desired.projects.map(({ address, stateSettings }) => [address, stateSettings]));
  }

  /** A change that was not reached was not started. */
  outcomeOf(id: string): Outcome {
    return this.#outcomes.get(id) ?? STOPPED;
  }

  get listenerError(): unknown {
    return this.#listenerFailure?.error;
  }

  /** Only a listener that fails stops an action that was reported as started. */
  #isStopped(): boolean {
    return this.#listenerFailure !== undefined;
  }

  /**
   * Runs one action after the other until none is left. An action's dependencies precede it in the plan, so they have
   * been started already.
   */
  async runWorker(): Promise<void> {
    for (;;) {
      const together = togetherFrom(this.#next, this.#actions);
      if (together === undefined) return;
      this.#next += together.length;
      const end = this.#run(together);
      for (const { id } of together) this.#ends.set(id, end);
      await end;
    }
  }

  /** Runs actions without those that depend on something that was not done. */
  async #run(together: Together): Promise<void> {
    await Promise.all(together.flatMap(({ dependsOn }) => dependsOn.flatMap((id) => this.#ends.get(id) ?? [])));
    const obstacles = together.map((change) => this.#obstacleTo(change));
    const [first, ...others] = together.filter((_, index) => obstacles[index] === undefined);
    const ends = first === undefined ? [] : [...(await this.#runReady([first, ...others]))];
    for (const [index, action] of together.entries()) {
      const obstacle = obstacles[index];
      const outcome = obstacle ?? ends.shift() ?? STOPPED;
      this.#outcomes.set(action.id, outcome);
      await this.#report({ kind: "action", action, outcome });
    }
  }

  /** Runs actions whose dependencies are done. @returns their outcomes; none if they may not start */
  async #runReady(ready: Together): Promise<readonly Outcome[]> {
    if (this.#isStopped() || this.host.signal?.aborted === true) return ready.map(() => STOPPED);
    for (const action of ready) await this.#report({ kind: "action", action, outcome: "started" });
    if (this.#isStopped()) return ready.map(() => STOPPED);
    const [action] = ready;
    if (isAssignment(action)) return this.#assign(action, ready);
    return [await endOf(() => this.#execute(action))];
  }

  /** What prevents an action: the failures without which its dependencies would be done, or what stopped these. */
  #obstacleTo({ dependsOn }: Change): Skipped | undefined {
    const failures = new Set<string>();
    let stop: Skipped | undefined;
    for (const id of dependsOn) {
      const outcome = this.#outcomes.get(id);
      if (outcome?.kind === "failed") failures.add(id);
      else if (outcome?.kind !== "skipped") continue;
      else if (outcome.reason === "dependency") outcome.failures.forEach((it) => failures.add(it));
      else stop ??= { kind: "skipped", reason: outcome.reason };
    }
    if (failures.size === 0) return stop;
    return { kind: "skipped", reason: "dependency", failures: [...failures].sort() };
  }

  /** A listener that fails knows less than the outcomes do, so its error must not replace them. */
  async #report(event: ApplyEvent): Promise<void> {
    try {
      await this.host.notify?.(event);
    } catch (error) {
      this.#listenerFailure ??= { error };
    }
  }

  #idOf(project: ProjectTarget): string {
    const id = project.id ?? this.#created.get(projectKey(project));
    if (id === undefined) throw new Error(`The plan changes project ${project.name}, but does not create it.`);
    return id;
  }

  #workspacesOf({ workspaces }: Change<"move">): readonly Workspace[] {
    return workspaces.map(({ id, name, from }) => ({ id, name, projectId: from.id, organization: this.view.name }));
  }

  /** Makes the change of an action, and of others with the same one for their projects. */
  async #assign(first: AssignmentChange, all: Together): Promise<readonly Outcome[]> {
    const ids = all.map((change) => this.#idOf(projectOf(change)));
    const errors = await applyToProjects(this.view, ASSIGNMENT_KINDS[first.type], ids, first);
    return errors.map((error) => (error === undefined ? { kind: "done" } : failedWith(error)));
  }

  async #execute(action: Exclude<Change, AssignmentChange>): Promise<Done> {
    switch (action.kind) {
      case "create": {
        const { id } = await ensureProject(this.view, action.after);
        this.#created.set(projectKey(projectOf(action)), id);
        return { createdId: id };
      }
      case "update":
        await ensureProject(this.view, action.after, {
          id: action.projectId,
          inState: this.#inState.get(action.address),
        });
        return {};
      case "move":
        await moveWorkspaces(this.view, this.#workspacesOf(action), this.#idOf(action.destination));
        return {};
      case "delete":
        if (await deleteProject(this.view, action.projectId, "refuse")) return {};
        return { warning: countsAsGone(`Project ${quote(action.before.name)} (${action.projectId})`) };
    }
  }
}
