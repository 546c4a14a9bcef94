import { ForbiddenError, NotFoundError } from "../../api";
import { INHERITED_SETTINGS, type Tag } from "../../model";
import { impactOf, teamsIn, type PlanImpact } from "../plan/impact";
import type { Decision } from "../plan/plan";
import type { ActualOrganization, RelatedObjects, RelatedToProject } from "../actual-organization";
import { tagList } from "../plan/related-changes";
import type { OrganizationView } from "../../reconcile/view";
import { unlessError } from "./observe";

/**
 * Reads what the moves and deletions of a plan change. Requests, of which long lists take one for each hundred:
 *
 * - for each project that workspaces leave or enter, and for each deleted one: its team access, its variable sets, its
 *   tags unless they are known, and the project itself if the list lacks settings that are compared;
 * - for the organization: its policy sets and, if team access changes, the names of teams.
 *
 * Lists that were read for what the code assigns are not read again.
 *
 * Nothing is read if no workspace moves and no project is deleted.
 *
 * @returns The organization with what was read. Durations are not read if they were skipped before.
 */
export async function withRelatedObjects(
  view: OrganizationView,
  { identified: { actual: observed, resolver }, changes: { actions }, impact }: Decision,
): Promise<ActualOrganization> {
  const actual = observed.skipsDurations === true ? observed : await withComparedSettings(view, impact, observed);
  const unnamed = { ...(await readRelatedObjects(view, impact, actual)), teamNames: {} };
  const hasTeams = teamsIn(impactOf(actions, { ...actual, related: unnamed }, resolver)).length > 0;
  const related = hasTeams ? { ...unnamed, teamNames: await readTeamNames(view) } : unnamed;
  return { ...actual, related };
}

/** Reads what applies to the projects of a plan apart from their settings; undefined if the token may not read it. */
async function readRelatedObjects(
  view: OrganizationView,
  impact: PlanImpact,
  actual: ActualOrganization,
): Promise<Omit<RelatedObjects, "teamNames">> {
  const ids = involvedProjects(impact);
  if (ids.length === 0) return { projects: {}, policySets: [] };
  const { assignments, client } = view;
  const knownTags = new Map(actual.projects.map(({ id, tags }) => [id, tags]));
  const [policySets, projects] = await Promise.all([
    ifReadable(assignments.policySets.get()),
    Promise.all(
      ids.map(async (id): Promise<readonly [string, RelatedToProject]> => {
        const known = knownTags.get(id);
        const [teamAccess, variableSets, tags] = await Promise.all([
          ifReadable(assignments.teamAccess(id).get()),
          ifReadable(assignments.variableSetsOf(id).get()),
          known === undefined ? ifReadable<readonly Tag[]>(client.projects.listEffectiveTags(id)) : tagList(known),
        ]);
        return [id, { teamAccess, variableSets, tags }];
      }),
    ),
  ]);
  const isComplete = policySets?.every((set) => set.listsAllProjects) === true;
  return { projects: Object.fromEntries(projects), policySets: isComplete ? policySets : undefined };
}

/** The names of the organization's teams by id; empty if they are not readable. */
async function readTeamNames({ assignments }: OrganizationView): Promise<RelatedObjects["teamNames"]> {
  const teams = (await ifReadable(assignments.teams.get())) ?? [];
  return Object.fromEntries(teams.map((team) => [team.id, team.name]));
}

/**
 * The organization with the settings that an impact could not compare, each read with its project, if the
 * service has them.
 */
async function withComparedSettings(
  view: OrganizationView,
  { moves }: PlanImpact,
  actual: ActualOrganization,
): Promise<ActualOrganization> {
  const incomplete = new Set(moves.flatMap((move) => move.incomplete));
  const names = INHERITED_SETTINGS.map(([name]) => name);
  const projects = await Promise.all(
    actual.projects.map(async (project) => {
      const unknown = incomplete.has(project.id) ? names.filter((name) => project[name] === undefined) : [];
      return unknown.length === 0 ? project : ((await view.projectWithSettings(project.id, unknown)) ?? project);
    }),
  );
  return { ...actual, projects };
}

/** Ids of the existing projects that workspaces leave or enter, and of the deleted ones. */
function involvedProjects({ moves, deletions }: PlanImpact): readonly string[] {
  return [
    ...new Set([
      ...moves.flatMap(({ from, to }) => (to.id === null ? [from.id] : [from.id, to.id])),
      ...deletions.map(({ project }) => project.id),
    ]),
  ];
}

/** Undefined for what the token may not read: the service then responds 403 or 404. */
async function ifReadable<T>(read: Promise<T>): Promise<T | undefined> {
  return unlessError(read, [ForbiddenError, NotFoundError]);
}
