import { isDeepStrictEqual } from "node:util";
import { nameKey } from "../model";
import { DiagnosticError, type PlanRequest, type PlanResult, type Resource, type Schema } from "../plugin";
import {
  NotFoundOrUnauthorizedError,
  NotVisibleError,
  TagsNotReportedError,
  WorkspacesNotVisibleError,
} from "../reconcile";
import { AssignmentsNotOfferedError, type AssignmentKind } from "../reconcile/assignments";
import { quote } from "./diagnostics";

/*
 * Terraform shows the errors of each resource, with six or more lines around each. If an organization is missing, or
 * the token cannot see its projects, all its resources fail for the same reason; so do all rules with tags if the
 * service does not report tags. The first error explains the reason, and the others are short.
 */

/** The cause of a resource's error that no organization is configured for it. */
export class NoOrganizationError extends Error {
  override readonly name = "NoOrganizationError";
}

/** Keys of the missing organizations that resources in this process have reported. */
export type ReportedMissing = Set<string>;

interface Reporter {
  readonly reportedMissing: ReportedMissing;
}

/**
 * Makes the refreshes and plans of a resource report a missing organization once. If another resource has reported it,
 * they return an unchanged object, because the walk fails anyway. A changed object is an error without details:
 * otherwise Terraform would print an unchecked plan.
 */
export function reportingMissingOnce<S extends Schema, C extends Reporter>(
  resource: PlannedResource<S, C>,
): Resource<S, C> {
  return {
    ...resource,
    read: (state, context) =>
      reportOnce(
        context.provider,
        () => resource.read(state, context),
        () => state,
      ),
    plan: (request, context) =>
      reportOnce(
        context.provider,
        () => resource.plan(request, context),
        () => unchangedPlan(request),
      ),
    planDelete: (prior, context) =>
      reportOnce(
        context.provider,
        () => resource.planDelete(prior, context),
        () => undefined,
      ),
  };
}

type PlannedResource<S extends Schema, C> = Resource<S, C> & Required<Pick<Resource<S, C>, "plan" | "planDelete">>;

/** @param unchanged - The result for an unchanged object; undefined for a changed one. */
async function reportOnce<T>(
  { reportedMissing }: Reporter,
  work: () => Promise<T>,
  unchanged: () => T | undefined,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const missing = missingOrganization(error);
    if (missing === undefined) throw error;
    if (!reportedMissing.has(missing.key)) {
      reportedMissing.add(missing.key);
      throw error;
    }
    const result = unchanged();
    if (result !== undefined) return result;
    throw withoutDetails(missing, error);
  }
}

/**
 * Reads a data source. In a `check` block, its error is only a warning, so it does not count as the report of a missing
 * organization.
 *
 * @throws the error of `work`, without details if a resource has reported the same missing organization
 */
export async function shortenMissing<T>({ reportedMissing }: Reporter, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const missing = missingOrganization(error);
    throw missing !== undefined && reportedMissing.has(missing.key) ? withoutDetails(missing, error) : error;
  }
}

/** The plan of an unchanged resource; undefined for a changed one. */
function unchangedPlan<S extends Schema>({ prior, planned }: PlanRequest<S>): PlanResult<S> | undefined {
  return prior !== null && isDeepStrictEqual(planned, prior) ? { planned } : undefined;
}

function withoutDetails({ summary }: Missing, error: unknown): DiagnosticError {
  return DiagnosticError.of(`${summary}: see the other error`, "", undefined, error);
}

interface Missing {
  /** Identifies the organization. */
  readonly key: string;
  readonly summary: string;
}

/** The organization that is missing according to an error; undefined for any other error. */
function missingOrganization(error: unknown): Missing | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NoOrganizationError) return { key: "", summary: NO_ORGANIZATION };
    if (cause instanceof TagsNotReportedError) {
      return { key: `tags of ${nameKey(cause.organization)}`, summary: cannotReadTags(cause.organization) };
    }
    if (cause instanceof AssignmentsNotOfferedError) {
      const { organization, kind } = cause;
      return { key: `${kind.label} of ${nameKey(organization)}`, summary: cannotReadAssignments(kind, organization) };
    }
    // This error is about the workspaces of one project.
    if (cause instanceof WorkspacesNotVisibleError) return undefined;
    if (cause instanceof NotFoundOrUnauthorizedError) {
      const { organization } = cause;
      const summary = cause instanceof NotVisibleError ? cannotSeeProjects(organization) : cannotRead(organization);
      return { key: nameKey(organization), summary };
    }
  }
  return undefined;
}

/** The summary of an error about an organization that cannot be read. */
export function cannotRead(organization: string): string {
  return `Cannot read the organization ${quote(organization)}`;
}

function cannotReadTags(organization: string): string {
  return `Cannot read the tags of the workspaces of the organization ${quote(organization)}`;
}

function cannotReadAssignments({ label }: Pick<AssignmentKind, "label">, organization: string): string {
  return `Cannot read the ${label} of projects of the organization ${quote(organization)}`;
}

function cannotSeeProjects(organization: string): string {
  return `Cannot see the projects of the organization ${quote(organization)}`;
}

/** The summary of the error if no organization is configured for a resource. */
export const NO_ORGANIZATION = "No organization configured";
