import { groupBy } from "../../lists";
import {
  nameKey,
  otherHost,
  SETTING_NAMES,
  tagKeysOf,
  withoutUnlistedSettings,
  type AssignmentType,
  type Project,
  problemAt,
} from "../../model";
import type { Client } from "../../api";
import {
  ASSIGNMENT_KINDS,
  assignableObjects,
  AssignmentsNotOfferedError,
  AssignmentsNotVisibleError,
  observeAssignments,
  type AssignmentKind,
  type ObservedAssignment,
} from "../../reconcile/assignments";
import { NotVisibleError, ProjectGoneError, type UnconfirmedWrite } from "../../reconcile/errors";
import { OrganizationView } from "../../reconcile/view";
import { UserError } from "../../user-error";
import type { ActualOrganization, ReadAssignments } from "../actual-organization";
import { ConfigurationError, invalidConfiguration } from "../configuration-error";
import { during, type Host } from "../host";
import type { DesiredAssignments, DesiredOrganization } from "../organization";
import { doubtfulProjects } from "../plan/absence";
import {
  identify,
  identifyProjects,
  idsToLookUp,
  namesToLookUp,
  type IdentifiedOrganization,
  type ProjectResolver,
} from "../plan/identity";
import type { PlanOptions } from "../plan/plan-options";

/** An organization, and the client for it. */
export interface OrganizationClient {
  readonly client: Client;
  readonly name: string;
}

/** Identifies an organization among those of all services. */
export function clientKey({ client, name }: OrganizationClient): string {
  return `${client.address}/${nameKey(name)}`;
}

/** How organizations are read. */
export interface Reading {
  readonly host: Host;
  /** For verifying a lost response, in milliseconds. @default two minutes */
  readonly verifyMs?: number | undefined;
}

/**
 * Reads organizations one after the other.
 *
 * @throws UserError when one of them is there twice: if its parts were planned separately, one plan could undo the
 *   changes of another.
 */
export async function readEach<T, R>(
  items: readonly T[],
  clientOf: (item: T) => OrganizationClient,
  { host: { notify }, verifyMs }: Reading,
  read: (view: OrganizationView, item: T) => Promise<R>,
): Promise<readonly R[]> {
  const views = new Map<string, readonly [OrganizationView, T]>();
  for (const item of items) {
    const { client, name } = clientOf(item);
    const key = clientKey({ client, name });
    if (views.has(key)) {
      throw new UserError(
        `Conflicting configuration: organization ${name} at ${client.address} is configured in more than one way.`,
        "Set its address in the same way everywhere (address, hostname or environment), so that it gets one plan.",
        { code: "INVALID_CONFIGURATION" },
      );
    }
    const onVerifying = (write: UnconfirmedWrite, until: Date): void =>
      void notify({ kind: "verifying", write, until });
    views.set(key, [new OrganizationView(client, name, { verifyMs, onVerifying }), item]);
  }
  const results: R[] = [];
  for (const [view, item] of views.values()) {
    const work = { kind: "read", organization: view.name, address: view.client.address } as const;
    results.push(await during(notify, work, () => read(view, item)));
  }
  return results;
}

/**
 * Reads an organization as it is listed, in pages of 100: one request for the organization, and one for each page of
 * projects and of workspaces.
 */
export async function readOrganization(view: OrganizationView): Promise<ActualOrganization> {
  const [organization, projects, workspaces] = await Promise.all([
    view.organization(),
    view.projects.all(),
    view.workspaces.all(),
  ]);
  const { defaultProjectId, canCreateProjects, canManageVariableSets, projectDefaults } = organization;
  const permissions = { canCreateProjects, canManageVariableSets };
  return { name: view.name, defaultProjectId, ...permissions, projectDefaults, projects, workspaces };
}

/**
 * Reads an organization with everything that the code is compared with: in addition to the lists, one request for each
 * project of the code whose duration the list does not include. If rules depend on the tags of workspaces, the lists
 * include them; where the service leaves them out, more requests follow ({@link OrganizationView.workspacesWithTags}).
 * If the code assigns objects to projects, such as teams, more follow ({@link withAssignments}).
 *
 * Pages are read concurrently. If as many projects are created as are deleted meanwhile, a page can miss one, and no
 * count shows it. For most writes that does no harm, since the service rejects them: a name is taken, a project is not
 * empty. But a project that should be renamed would be created a second time. So if there were several pages and none
 * shows a project of the code, its ID in the state and possible names are looked up: the names in one request, unless
 * they are many.
 *
 * @throws ProjectGoneError when a project of the list cannot be read by its id: its state is not known.
 */
export async function observeOrganization(
  view: OrganizationView,
  desired: DesiredOrganization,
  { skipDurations = false, prune = false }: Pick<PlanOptions, "skipDurations" | "prune"> = {},
): Promise<ActualOrganization> {
  checkHosts(view, desired);
  const keys = keysOfRules(desired);
  if (keys.length > 0) await view.workspaces.includeTags();
  const listed = await readOrganization(view);
  const found = view.projects.isSnapshot ? listed : { ...listed, projects: await includeMissed(view, desired) };
  const { listed: certain, identity, resolver } = await withoutDoubt(view, desired, found, prune);
  const assigned = await withAssignments(view, desired, certain, resolver);
  const actual =
    keys.length === 0
      ? assigned
      : { ...assigned, workspaces: await view.workspacesWithTags(assigned.workspaces, keys) };
  const { projects } = actual;
  if (skipDurations) return { ...actual, projects: projects.map(withoutUnlistedSettings), skipsDurations: true };
  const reads = new Map<string, () => Promise<Project | undefined>>([
    // An undo deletes a created project only if its settings are still those that it was created with.
    ...(desired.undo === undefined ? [] : (desired.inState?.droppedProjects ?? [])).map(
      ({ id }) => [id, () => view.projectWithSettings(id, SETTING_NAMES)] as const,
    ),
    ...desired.projects.flatMap((project) => {
      const id = identity.get(project.address)?.id;
      return id === undefined ? [] : [[id, () => view.projectComparedWith(id, project)] as const];
    }),
  ]);
  const complete = await Promise.all(
    projects.map(async (project) => {
      const read = reads.get(project.id);
      const found = read === undefined ? project : await read();
      // The list has just shown it. If it counted as deleted, a project to be renamed would be created a second time.
      if (found === undefined) throw new ProjectGoneError(project.id);
      return found;
    }),
  );
  return { ...actual, projects: complete };
}

/** @throws UserError when the identity in an `import` block is of a project at another host. */
function checkHosts({ client }: OrganizationView, { projects }: DesiredOrganization): void {
  const problems = projects.flatMap(({ address, identityHostname: host }) =>
    host === undefined || host.toLowerCase() === client.host
      ? []
      : [problemAt(`import of ${address}`, otherHost(host, client.host))],
  );
  if (problems.length > 0) throw invalidConfiguration(new ConfigurationError(problems), "Correct the code.");
}

/** The keys of the tags on which rules of the code depend. */
function keysOfRules({ placements = [] }: DesiredOrganization): readonly string[] {
  return [...new Set(placements.flatMap((it) => tagKeysOf(it)))];
}

/** The organization as it was listed, and which of its projects the code has. */
interface Listed extends Pick<IdentifiedOrganization, "identity" | "resolver"> {
  readonly listed: ActualOrganization;
}

/**
 * Reads projects once more, with their workspaces, that contain more workspaces than the list has, where the plan would
 * conclude from it that one is missing or that the project is empty.
 */
async function withoutDoubt(
  view: OrganizationView,
  desired: DesiredOrganization,
  listed: ActualOrganization,
  prune: boolean,
): Promise<Listed> {
  const identified = identifyProjects(desired, listed);
  const doubtful = doubtfulProjects(identified, prune);
  if (doubtful.length === 0) return { listed, ...identified };
  await Promise.all(
    doubtful.map((id) => Promise.all([view.projects.freshById(id), view.workspaces.freshInProject(id)])),
  );
  const [projects, workspaces] = await Promise.all([view.projects.all(), view.workspaces.all()]);
  const again = { ...listed, projects, workspaces };
  return { listed: again, ...identifyProjects(desired, again) };
}

/** The projects of the list, and those of the code that its pages missed. */
async function includeMissed(view: OrganizationView, desired: DesiredOrganization): Promise<readonly Project[]> {
  const lookedUp = new Set<string>();
  const ids = idsToLookUp(desired.projects, await view.projects.all());
  // Where the token does not see the default project, the plan says so, for all that was not found.
  await Promise.all(ids.map((id) => unlessError(view.projects.byId(id), [NotVisibleError])));
  for (;;) {
    const projects = await view.projects.all();
    const identity = identify(desired.projects, projects);
    const names = namesToLookUp(desired.projects, identity, projects).filter((name) => !lookedUp.has(nameKey(name)));
    if (names.length === 0) return projects;
    await view.projects.findByNames(names);
    for (const name of names) lookedUp.add(nameKey(name));
  }
}

/**
 * Reads what is assigned to the projects of the code, and the objects that can be: for each type that the code has, the
 * list of objects, and what is assigned to each existing project.
 */
async function withAssignments(
  view: OrganizationView,
  desired: DesiredOrganization,
  actual: ActualOrganization,
  resolver: ProjectResolver,
): Promise<ActualOrganization> {
  const { assignments = [] } = desired;
  if (assignments.length === 0) return actual;
  const read = await Promise.all(
    [...groupBy(assignments, ({ type }) => type)].map(
      async ([type, all]): Promise<readonly [AssignmentType, ReadAssignments]> => {
        const byProject = groupBy(all, ({ project }) => resolver.resolve(project)?.id ?? undefined);
        return [type, await readAssignments(view, ASSIGNMENT_KINDS[type], byProject)];
      },
    ),
  );
  return { ...actual, assignments: Object.fromEntries(read) };
}

/** @param byProject - The resources, by the ID of their project, which is undefined for a new one. */
async function readAssignments(
  view: OrganizationView,
  kind: AssignmentKind,
  byProject: ReadonlyMap<string | undefined, readonly DesiredAssignments[]>,
): Promise<ReadAssignments> {
  const existing = [...byProject].filter((it): it is [string, readonly DesiredAssignments[]] => it[0] !== undefined);
  const [objects, projects] = await Promise.all([
    [...byProject.values()].flat().some(namesObjects) ? unlessError(assignableObjects(view, kind), NOT_READABLE) : [],
    Promise.all(
      existing.map(async ([id, resources]) => {
        const its = await unlessError(assignmentsOf(view, kind, id, resources), NOT_READABLE);
        return its === undefined ? [] : [[id, its] as const];
      }),
    ),
  ]);
  return { isReadable: objects !== undefined, objects: objects ?? [], projects: Object.fromEntries(projects.flat()) };
}

/** Whether a resource is about objects, and not only about whether there are some, as an undo is. */
function namesObjects({ objects, stateIds }: DesiredAssignments): boolean {
  return stateIds === undefined || objects.length + stateIds.length > 0;
}

/** @throws AssignmentsNotVisibleError if the token may not see something that the resources have */
async function assignmentsOf(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  resources: readonly DesiredAssignments[],
): Promise<readonly ObservedAssignment[] | undefined> {
  return observeAssignments(view, kind, projectId, {
    objects: resources.flatMap(({ stateIds = [] }) => stateIds),
    added: resources.flatMap(({ objects, imported }) => [
      ...objects.map(({ key }) => ("id" in key ? key.id : key.name)),
      ...(imported?.objects ?? []),
    ]),
    isAll: resources.some((it) => it.exclusive || !namesObjects(it)),
    isNamed: resources.some(namesObjects),
  });
}

/** Errors of what the token may not read or see, or the service does not have. */
const NOT_READABLE = [AssignmentsNotOfferedError, AssignmentsNotVisibleError] as const;

type ErrorClass = abstract new (...args: never[]) => Error;

/** What was read; undefined if that failed with one of these errors. */
async function unlessError<T>(read: Promise<T>, errors: readonly ErrorClass[]): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (errors.some((it) => error instanceof it)) return undefined;
    throw error;
  }
}
