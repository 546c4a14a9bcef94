import { groupBy } from "../../lists";
import {
  hasFormOfId,
  missingRuleProjects,
  NAME_FOR_ID,
  nameKey,
  rulesLabel,
  type MissingRuleProject,
  type PlacementTable,
} from "../../model";
import type { ConfiguredContext } from "../../plugin";
import { type OrganizationView } from "../../reconcile";
import { DESTROY_HINT, quote } from "../diagnostics";
import type { ProjectsInState } from "../projects-in-state";
import type { ProviderData } from "../provider-data";
import type { Targets } from "./routing";

/** A project that rules name, and that may be missing. */
interface NamedProject extends MissingRuleProject {
  readonly key: string;
}

export type Reporting = Pick<ConfiguredContext<ProviderData>, "provider" | "diagnostics">;

/** The projects of rules that exist, and those that do not. */
interface LiveTargets {
  readonly targets: ReadonlyMap<string, string>;
  readonly missing: readonly NamedProject[];
}

export async function liveTargets(view: OrganizationView, table: PlacementTable): Promise<LiveTargets> {
  const found = await Promise.all(namedProjects(table).map(async (it) => ({ ...it, id: await idOf(view, it.name) })));
  return {
    targets: new Map(found.flatMap(({ key, id }) => (id === undefined ? [] : [[key, id]]))),
    missing: found.filter(({ id }) => id === undefined),
  };
}

/** Those of missing projects that exist, and have another name than in the state: the plan has the code's rules. */
export async function renamedTargets(
  view: OrganizationView,
  missing: readonly NamedProject[],
  projectsInState: ProjectsInState,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    missing.map(async ({ key, name }) => {
      const id = projectsInState.named(view.name, name);
      return id !== undefined && (await view.projects.byId(id)) !== undefined ? [[key, id] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/**
 * The projects of rules as the plan so far creates, renames and deletes them. Adds an error for those that will not
 * exist.
 *
 * @param inState - The IDs of projects that are not read again.
 */
export async function plannedTargets(
  view: OrganizationView,
  table: PlacementTable,
  inState: ReadonlyMap<string, string> | undefined,
  { provider, diagnostics }: Reporting,
): Promise<Targets> {
  const { plannedNames, plannedProjects } = provider;
  const targets = new Map<string, string | undefined>();
  const missing: MissingRuleProject[] = [];
  const find = async ({ key, ...named }: NamedProject): Promise<void> => {
    const { name, positions } = named;
    const planned = plannedNames.projectNamed(view.name, name);
    const rename = plannedNames.renameFrom(view.name, name);
    if (planned !== undefined) {
      targets.set(key, planned.id);
      if (planned.id !== undefined || !plannedProjects.deletesAny) return;
      const before = inState?.get(key) ?? (await idOf(view, name));
      if (before === undefined || !plannedProjects.isDeleted(before)) return;
      const detail =
        `This plan replaces project ${quote(name)}, of ${rulesLabel(positions)}: its workspaces move to the default ` +
        "project before it is deleted. They move to the new project with the next plan and apply.";
      diagnostics.warning("The project of a rule is replaced", detail, pathOf(named));
    } else if (rename !== undefined) {
      missing.push({ ...named, reason: `which this plan renames to ${quote(rename.to)}` });
    } else {
      const id = inState?.get(key) ?? (await idOf(view, name));
      if (id === undefined) missing.push(named);
      else if (plannedProjects.isDeleted(id)) missing.push({ ...named, reason: "which this plan deletes" });
      else targets.set(key, id);
    }
  };
  await Promise.all(namedProjects(table).map(find));
  if (missing.length > 0) await reportMissing(view, missing, { provider, diagnostics });
  return targets;
}

const NAME_OR_REFERENCE =
  "This plan creates none of them before the placement. If the same code has the project, refer to its `name`, so " +
  "that it is changed first. Otherwise correct the name, or remove the rule.";

/** Adds the error that projects of rules do not exist, the same for a plan and an apply. */
export async function reportMissing(
  view: OrganizationView,
  missing: readonly MissingRuleProject[],
  { provider, diagnostics }: Reporting,
): Promise<void> {
  const others = missing.map(({ name }) => name).filter((name) => !hasFormOfId("project", name));
  const names = await provider.soughtSuggestions.projectNames(view, others);
  const next = others.length === 0 ? NAME_FOR_ID : NAME_OR_REFERENCE;
  const detail = `${missingRuleProjects(view.name, missing, names)}\n${next}${DESTROY_HINT}`;
  diagnostics.error("The project of a rule is missing", detail, pathOf(...missing));
}

/** Warns in a refresh that projects of the state's rules do not exist. The code may have other rules by now. */
export function warnOfMissing(
  view: OrganizationView,
  missing: readonly MissingRuleProject[],
  { diagnostics }: Pick<Reporting, "diagnostics">,
): void {
  if (missing.length === 0) return;
  const consequence =
    "What these rules match stays where it is; no later rule decides about it. The plan says where rules of the code " +
    "place it.";
  diagnostics.warning(
    "The project of a rule in the state is missing",
    `${missingRuleProjects(view.name, missing)}\n${consequence}`,
    pathOf(...missing),
  );
}

function pathOf(...projects: readonly MissingRuleProject[]): readonly (string | number)[] {
  return ["rule", Math.min(...projects.flatMap(({ positions }) => positions)), "project"];
}

function namedProjects({ rules }: PlacementTable): readonly NamedProject[] {
  const named = rules.map(({ project: name }, position) => ({ name, position }));
  return [...groupBy(named, ({ name }) => nameKey(name))].map(([key, its]) => {
    return { key, name: its[0].name, positions: its.map(({ position }) => position) };
  });
}

async function idOf(view: OrganizationView, name: string): Promise<string | undefined> {
  return (await view.projectNamed(name, { confirmAbsence: true }))?.id;
}
