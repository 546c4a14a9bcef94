import { nameKey, PROJECT_NAME_MAX_LENGTH, type Project } from "../../model";
import type { DesiredProject } from "../desired";
import { compareStrings } from "../lists";

/** Which project of the organization each project of the code is, by address; a project of the code that is not among them is to be created. */
export type Identity = ReadonlyMap<string, Project>;

/** How badly a project fits what the code says: the number of its attributes and workspaces that differ. */
export type MismatchScore = (code: DesiredProject, project: Project) => number;

/**
 * Finds the projects of the code in the organization. In order of weight:
 *
 * 1. an id in the code;
 * 2. the name;
 * 3. for code whose name nobody has, the previous names: of projects that nobody else claims, or whose claimant finds
 *    another by its own previous names (A→B→C);
 * 4. where the previous names of several lead round in a circle (A↔B) the names cannot tell whether they have been
 *    exchanged already: they are exchanged when the projects then fit what the code says of them better than now.
 *
 * An apply that was broken off is finished by planning anew, with the same projects: a name that has been given tells as much as the one it took
 * the place of. That holds but where two projects of the code say that they had the same name; where several projects are there that one of the
 * code may have been; and where previous names lead round in a circle of which a project is made anew, being missing or by its id another. What is left over, or just
 * made, can then look like what is still to be renamed: the code comes true all the same, but with other projects; or it is refused, where it
 * refers by name to a project whose name it also calls a former one, where a name that is needed on the way is taken, and where what
 * is left over may not be deleted. An id in the code settles it.
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

/** Projects of which only their attributes and workspaces tell whether they have exchanged their names, together with their code. */
export function swapCandidates(
  code: readonly DesiredProject[],
  actual: readonly Project[],
): readonly (readonly { readonly code: DesiredProject; readonly id: string }[])[] {
  const search = matchProjects(code, actual);
  return search.cycles().map((circle) =>
    circle.flatMap((it) => {
      const project = search.found.get(it.address);
      return project === undefined ? [] : [{ code: it, id: project.id }];
    }),
  );
}

/**
 * Names that nobody is known to have, and under which there might be a project that the search would find: those of code that has none, and of
 * code that would pass on the project which it has if it found its own former one.
 */
export function namesToLookUp(
  code: readonly DesiredProject[],
  found: Identity,
  actual: readonly Project[],
): readonly string[] {
  const known = new Map(actual.map((project) => [nameKey(project.name), project]));
  const holders = new Map(code.map((it) => [found.get(it.address)?.id, it]));
  const asked = new Set(code.filter(({ address, id }) => id === undefined && !found.has(address)));
  const names = new Map<string, string>();
  for (const it of asked) {
    for (const name of [it.name, ...formerNames(it)]) {
      const project = known.get(nameKey(name));
      if (project === undefined) names.set(nameKey(name), name);
      const holder = project && holders.get(project.id);
      // What is added here, this loop comes to.
      if (holder !== undefined && holder.id === undefined) asked.add(holder);
    }
  }
  return [...names.values()];
}

function matchProjects(code: readonly DesiredProject[], actual: readonly Project[]): ProjectMatcher {
  // What is found must not depend on the order in which code is given.
  const sorted = [...code].sort((one, other) => compareStrings(one.address, other.address));
  const search = new ProjectMatcher(sorted, actual);
  for (const project of sorted) search.byId(project);
  for (const project of sorted) search.byName(project);
  for (const project of sorted) search.byPreviousName(project);
  return search;
}

/**
 * The name that a project has while it waits for its new one, where names go round in a circle. It follows from the new name, so that a
 * project that was left under it is found again.
 */
export function temporaryName(name: string): string {
  const suffix = " - renaming";
  const whole = `${name}${suffix}`;
  if (whole.length <= PROJECT_NAME_MAX_LENGTH) return whole;
  // Two long names may begin alike: what is cut off is told by its sum.
  const tail = `${suffix} ${checksum(nameKey(name))}`;
  return `${name.slice(0, PROJECT_NAME_MAX_LENGTH - tail.length).trimEnd()}${tail}`;
}

/** Six characters that follow from the text; FNV-1a, of 32 bits. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0").slice(-6);
}

/** All names under which the project of the code may be found, but for its own; first the one that tells most surely. */
export function formerNames(project: DesiredProject): readonly string[] {
  return [temporaryName(project.name), ...project.previousNames];
}

/** Code that looks for a project under its former names, one after the other. */
interface Step {
  readonly code: DesiredProject;
  readonly names: Iterator<string>;
  /** What it may have; undefined where nothing is found yet. */
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
    this.#projectById = new Map(actual.map((project) => [project.id, project]));
    this.#projectByName = new Map(actual.map((project) => [nameKey(project.name), project]));
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
    if (code.id === undefined && !this.found.has(code.address)) this.#findFormer(code);
  }

  /**
   * Looks for a project under former names. One that other code has claimed can be had if that code finds another one in the same way: then
   * each on the way takes what it found. The way may be as long as there are projects.
   */
  #findFormer(code: DesiredProject): void {
    const asked = new Set<string>();
    const way: Step[] = [{ code, names: formerNames(code).values() }];
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      step.found = this.#nextOf(step.names, asked);
      if (step.found === undefined) {
        way.pop();
        continue;
      }
      const claimant = this.#claimants.get(step.found.id);
      if (claimant === undefined) {
        for (const { code, found } of way) if (found !== undefined) this.#claim(code, found);
        return;
      }
      if (claimant.id === undefined) way.push({ code: claimant, names: formerNames(claimant).values() });
    }
  }

  /** The next project that is there under one of the names, and was not asked for before. */
  #nextOf(names: Iterator<string>, asked: Set<string>): Project | undefined {
    for (let next = names.next(); next.done !== true; next = names.next()) {
      const project = this.#projectByName.get(nameKey(next.value));
      if (project === undefined || asked.has(project.id)) continue;
      asked.add(project.id);
      return project;
    }
    return undefined;
  }

  /** Code whose projects have the right names, but whose previous names lead from one to the next and back to the first. */
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

  /** The code that has, under its right name, the project that this code says it was called. */
  #predecessor(code: DesiredProject): DesiredProject | undefined {
    if (code.id !== undefined || !this.#hasOwnName(code)) return undefined;
    for (const name of code.previousNames) {
      const project = this.#projectByName.get(nameKey(name));
      const claimant = project === undefined ? undefined : this.#claimants.get(project.id);
      if (claimant !== undefined && claimant !== code && claimant.id === undefined && this.#hasOwnName(claimant)) {
        return claimant;
      }
    }
    return undefined;
  }

  #hasOwnName(code: DesiredProject): boolean {
    const project = this.found.get(code.address);
    return project !== undefined && nameKey(project.name) === nameKey(code.name);
  }

  /** Gives each code of a circle the project of the next one, if that fits better on the whole. */
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
