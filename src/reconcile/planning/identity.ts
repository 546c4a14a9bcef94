import { nameKey, PROJECT_NAME_MAX_LENGTH, type Project } from "../../model";
import { compareStrings, indexBy } from "../lists";
import type { DesiredProject } from "../organization";

/** Maps the address of each project of the code to its project in the organization. One without an entry is created. */
export type Identity = ReadonlyMap<string, Project>;

/** How many attributes and workspaces of a project differ from the code. */
export type MismatchScore = (code: DesiredProject, project: Project) => number;

/**
 * Matches projects of the code with projects of the organization. In order of precedence:
 *
 * 1. the id in Terraform's state, while that project exists, and the id in an `import` block;
 * 2. the name;
 * 3. for a project of the code whose name does not exist: its previous names. The project found may already be matched
 *    by name, if its code finds another project by its own previous names (A→B→C);
 * 4. when previous names form a cycle (A↔B), names cannot tell whether the projects have already swapped. They swap if
 *    they then match the code better.
 *
 * An interrupted apply is completed by planning again, with the same projects: a name that has been given away
 * identifies a project as well as the one it replaced. There are exceptions: two projects of the code with the same
 * previous name; several existing projects that could be the same project of the code; and a cycle of previous names in
 * which a project is created, or identified by its id. There, a leftover or newly created project can look like one
 * that is still to be renamed. The code is then applied with other projects, or refused: if it refers by name to a
 * project whose name is also a previous name, if a name needed on the way is taken, or if a leftover may not be
 * deleted. An id in the code decides.
 */
export function identify(
  code: readonly DesiredProject[],
  actual: readonly Project[],
  mismatchScore: MismatchScore,
): Identity {
  const matcher = matchProjects(code, actual);
  for (const cycle of matcher.cycles()) matcher.rotate(cycle, mismatchScore);
  return matcher.found;
}

/** Groups of projects, with their code, whose attributes and workspaces decide whether they have swapped names. */
export function swapCandidates(
  code: readonly DesiredProject[],
  actual: readonly Project[],
): readonly (readonly { readonly code: DesiredProject; readonly id: string }[])[] {
  const matcher = matchProjects(code, actual);
  return matcher.cycles().map((cycle) =>
    cycle.flatMap((it) => {
      const project = matcher.found.get(it.address);
      return project === undefined ? [] : [{ code: it, id: project.id }];
    }),
  );
}

/**
 * Names that no known project has, but under which a match might exist: those of code without a match, and of code that
 * would give up its match if it found a project under a previous name.
 */
export function namesToLookUp(
  code: readonly DesiredProject[],
  found: Identity,
  actual: readonly Project[],
): readonly string[] {
  const known = indexBy(actual, (project) => nameKey(project.name));
  const identified = withRecordedIds(code, actual);
  const holders = indexBy(identified, (it) => found.get(it.address)?.id);
  const searching = new Set(identified.filter(({ address, id }) => id === undefined && !found.has(address)));
  const names = new Map<string, string>();
  for (const it of searching) {
    for (const name of [it.name, ...formerNames(it)]) {
      const project = known.get(nameKey(name));
      if (project === undefined) names.set(nameKey(name), name);
      const holder = project && holders.get(project.id);
      // The loop also visits what is added here.
      if (holder !== undefined && holder.id === undefined) searching.add(holder);
    }
  }
  return [...names.values()];
}

/** Recorded ids that no known project has; only a read of such a project shows that it was deleted. */
export function idsToLookUp(code: readonly DesiredProject[], actual: readonly Project[]): readonly string[] {
  const known = new Set(actual.map(({ id }) => id));
  return code.flatMap(({ recordedId: id }) => (id === undefined || known.has(id) ? [] : [id]));
}

/** A recorded id identifies a project while that exists. Terraform creates a project again if it was deleted. */
function withRecordedIds(code: readonly DesiredProject[], actual: readonly Project[]): readonly DesiredProject[] {
  const existing = new Set(actual.map(({ id }) => id));
  return code.map((it) => {
    const { id, recordedId } = it;
    return id === undefined && recordedId !== undefined && existing.has(recordedId) ? { ...it, id: recordedId } : it;
  });
}

function matchProjects(code: readonly DesiredProject[], actual: readonly Project[]): ProjectMatcher {
  // The result must not depend on the order of the code.
  const sorted = [...withRecordedIds(code, actual)].sort((one, other) => compareStrings(one.address, other.address));
  const matcher = new ProjectMatcher(sorted, actual);
  for (const project of sorted) matcher.byId(project);
  for (const project of sorted) matcher.byName(project);
  for (const project of sorted) matcher.byPreviousName(project);
  return matcher;
}

/**
 * The name of a project that waits for its new name in a cycle of renames. It is derived from the new name, so a
 * project that was left under it is found again.
 */
export function temporaryName(name: string): string {
  const suffix = " - renaming";
  const whole = `${name}${suffix}`;
  if (whole.length <= PROJECT_NAME_MAX_LENGTH) return whole;
  // The checksum tells apart long names that start alike.
  const tail = `${suffix} ${checksum(nameKey(name))}`;
  return `${name.slice(0, PROJECT_NAME_MAX_LENGTH - tail.length).trimEnd()}${tail}`;
}

/** Six characters of the text's 32-bit FNV-1a hash. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0").slice(-6);
}

/** All names besides its own under which the project of the code may exist, the most reliable one first. */
export function formerNames(project: DesiredProject): readonly string[] {
  return [temporaryName(project.name), ...project.previousNames];
}

/** Code that searches for a project under its former names, one after the other. */
interface Step {
  readonly code: DesiredProject;
  readonly names: Iterator<string>;
  /** The current candidate; undefined when there is none yet. */
  found?: Project | undefined;
}

class ProjectMatcher {
  readonly found = new Map<string, Project>();
  readonly #claimants = new Map<string, DesiredProject>();
  readonly #projectById: ReadonlyMap<string, Project>;
  readonly #projectByName: ReadonlyMap<string, Project>;

  constructor(
    private readonly code: readonly DesiredProject[],
    actual: readonly Project[],
  ) {
    this.#projectById = indexBy(actual, (project) => project.id);
    this.#projectByName = indexBy(actual, (project) => nameKey(project.name));
  }

  byId(code: DesiredProject): void {
    const project = code.id === undefined ? undefined : this.#projectById.get(code.id);
    if (project !== undefined && !this.#claimants.has(project.id)) this.#claim(code, project);
  }

  byName(code: DesiredProject): void {
    if (code.id !== undefined) return;
    const project = this.#projectByName.get(nameKey(code.name));
    if (project !== undefined && !this.#claimants.has(project.id)) this.#claim(code, project);
  }

  byPreviousName(code: DesiredProject): void {
    if (code.id === undefined && !this.found.has(code.address)) this.#findByFormerNames(code);
  }

  /**
   * Finds a project by former names. One that other code has claimed is available if that code finds another one in the
   * same way; then each code on the path takes what it found. The path can be as long as there are projects.
   */
  #findByFormerNames(code: DesiredProject): void {
    const visited = new Set<string>();
    const path: Step[] = [{ code, names: formerNames(code).values() }];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      step.found = this.#nextMatch(step.names, visited);
      if (step.found === undefined) {
        path.pop();
        continue;
      }
      const claimant = this.#claimants.get(step.found.id);
      if (claimant === undefined) {
        for (const { code, found } of path) if (found !== undefined) this.#claim(code, found);
        return;
      }
      if (claimant.id === undefined) path.push({ code: claimant, names: formerNames(claimant).values() });
    }
  }

  /** The next project that has one of the names and was not visited before. */
  #nextMatch(names: Iterator<string>, visited: Set<string>): Project | undefined {
    for (let next = names.next(); next.done !== true; next = names.next()) {
      const project = this.#projectByName.get(nameKey(next.value));
      if (project === undefined || visited.has(project.id)) continue;
      visited.add(project.id);
      return project;
    }
    return undefined;
  }

  /** Code matched by name, whose previous names lead from one to the next and back to the first. */
  cycles(): readonly (readonly DesiredProject[])[] {
    const seen = new Set<DesiredProject>();
    const cycles: DesiredProject[][] = [];
    for (const start of this.code) {
      const path: DesiredProject[] = [];
      let next: DesiredProject | undefined = start;
      while (next !== undefined && !seen.has(next)) {
        seen.add(next);
        path.push(next);
        next = this.#predecessor(next);
      }
      const entry = next === undefined ? -1 : path.indexOf(next);
      if (entry >= 0 && path.length - entry > 1) cycles.push(path.slice(entry));
    }
    return cycles;
  }

  /** The code matched by name with the project that has one of this code's previous names. */
  #predecessor(code: DesiredProject): DesiredProject | undefined {
    if (code.id !== undefined || !this.#isMatchedByName(code)) return undefined;
    for (const name of code.previousNames) {
      const project = this.#projectByName.get(nameKey(name));
      const claimant = project === undefined ? undefined : this.#claimants.get(project.id);
      if (claimant === undefined || claimant === code || claimant.id !== undefined) continue;
      if (this.#isMatchedByName(claimant)) return claimant;
    }
    return undefined;
  }

  #isMatchedByName(code: DesiredProject): boolean {
    const project = this.found.get(code.address);
    return project !== undefined && nameKey(project.name) === nameKey(code.name);
  }

  /** Gives each code of a cycle the project of the next one, if that matches better in total. */
  rotate(cycle: readonly DesiredProject[], mismatchScore: MismatchScore): void {
    const held = cycle.flatMap((code) => this.found.get(code.address) ?? []);
    const rotated = [...held.slice(1), ...held.slice(0, 1)];
    const total = (projects: readonly Project[]): number =>
      cycle.reduce((sum, code, index) => {
        const project = projects[index];
        return project === undefined ? sum : sum + mismatchScore(code, project);
      }, 0);
    if (total(rotated) >= total(held)) return;
    for (const [index, code] of cycle.entries()) {
      const project = rotated[index];
      if (project !== undefined) this.#claim(code, project);
    }
  }

  #claim(code: DesiredProject, project: Project): void {
    this.found.set(code.address, project);
    this.#claimants.set(project.id, code);
  }
}
