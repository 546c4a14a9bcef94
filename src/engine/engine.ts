import type { Client } from "../api";
import { nameKey } from "../model";
import { OrganizationView } from "../reconcile/view";
import { isStdin } from "../source";
import { ONLY_TERRAFORM } from "../terraform/plan-file";
import { usageError, UserError } from "../user-error";
import { readDefinition, type OrganizationDefinition } from "./define-organization";
import { EngineError } from "./engine-error";
import { observeOrganization } from "./live/observe";
import { withRelatedObjects } from "./live/related-objects";
import {
  pathIn,
  readDesired,
  processContextOf,
  type OpenedSource,
  type PathOptions,
  type SourceOptions,
} from "./opened-source";
import type { ActualOrganization } from "./actual-organization";
import { nameInPrograms, withNextSteps } from "./option-name";
import type { DesiredOrganization } from "./organization";
import type { Drift, Plan } from "./plan/comparison";
import { detectDrift, decideChanges, makePlan } from "./plan/plan";
import {
  checkOptions,
  checkPrunable,
  type DriftOptions,
  type ObserveOptions,
  type PlanOptions,
} from "./plan/plan-options";
import { resultFor, type ApplyResult } from "./result";
import type { ApplyEvent, EngineEvent } from "./events";
import type { Host } from "./host";
import { render as renderReport, type RenderOptions, type ReportFormat } from "./report/render";
import { applyPlans, open } from "./session";
import { writeSavedPlan } from "./document/saved-plan";
import { statesOf } from "./source/state-files";
import { changesOf, type ChangeDocument, type DocumentedChanges } from "./undo/read-document";
import { organizationBefore, organizationToRead, type UndoOptions } from "./undo/organization-before";

/*
 * The engine for programs. Nothing here prints, starts or ends a process, reads the environment or the working
 * directory, or keeps anything between calls: what is needed is passed. All errors are EngineErrors.
 */

/** How a plan is applied. */
export interface ApplyOptions extends PathOptions {
  /** Once aborted, no further action is started; actions in progress are completed. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when an action starts, when it has ended, and when the response to a change was lost. It is
   * awaited before each request: if it throws, nothing further is started, and `apply` returns all outcomes.
   */
  readonly onEvent?: ((event: ApplyEvent) => void | Promise<void>) | undefined;
  /** Whether gates in the code are not read. @default false */
  readonly ignoreGates?: boolean | undefined;
  /**
   * The run that the program is part of, if it runs in one of the service's: `TFC_RUN_ID`. A gate on the current run of
   * a workspace then means the one before.
   *
   * @default - none
   */
  readonly ownRunId?: string | undefined;
}

/**
 * The desired state of an organization from plain objects, validated as code is.
 *
 * @throws EngineError `INVALID_CONFIGURATION` with all problems.
 */
export function defineOrganization(definition: OrganizationDefinition): DesiredOrganization {
  return translated(() => readDefinition(definition));
}

/**
 * Reads the desired state from Terraform JSON, from a CDK app that was synthesized (its folder or its output), from
 * Terraform's plan as JSON, or from a saved plan. Runs no program. Tokens in the code are not read: the client has one.
 *
 * Terraform JSON is read as a whole, with every file that Terraform or OpenTofu reads in the folder. Modules that it
 * calls are not read, which is a warning.
 *
 * @param path - An absolute path, unless `cwd` is passed. Each file may have up to 256 MiB.
 * @throws EngineError when it cannot be read, is invalid, or needs Terraform to be evaluated; `UNREADABLE_CODE` for
 *   HCL, files of OpenTofu and override files, `USAGE` for one file of several.
 */
export async function openSource(path: string, options: SourceOptions = {}): Promise<OpenedSource> {
  return translatedAsync(() => readDesired(pathIn(path, options), options));
}

/**
 * Reads what an organization has, as far as the desired state is compared with it: in pages of 100 projects and 100
 * workspaces.
 *
 * @param client - From `tfprojects/client`.
 * @param options - Those of the plan, or of drift; `impact` reads what moves and deletions change besides.
 * @throws EngineError when a request fails, or the token cannot read the organization; those of `plan` for options.
 */
export async function observe(
  client: Client,
  desired: DesiredOrganization,
  options: ObserveOptions = {},
): Promise<ActualOrganization> {
  return translatedAsync(async () => {
    checkOptions(options);
    checkPrunable(desired, options);
    const view = new OrganizationView(client, desired.name);
    const actual = await observeOrganization(view, desired, options);
    return options.impact === true ? withRelatedObjects(view, decideChanges(desired, actual, options)) : actual;
  });
}

/**
 * Plans the changes that turn the actual state into the desired one. Pure: equal input gives an equal plan, and a plan
 * survives `JSON.parse(JSON.stringify(plan))`. With `errors` it is blocked, and cannot be applied or saved.
 *
 * @param options - The same as for `observe`.
 * @throws EngineError `UNREADABLE_CODE` when `prune` would delete the projects of code that was not read, `USAGE` when
 *   an option is invalid, or when the actual state is that of another organization.
 */
export function plan(desired: DesiredOrganization, actual: ActualOrganization, options: PlanOptions = {}): Plan {
  return translated(() => {
    checkOptions(options);
    checkSameOrganization(desired, actual);
    checkPrunable(desired, options);
    return withNextSteps(makePlan(desired, actual, options), nameInPrograms);
  });
}

/**
 * Compares the actual state with the desired one. Pure, like `plan`; but nothing is limited or blocked, and unmanaged
 * objects count with `strict`.
 *
 * @param options - The same as for `observe`.
 * @throws EngineError `USAGE` when an option is invalid, or when the actual state is that of another organization.
 */
export function drift(desired: DesiredOrganization, actual: ActualOrganization, options: DriftOptions = {}): Drift {
  return translated(() => {
    checkOptions(options);
    checkSameOrganization(desired, actual);
    return detectDrift(desired, actual, options);
  });
}

/**
 * What has to be observed so that the changes of a document can be undone: pass it to `observe`.
 *
 * @param document - As of `undo`.
 * @param organization - Its name. @default the only one of the document
 * @throws EngineError `INVALID_PLAN` when the document has no changes of the organization.
 */
export function undoable(document: ChangeDocument, organization?: string): DesiredOrganization {
  return translated(() => organizationToRead(changesIn(document, organization)));
}

/**
 * Plans what puts an organization back to where it was before the changes of a document. Pure, like `plan`. Each change
 * that is still in place is undone: moves by the IDs of workspaces, settings value by value, and projects that were
 * created are deleted if they are empty. Everything else is left alone, and is in `desired.undo.left` with the reason:
 * what was changed since, and deleted projects, which are not made anew. A second undo finds nothing.
 *
 * @param document - A plan; what `apply` returned, which has the IDs of the projects that were created; or the JSON
 *   document of `tfprojects plan` or `apply`, parsed, also of a review of Terraform's plan.
 * @param actual - The organization today: `observe(client, undoable(document))`.
 * @throws EngineError `INVALID_PLAN` when the document has no changes of the organization, `USAGE` when an option
 *   is invalid.
 */
export function undo(document: ChangeDocument, actual: ActualOrganization, options: UndoOptions = {}): Plan {
  return translated(() => {
    const { maxDeletes, maxMoves, ignore } = options;
    checkOptions(options);
    const before = organizationBefore(changesIn(document, actual.name), actual, options);
    return withNextSteps(makePlan(before, actual, { maxDeletes, maxMoves, ignore }), nameInPrograms);
  });
}

/**
 * Applies a plan, however old: the organization is read again first, and nothing is changed unless the same changes are
 * still required, or those that an interrupted apply of the plan has left. Independent actions run concurrently; when
 * one fails, those that depend on it are skipped.
 *
 * @param client - From `tfprojects/client`. Its `shutdownSignal` also stops what waits in its queue.
 * @throws EngineError with nothing changed: `PLAN_BLOCKED` (also when the token may not make a change), `STALE_PLAN`,
 *   `STATE_LOCKED`, `GATE_CLOSED`, or the error of a request before the first change. Later errors are outcomes.
 */
export async function apply(client: Client, plan: Plan, options: ApplyOptions = {}): Promise<ApplyResult> {
  return translatedAsync(async () => {
    checkNotTerraforms(plan);
    for (const { source } of statesOf([plan.desired])) if (!isStdin(source)) pathIn(source, options);
    const [executed] = await applyPlans([{ client, plan }], {
      connect: () => client,
      gates: { ownRunId: options.ownRunId, isIgnored: options.ignoreGates },
      context: processContextOf(options),
      host: hostOf(options),
    });
    if (executed === undefined) throw new Error("The plan was not executed.");
    return resultFor(plan, executed);
  });
}

/** Awaits the caller for each change. What it throws for another event is thrown for the next change. */
function hostOf({ onEvent, signal }: ApplyOptions): Host {
  let failure: { readonly error: unknown } | undefined;
  const notify = async (event: EngineEvent): Promise<void> => {
    if (event.kind === "action") {
      if (failure !== undefined) throw failure.error;
      await onEvent?.(event);
    } else if (event.kind === "verifying") {
      try {
        await onEvent?.(event);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  return { notify, signal };
}

/**
 * Saves plans of one or several organizations for `loadPlan`, and for `tfprojects apply`. The file has the code and
 * what was observed, but neither a token nor the impact that was read.
 *
 * @param path - An absolute path, unless `cwd` is passed. Its folder must exist. Only the user can read the file.
 * @throws EngineError when a plan is blocked (`PLAN_BLOCKED`) or made from a Terraform plan, when their options differ,
 *   or when the file cannot be written.
 */
export async function savePlan(path: string, plans: Plan | readonly Plan[], options: PathOptions = {}): Promise<void> {
  const all = "kind" in plans ? [plans] : plans;
  await translatedAsync(() => {
    all.forEach(checkNotTerraforms);
    return writeSavedPlan(pathIn(path, options), all, "Use another file.");
  });
}

/**
 * Loads saved plans, one for each organization.
 *
 * @param path - An absolute path, unless `cwd` is passed. The file may have up to 256 MiB.
 * @throws EngineError `INVALID_PLAN` when the file was changed, is damaged, or was saved by a version with another
 *   format.
 */
export async function loadPlan(path: string, options: PathOptions = {}): Promise<readonly Plan[]> {
  return translatedAsync(async () => {
    const opened = await open(pathIn(path, options));
    if (opened.kind === "saved-plan") return opened.plans;
    throw new UserError(`${path} is not a saved plan.`, "Pass the path of a file that `savePlan` has written.", {
      code: "INVALID_PLAN",
    });
  });
}

/**
 * Plans or drift as text, Markdown, JSON or HTML. Pure: equal input gives equal bytes. Texts from outside are escaped
 * for the format.
 *
 * @param compared - A plan, drift, or a list of either, one for each organization.
 * @throws EngineError `USAGE` when there is no such format.
 */
export function render(
  compared: Plan | Drift | readonly Plan[] | readonly Drift[],
  format: ReportFormat,
  options: RenderOptions = {},
): string {
  return translated(() => renderReport(compared, format, options));
}

function changesIn(document: ChangeDocument, organization: string | undefined): DocumentedChanges {
  const all = changesOf(document);
  const isSought = (name: string): boolean =>
    organization === undefined ? all.length === 1 : nameKey(name) === nameKey(organization);
  const found = all.find((it) => isSought(it.organization));
  if (found !== undefined) return found;
  const names = all.map((it) => it.organization).join(", ") || "none";
  throw new UserError(
    organization === undefined
      ? `The document has changes of several organizations or of none: ${names}.`
      : `The document has no changes of the organization ${organization}: it has those of ${names}.`,
    "Pass the name of an organization that the document has changes of.",
    { code: "INVALID_PLAN" },
  );
}

/** @throws UserError when the names differ: a plan would change the one organization as the code of the other says. */
function checkSameOrganization({ name }: DesiredOrganization, actual: ActualOrganization): void {
  if (nameKey(name) === nameKey(actual.name)) return;
  throw usageError(
    `The desired state is that of the organization ${JSON.stringify(name)}, and the actual state that of ` +
      `${JSON.stringify(actual.name)}.`,
    "Pass what `observe` returned for this desired state.",
  );
}

/** @throws UserError when the plan was made from a Terraform plan. */
function checkNotTerraforms({ desired }: Plan): void {
  const source = desired.inState?.terraformPlan?.source;
  if (source === undefined) return;
  throw usageError(
    `Nothing was changed: the plan was made from the Terraform plan ${source}. ${ONLY_TERRAFORM}`,
    "Run `terraform apply` with the plan file.",
  );
}

/** Does something whose errors become those of the engine. */
function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw EngineError.from(error);
  }
}

async function translatedAsync<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw EngineError.from(error);
  }
}
