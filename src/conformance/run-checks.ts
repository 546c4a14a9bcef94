import { RequestError } from "../api";
import type { Check, Finding, Need } from "./check";
import { createdId } from "./document";
import type { ServiceRequest, ServiceResponse } from "./request";
import { SessionEndedError, type Session } from "./session";
import { NotCreatedError, type World } from "./world";

/** The result of a check. */
export type CheckResult = { readonly check: Check } & (
  | { readonly status: "as-expected"; readonly found?: string | undefined }
  | { readonly status: "differs"; readonly seen: string }
  | { readonly status: "skipped"; readonly reason: string | { readonly needs: Need } }
);

export interface CheckedResults {
  readonly results: readonly CheckResult[];
  /** What ended the run early: a request without a response. */
  readonly error?: RequestError | undefined;
}

/**
 * Makes the checks, one after the other. Those for which something is missing are skipped, and so are all after a
 * request without a response, or the end of the session.
 *
 * @param has - Whether there is what a check needs.
 */
export async function runChecks(
  checks: readonly Check[],
  world: World,
  session: Session,
  has: (need: Need) => boolean,
): Promise<CheckedResults> {
  const results: CheckResult[] = [];
  let ended: { readonly reason: string; readonly error?: RequestError } | undefined;
  for (const check of checks) {
    const needs = check.needs?.find((need) => !has(need));
    if (needs !== undefined) results.push({ check, status: "skipped", reason: { needs } });
    else if (ended !== undefined) results.push({ check, status: "skipped", reason: ended.reason });
    else {
      try {
        results.push({ check, ...resultOf(await findingOf(check, world, session)) });
      } catch (thrown) {
        if (thrown instanceof RequestError) ended = { reason: "the service did not respond", error: thrown };
        else if (thrown instanceof SessionEndedError) ended = { reason: thrown.message };
        else if (!(thrown instanceof NotCreatedError)) throw thrown;
        results.push({ check, status: "skipped", reason: ended?.reason ?? thrown.message });
      }
    }
  }
  return { results, error: ended?.error };
}

async function findingOf(check: Check, world: World, session: Session): Promise<Finding> {
  const responses: Record<string, ServiceResponse> = {};
  for (const [name, requestOf] of Object.entries(check.requests)) {
    const request = requestOf(world, responses);
    if ("skipped" in request) return request;
    responses[name] = await session.send(request);
    rememberCreated(request, responses[name], world);
  }
  return check.expects(responses, world);
}

function rememberCreated({ creates }: ServiceRequest, response: ServiceResponse, world: World): void {
  const id = creates && createdId(creates, response);
  if (creates !== undefined && id !== undefined) world.recordId(creates, id);
}

type Outcome = CheckResult extends infer Result ? (Result extends CheckResult ? Omit<Result, "check"> : never) : never;

function resultOf(finding: Finding): Outcome {
  if (finding === undefined) return { status: "as-expected" };
  if (typeof finding === "string") return { status: "differs", seen: finding };
  return "skipped" in finding
    ? { status: "skipped", reason: finding.skipped }
    : { status: "as-expected", found: finding.found };
}
