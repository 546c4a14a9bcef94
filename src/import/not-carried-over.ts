import { groupBy, indexBy } from "../lists";
import { PROJECT_SETTINGS, SETTING_NAMES, UNLISTED_SETTINGS, type Project, type Workspace } from "../model";
import { compareNames, formatList, pluralize } from "../reconcile";
import { mayChange, nameOrId, type FixedReason } from "../reconcile/assignments";
import type { ActualOrganization } from "../engine";
import { assignedTo, IMPORTED_KINDS, kindsOf, type ImportedKind } from "./assignments";

/** Something of an organization that an import does not carry over. */
export interface NotCarriedOver {
  /** Describes it, with the count: `2 unselected projects and their 3 workspaces`. */
  readonly what: string;
  /** Sorted; empty if it has no names. */
  readonly names: readonly NamedCount[];
}

/** A name and, if any, a count: `4 teams`. */
interface NamedCount {
  readonly name: string;
  readonly count?: string | undefined;
}

/** The names of the options that decide what is carried over. */
export interface OptionNames {
  /** The option that imports the default project. */
  readonly includeDefault: string;
  /** The option that imports kinds of assignments. */
  readonly with: string;
  /** The option that skipped reading settings which lists may lack; undefined if they were read. */
  readonly skipped?: string | undefined;
}

/**
 * What an import of the selected projects does not carry over. Uses only data that the import reads anyway; the last
 * item lists objects that it does not read.
 */
export function notCarriedOver(
  organization: ActualOrganization,
  selected: readonly Project[],
  { includeDefault, with: withKinds, skipped }: OptionNames,
): readonly NotCarriedOver[] {
  const ids = new Set(selected.map(({ id }) => id));
  const workspaces = groupBy(organization.workspaces, ({ projectId }) => projectId);
  const workspacesIn = ({ id }: Project): readonly Workspace[] => workspaces.get(id) ?? [];
  const countOf = (project: Project): string | undefined => {
    const { length } = workspacesIn(project);
    return length === 0 ? undefined : pluralize(length, "workspace");
  };

  const left = organization.projects.filter(({ id }) => !ids.has(id));
  const defaultProject = left.filter(({ id }) => id === organization.defaultProjectId);
  const unassigned = defaultProject.flatMap(workspacesIn);
  const others = left.filter(({ id }) => id !== organization.defaultProjectId);
  const theirs = others.flatMap(workspacesIn).length;
  const known = new Set([...organization.projects, ...selected].map(({ id }) => id));
  const hidden = organization.workspaces.filter(({ projectId }) => !known.has(projectId));
  // The count was read at another time, so it may be lower than the number of workspaces.
  const missing = (project: Project): number =>
    Math.max((project.workspaceCount ?? 0) - workspacesIn(project).length, 0);
  const incomplete = selected.filter((project) => missing(project) > 0);
  const kinds = kindsOf(organization);
  const notRead = IMPORTED_KINDS.filter((it) => !kinds.includes(it));

  return [
    ...item(defaultProject, { what: `the default project (${includeDefault} imports it)` }),
    ...item(unassigned, { what: `${pluralize(unassigned.length, "workspace")} of the default project` }),
    ...item(others, {
      what:
        pluralize(others.length, "unselected project") +
        (theirs === 0 ? "" : ` and ${others.length === 1 ? "its" : "their"} ${pluralize(theirs, "workspace")}`),
      count: countOf,
    }),
    ...item(hidden, {
      what: `${pluralize(hidden.length, "workspace")} of projects that the token cannot read`,
    }),
    ...item(incomplete, {
      what:
        pluralize(
          incomplete.reduce((sum, project) => sum + missing(project), 0),
          "workspace",
        ) + " that the token cannot read",
      count: (project) => `${missing(project)}`,
    }),
    ...notRead.flatMap((kind) => counted(kind, selected)),
    ...kinds.flatMap((kind) => unmanageable(organization, kind, selected)),
    ...unreported(selected, skipped),
    ...notRequested(notRead, withKinds),
    { what: NOT_READ, names: [] },
  ];
}

const NOT_READ = "other assignments of projects, and settings and variables of workspaces: import does not read them";

/** The kinds of assignments that were not read, and the option that imports all. */
function notRequested(kinds: readonly ImportedKind[], option: string): readonly NotCarriedOver[] {
  if (kinds.length === 0) return [];
  const labels = new Intl.ListFormat("en").format(kinds.map(({ kind }) => kind.label));
  const what = `${labels} of projects (${option} ${IMPORTED_KINDS.map((it) => it.option).join()} imports them)`;
  return [{ what, names: [] }];
}

/** What is assigned to the selected projects by their own counts. */
function counted({ kind }: ImportedKind, selected: readonly Project[]): readonly NotCarriedOver[] {
  const countIn = (project: Project): number => kind.requests.countIn?.(project) ?? 0;
  const projects = selected.filter((project) => countIn(project) > 0);
  return item(projects, {
    what: `${kind.label} to ${pluralize(projects.length, "project")}`,
    count: (project) => pluralize(countIn(project), kind.object),
  });
}

/** What code cannot assign, although it applies to the selected projects. */
function unmanageable(
  organization: ActualOrganization,
  imported: ImportedKind,
  selected: readonly Project[],
): readonly NotCarriedOver[] {
  const { kind } = imported;
  const assigned = selected.flatMap((project) => assignedTo(organization, imported, project));
  const carriedOver = new Set(assigned.filter((it) => mayChange(kind, it)).map(({ object }) => object.id));
  const known = [
    // What a project owns matters only there.
    ...(organization.assignments?.[kind.type]?.objects ?? []).filter(({ fixed }) => fixed !== "owned"),
    ...assigned.map(({ object }) => object),
  ];
  const left = [...indexBy(known, ({ id }) => id).values()].filter(
    ({ id, fixed }) => fixed !== undefined && !carriedOver.has(id),
  );
  return item(
    left.map((object) => ({ name: nameOrId(object), fixed: object.fixed })),
    {
      what: `${pluralize(left.length, kind.object)} that code cannot assign`,
      count: ({ fixed }) => fixed && FIXED[fixed],
    },
  );
}

const FIXED: Readonly<Record<FixedReason, string>> = {
  owners: "has all permissions",
  global: "global",
  owned: "owned by a project",
  tags: "selects by tags",
};

/**
 * Settings that were not read, or that responses leave out for all projects. If a service reports a setting for one
 * project, it leaves it out for others because it is unset. Names are omitted if all projects are affected.
 */
function unreported(selected: readonly Project[], skipped: string | undefined): readonly NotCarriedOver[] {
  const missing = SETTING_NAMES.map((name) => {
    const isSkipped = skipped !== undefined && UNLISTED_SETTINGS.includes(name);
    const projects = selected.filter((project) => project[name] === undefined);
    return {
      label: PROJECT_SETTINGS[name].label,
      reason: isSkipped
        ? `which ${skipped} does not read: tfprojects plan shows where there is one`
        : "which the service leaves out: unset, or not known to its release",
      projects: isSkipped || projects.length === selected.length ? projects : [],
    };
  }).filter(({ projects }) => projects.length > 0);
  const groups = groupBy(missing, ({ projects, reason }) => [reason, ...projects.map(({ id }) => id)].join());
  return [...groups.values()].flatMap((settings) => {
    const [{ projects, reason }] = settings;
    const labels = new Intl.ListFormat("en").format(settings.map(({ label }) => label));
    const isAll = projects.length === selected.length;
    const which = isAll ? "all imported projects" : pluralize(projects.length, "project");
    const what = `the ${labels} of ${which}, ${reason}`;
    return isAll ? [{ what, names: [] }] : item(projects, { what });
  });
}

/** An item with the names of the objects; empty if there are none. */
function item<T extends { readonly name: string }>(
  objects: readonly T[],
  { what, count }: { readonly what: string; readonly count?: (object: T) => string | undefined },
): readonly NotCarriedOver[] {
  if (objects.length === 0) return [];
  const names = [...objects].sort(compareNames).map((object) => ({ name: object.name, count: count?.(object) }));
  return [{ what, names }];
}

/** Formats an item in one line. A long list of names is cut. */
export function formatNotCarriedOver({ what, names }: NotCarriedOver): string {
  if (names.length === 0) return what;
  return `${what}: ${formatList(names.map(formatName))}`;
}

function formatName({ name, count }: NamedCount): string {
  return count === undefined ? name : `${name} (${count})`;
}
