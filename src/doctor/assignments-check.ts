import type { Client, OrganizationWithIncluded, RequestError, Resource } from "../api";
import { asObject, getBoolean } from "../json";
import type { AssignmentType, Project } from "../model";
import { formatList, OrganizationView } from "../reconcile";
import { ASSIGNMENT_KINDS, tryReading, type AssignmentKind } from "../reconcile/assignments";
import { attempt } from "./attempt";
import { failed, passed, warning, type Check, type Finding } from "./check";
import type { Route } from "./request-finding";

/** What is checked: an organization, and a project of it as an example of all projects. */
interface Subject {
  readonly organization: OrganizationWithIncluded;
  readonly project: Resource<Project>;
  /** The kinds that the code has. @default none */
  readonly inCode: ReadonlySet<AssignmentType> | undefined;
}

/** A kind of assignments, and why it cannot be managed, if so. */
interface Offer {
  readonly kind: AssignmentKind;
  readonly isInCode: boolean;
  readonly obstacle: Obstacle | undefined;
}

interface Obstacle extends Pick<Finding, "code" | "next"> {
  readonly reason: string;
  /** Whether it can be read, so that plan and drift work. */
  readonly isReadable: boolean;
}

/**
 * Says which kinds of objects can be assigned to projects. That others cannot is a problem only if the code has them.
 * Reads one list of each kind.
 */
export async function assignmentsCheck(client: Client, subject: Subject, route: Route): Promise<Check> {
  const view = new OrganizationView(client, subject.organization.name);
  const offers: Offer[] = [];
  for (const kind of Object.values(ASSIGNMENT_KINDS)) {
    const answer = await attempt(() => tryReading(view, kind, subject.project.id), route);
    const obstacle = "value" in answer ? readOnly(kind, subject) : unreadable(answer);
    offers.push({ kind, isInCode: subject.inCode?.has(kind.type) === true, obstacle });
  }
  return checkOf(offers);
}

function unreadable({ error, finding }: { readonly error: RequestError; readonly finding: Finding | undefined }) {
  if (finding !== undefined) return { ...finding, reason: finding.message, isReadable: false };
  const status = "status" in error ? `${String(error.status)} at ` : "";
  const reason = `${status}${error.method} ${error.path}`;
  return { code: "ASSIGNMENTS_NOT_OFFERED", next: ANOTHER_TOKEN, reason, isReadable: false } as const;
}

/** What the service says about the permission to change them, if it says no. */
function readOnly({ permission }: AssignmentKind, { organization, project }: Subject): Obstacle | undefined {
  if (permission === undefined) return undefined;
  const { attributes } = permission.of === "project" ? project : organization;
  if (getBoolean(asObject(attributes["permissions"]), permission.name) !== false) return undefined;
  const reason = `the service says that ${permission.name} is false`;
  return { code: "MISSING_PERMISSIONS", next: ANOTHER_TOKEN, reason, isReadable: true };
}

const ANOTHER_TOKEN = "Use a token that may manage them, or remove them from the code.";

function checkOf(offers: readonly Offer[]): Check {
  const listed = (its: readonly Offer[]): string => formatList(its.map(({ kind }) => kind.label));
  const may = listed(offers.filter(({ obstacle }) => obstacle === undefined));
  const values = {
    kinds: offers.map(({ kind, isInCode, obstacle }) => {
      return { type: kind.type, manageable: obstacle === undefined, in_code: isInCode };
    }),
  };
  const reasons = offers.flatMap(({ kind: { label, requires }, obstacle }) =>
    obstacle === undefined ? [] : [`not ${label}: ${obstacle.reason}. ${requires}`],
  );
  const inCode = offers.filter(({ isInCode, obstacle }) => isInCode && obstacle !== undefined);
  const obstacles = inCode.flatMap(({ obstacle }) => obstacle ?? []);
  const worst = obstacles.find(({ isReadable }) => !isReadable) ?? obstacles[0];
  if (worst === undefined) return passed("assignments", may === "" ? "none" : may, { values, details: reasons });
  return (worst.isReadable ? warning : failed)("assignments", {
    code: worst.code,
    message: `may not manage ${listed(inCode)}, which the code has`,
    details: [...(may === "" ? [] : [`may manage ${may}`]), ...reasons],
    next: worst.next,
    values,
  });
}
