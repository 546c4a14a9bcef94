import type { VariableSetWithVariables } from "../../api";
import { indexBy } from "../../lists";
import { INHERITED_SETTINGS, type Tag } from "../../model";
import { once } from "../../once-for-each";
import { allOf } from "../../reconcile/lists";
import { ifReadable, orWithoutIncluded } from "../../reconcile/readable";
import type { OrganizationView } from "../../reconcile/view";
import type { ActualOrganization } from "../actual-organization";
import { movesOf, settingImpacts, type MovesOfPlan } from "../impact/impact";
import { readEachProject, type ImpactContext } from "../impact/kind";
import { IMPACT_KIND_NAMES, kindOf, type RelatedObjects } from "../impact/kinds";
import { tagList } from "../impact/tags";
import type { Decision } from "../plan/plan";

/**
 * Reads what the changes of a plan affect besides, by {@link IMPACT_KINDS}, which say with which requests, and each
 * project that lacks a setting for the comparison. Lists that were read for what the code assigns are not read again.
 *
 * Nothing is read if no workspace moves, no project is deleted and none with workspaces is renamed.
 *
 * @returns The organization with what was read. Durations are not read if they were skipped before.
 */
export async function withRelatedObjects(
  view: OrganizationView,
  { identified: { actual: observed, resolver }, changes: { actions } }: Pick<Decision, "identified" | "changes">,
): Promise<ActualOrganization> {
  const found = movesOf(actions, observed, resolver);
  const actual = observed.skipsDurations === true ? observed : await withComparedSettings(view, found, observed);
  // With other settings, moves change others.
  const all = actual === observed ? found : movesOf(actions, actual, resolver);
  return { ...actual, related: await readRelatedObjects(contextOf(view, all, actual)) };
}

async function readRelatedObjects(context: ImpactContext): Promise<RelatedObjects> {
  const read = await Promise.all(
    IMPACT_KIND_NAMES.map(async (name) => {
      const kind = kindOf(name);
      return [name, await kind.read(context)] as const;
    }),
  );
  return Object.fromEntries(read) as unknown as RelatedObjects;
}

function contextOf(
  view: OrganizationView,
  { moves, renamed, deleted }: MovesOfPlan,
  actual: ActualOrganization,
): ImpactContext {
  const deletedIds = deleted.map(({ project }) => project.id);
  const ends = moves.flatMap(({ from, to }) => (to.id === null ? [from.id] : [from.id, to.id]));
  const projectIds = [...new Set([...ends, ...deletedIds])];
  const byId = indexBy(actual.projects, ({ id }) => id);
  return {
    view,
    moves,
    renamed: renamed.flatMap(({ workspaces }) => workspaces),
    deletedIds,
    projectIds,
    tags: once(() =>
      readEachProject<readonly Tag[]>({ projectIds }, async (id) => {
        const known = byId.get(id)?.tags;
        return known === undefined ? view.client.projects.listEffectiveTags(id) : tagList(known);
      }),
    ),
    variableSets: once(() => ifReadable(readVariableSets(view))),
  };
}

/** All variable sets with their variables; without these where the service does not include them. */
function readVariableSets({ client: { variableSets }, name }: OrganizationView) {
  return orWithoutIncluded<readonly VariableSetWithVariables[]>(allOf(variableSets.listWithVariables(name)), async () =>
    (await allOf(variableSets.list(name))).map((set) => ({ ...set, variables: undefined })),
  );
}

/** The organization with the settings that an impact could not compare, each read with its project. */
async function withComparedSettings(
  view: OrganizationView,
  { moves }: MovesOfPlan,
  actual: ActualOrganization,
): Promise<ActualOrganization> {
  const incomplete = new Set(moves.flatMap((move) => settingImpacts(move).incomplete));
  if (incomplete.size === 0) return actual;
  const names = INHERITED_SETTINGS.map(([name]) => name);
  const projects = await Promise.all(
    actual.projects.map(async (project) => {
      const unknown = incomplete.has(project.id) ? names.filter((name) => project[name] === undefined) : [];
      return unknown.length === 0 ? project : ((await view.projectWithSettings(project.id, unknown)) ?? project);
    }),
  );
  return { ...actual, projects };
}
