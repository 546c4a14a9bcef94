import { nameKey, type Project } from "../../model";

/** Which projects of an organization to write code for. */
export interface ProjectFilter {
  /** Names, in which `*` stands for any characters, or ids; none for all but the default project. */
  readonly projects: readonly string[];
  /** Names or ids of projects to leave out. */
  readonly exclude: readonly string[];
  /** Whether the default project is among them, with the workspaces in it. */
  readonly includeDefault: boolean;
}

/** What was chosen. */
export interface FilteredProjects {
  readonly projects: readonly Project[];
  /** Patterns that no project matches: most likely misspelled. */
  readonly unmatched: readonly string[];
}

/** Chooses projects by name. The default project is in only when asked for: workspaces that nobody put anywhere live there. */
export function filterProjects(
  projects: readonly Project[],
  defaultProjectId: string,
  filter: ProjectFilter,
): FilteredProjects {
  const isSelected = (project: Project): boolean => {
    if (filter.exclude.some((pattern) => matches(pattern, project))) return false;
    if (project.id === defaultProjectId)
      return filter.includeDefault || filter.projects.some((pattern) => identifies(pattern, project));
    return filter.projects.length === 0 || filter.projects.some((pattern) => matches(pattern, project));
  };
  const unmatched = [...filter.projects, ...filter.exclude].filter(
    (pattern) => !projects.some((project) => matches(pattern, project)),
  );
  return { projects: projects.filter(isSelected), unmatched };
}

/** Whether the pattern is the project's own name, or its id. */
function identifies(pattern: string, { id, name }: Project): boolean {
  return pattern === id || nameKey(pattern) === nameKey(name);
}

function matches(pattern: string, project: Project): boolean {
  if (identifies(pattern, project)) return true;
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "i").test(project.name);
}
