import type { Client, OrganizationWithIncluded, RequestError } from "../api";
import type { AssignmentType, Project } from "../model";
import { formatList, OrganizationView, pluralize } from "../reconcile";
import {
  ASSIGNMENT_KINDS,
  notAllVisible,
  tryReading,
  type AssignmentKind,
  type ObservedAssignment,
} from "../reconcile/assignments";
import { attempt } from "./attempt";
import { failed, passed, warning, type Check, type Finding } from "./check";
import type { Route } from "./request-finding";

/** What is checked: an organization, and a project of it as an example of all projects. */
interface Subject {
  readonly organization: OrganizationWithIncluded;
  readonly project: Project;
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
 * Reads a page of projects, and for each kind, the objects and those that are assigned to one project: of these, the
 * one to which most teams have access.
 *
 * @param seen - Its project is the example if the page cannot be read.
 */
export async function assignmentsCheck(client: Client, seen: Subject, route: Route): Promise<Check> {
  const { name } = seen.organization;
  const view = new OrganizationView(client, name);
  const page = await attempt(() => client.projects.listPage(name, { number: 1, size: 100 }), route);
  const project = "value" in page ? withMostTeams([seen.project, ...page.value.items]) : seen.project;
  const subject = { ...seen, project };
  const offers: Offer[] = [];
  for (const kind of Object.values(ASSIGNMENT_KINDS)) {
    const answer = await attempt(() => tryReading(view, kind, project.id), route);
    const obstacle =
      "value" in answer ? (hidden(kind, project, answer.value) ?? readOnly(kind, subject)) : unreadable(answer);
    offers.push({ kind, isInCode: subject.inCode?.has(kind.type) === true, obstacle });
  }
  return checkOf(offers, project);
}

/** The first one of those to which most teams have access. */
function withMostTeams([first, ...others]: readonly [Project, ...Project[]]): Project {
  return others.reduce((most, it) => ((it.teamCount ?? 0) > (most.teamCount ?? 0) ? it : most), first);
}

/** What the token does not see of what is assigned to a project. */
function hidden(
  { object, requests }: AssignmentKind,
  project: Project,
  observed: readonly ObservedAssignment[],
): Obstacle | undefined {
  const what = { code: "MISSING_PERMISSIONS", next: ANOTHER_TOKEN } as const;
  const count = requests.countIn?.(project) ?? 0;
  const { length } = observed;
  if (count > length) return { ...what, reason: notAllVisible(project, object, count, length), isReadable: false };
  const unnamed = observed.filter((it) => it.object.name === undefined).length;
  if (unnamed === 0) return undefined;
  const which = `${unnamed} of ${pluralize(length, object)} of project ${JSON.stringify(project.name)}`;
  return { ...what, reason: `the token does not see the names of ${which}`, isReadable: true };
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
  if (permission.isGranted({ organization, project }) !== false) return undefined;
  const reason = `the service says that ${permission.name} is false`;
  return { code: "MISSING_PERMISSIONS", next: ANOTHER_TOKEN, reason, isReadable: true };
}

const ANOTHER_TOKEN = "Use a token that may manage them, or remove them from the code.";

function checkOf(offers: readonly Offer[], example: Project): Check {
  const listed = (its: readonly Offer[]): string => formatList(its.map(({ kind }) => kind.label));
  const may = listed(offers.filter(({ obstacle }) => obstacle === undefined));
  const scope = `tried with project ${JSON.stringify(example.name)}, as an example of all`;
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
  if (worst === undefined) {
    const message = may === "" ? "none can be managed with this token, and the code has none" : may;
    return passed("assignments", message, { values, details: [scope, ...reasons] });
  }
  return (worst.isReadable ? warning : failed)("assignments", {
    code: worst.code,
    message: `may not manage ${listed(inCode)}, which the code has`,
    details: [scope, ...(may === "" ? [] : [`may manage ${may}`]), ...reasons],
    next: worst.next,
    values,
  });
}
