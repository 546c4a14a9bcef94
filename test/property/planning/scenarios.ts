import { NO_SETTINGS, UNSET_SETTINGS, nameKey, previousNameCycles, type Workspace } from "../../../src/model";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type {
  DesiredMembership,
  DesiredPlacement,
  DesiredProject,
  DesiredOrganization,
  ProjectReference,
} from "../../../src/engine/organization";
import type { Change } from "../../../src/engine/changes/change";
import type { Plan } from "../../../src/engine/plan/comparison";
import type { PlanOptions } from "../../../src/engine/plan/plan-options";
import { DEFAULT_ID, project } from "./simulated-service";
import { fc } from "../../support/property";
import { anyExecution, anyTags, anyTagsInCode } from "../../support/random-settings";

/** An organization, code for it, and what the plan may do. */
export interface Scenario {
  readonly actual: ActualOrganization;
  readonly desired: DesiredOrganization;
  readonly options: PlanOptions;
  /** Random numbers that choose the order of independent actions. */
  readonly choices: readonly number[];
}

/** Few, so that they conflict; some differ only in case, and two are equal when truncated. */
const LONG = "A name so long that nothing fits after";
const NAMES = ["Default Project", "Alpha", "Beta", "Gamma", "Delta", "alpha", "BETA", `${LONG} 1`, `${LONG} 2`];
/** One of each group that the service treats as the same name. */
const DIFFERENT_NAMES = NAMES.filter((name) => name !== "alpha" && name !== "BETA");

const description = fc.constantFrom(null, "one", "two");
const duration = fc.constantFrom(null, "14d", "36h");
const actualSettings = fc
  .tuple(description, duration, anyExecution, anyTags)
  .map(([description, autoDestroyActivityDuration, execution, tags]) => {
    return { description, autoDestroyActivityDuration, ...execution, tags };
  });
const settingsInCode = fc
  .tuple(description, duration, anyExecution, anyTagsInCode)
  .map(([description, autoDestroyActivityDuration, execution, tags]) => {
    return { description, autoDestroyActivityDuration, ...execution, ...tags };
  });
const names = (from: readonly string[], maxLength: number, minLength = 0): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...from), { minLength, maxLength, selector: nameKey });
const five = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(arbitrary, { minLength: 5, maxLength: 5 });
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** What a service does not report, or was not asked for. */
const UNREPORTED = [
  { defaultExecutionMode: undefined, defaultAgentPoolId: undefined },
  { tags: undefined },
  { defaultExecutionMode: undefined, defaultAgentPoolId: undefined, tags: undefined },
];

/** Own tags of workspaces, by their number. */
const WORKSPACE_TAGS = [
  [],
  [{ key: "team", value: "net" }],
  [
    { key: "team", value: "web" },
    { key: "old", value: "" },
  ],
];

/** @param isFullyReported - Whether all settings of the projects are known. */
const actualOrganization = (isFullyReported: boolean): fc.Arbitrary<ActualOrganization> =>
  fc
    .record({
      names: names(NAMES, 5, 1),
      settings: five(actualSettings),
      unreported: isFullyReported ? fc.constant(undefined) : rarely(fc.constantFrom(...UNREPORTED)),
      locations: fc.array(fc.nat(4), { maxLength: 6 }),
    })
    .map(({ names, settings, unreported, locations }) => {
      const projects = names.map((name, index) =>
        project(index === 0 ? DEFAULT_ID : `prj-${index}`, { ...settings[index]!, ...unreported, name }),
      );
      const workspaces = locations.map((location, index) => ({
        id: `ws-${index}`,
        name: `workspace-${index}`,
        projectId: projects[location % projects.length]!.id,
        organization: "acme",
        tags: WORKSPACE_TAGS[index % WORKSPACE_TAGS.length]!,
      }));
      const actual = { name: "acme", defaultProjectId: DEFAULT_ID, projects, workspaces };
      // What was not read is not sent either.
      return unreported === undefined ? actual : { ...actual, skipsDurations: true };
    });

const codeProjects = (actual: ActualOrganization, isConsistent: boolean): fc.Arbitrary<DesiredProject[]> =>
  fc
    .record({
      names: names(NAMES, 5),
      settings: five(settingsInCode),
      previousNames: five(names(NAMES, 2)),
      imported: five(rarely(fc.nat(4))),
    })
    .map(({ names, settings, previousNames, imported }) => {
      const taken = new Set<string>();
      const said = new Set<string>();
      const existing = new Set(actual.projects.map(({ name }) => nameKey(name)));
      const projects = names.map((name, index): DesiredProject => {
        const id = imported[index] === undefined ? undefined : actual.projects[imported[index]]?.id;
        const isFree = id !== undefined && !taken.has(id);
        if (isFree) taken.add(id);
        const own: string[] = [];
        return {
          ...UNSET_SETTINGS,
          address: `tfprojects_project.p${index}`,
          name,
          ...settings[index]!,
          previousNames: previousNames[index]!.filter((previous) => {
            if (nameKey(previous) === nameKey(name)) return false;
            const couldBe = [...own, nameKey(previous)].filter((it) => existing.has(it)).length;
            if (isConsistent && (said.has(nameKey(previous)) || couldBe > 1)) return false;
            said.add(nameKey(previous));
            own.push(nameKey(previous));
            return true;
          }),
          id: isFree ? id : undefined,
        };
      });
      return isConsistent ? withoutCycles(projects) : projects;
    });

/** The projects without previous names that form a cycle, which would be refused. */
function withoutCycles(projects: readonly DesiredProject[]): DesiredProject[] {
  const inCycles = new Set(previousNameCycles(projects).flatMap((cycle) => cycle.map(({ project }) => project)));
  const left = projects.map((it) => (inCycles.has(it) ? { ...it, previousNames: [] } : it));
  return inCycles.size === 0 ? left : withoutCycles(left);
}

const takeFrom = fc.constantFrom(undefined, "any" as const, "default-project" as const);

/** A rule that matches few or all of the workspaces, and the number of its project. */
const anyRule = fc
  .record({
    place: fc.nat(),
    matchNames: fc.constantFrom(undefined, ["*-1"], ["WORKSPACE-2", "*-4"], ["*"], ["nothing-*"]),
    matchTags: fc.constantFrom<(Record<string, string> | undefined)[]>(undefined, { team: "net" }, { team: "*" }),
    takeFrom,
  })
  .filter(({ matchNames, matchTags }) => matchNames !== undefined || matchTags !== undefined);

const anyTable = fc.record({
  rules: fc.array(anyRule, { minLength: 1, maxLength: 4 }),
  exceptNames: fc.constantFrom(undefined, ["*-5", "*-4"]),
  exceptTags: fc.constantFrom<(Record<string, string> | undefined)[]>(undefined, { old: "*" }),
  takeFrom,
});

/**
 * 0 to 4 are projects of the code, 5 is the default project, 6 and 7 are projects by id and by name; others are none.
 */
const PLACES = 10;

const desiredOrganization = (actual: ActualOrganization, isConsistent: boolean): fc.Arbitrary<DesiredOrganization> =>
  fc
    .record({
      projects: codeProjects(actual, isConsistent),
      locations: fc.array(fc.nat(PLACES - 1), { minLength: 6, maxLength: 6 }),
      byName: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      exclusive: fc.array(fc.boolean(), { minLength: PLACES, maxLength: PLACES }),
      referred: fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }),
      withReference: fc.boolean(),
      missing: rarely(fc.nat(PLACES)),
      tables: fc
        .constantFrom(0, 0, 1, 1, 1, 2)
        .chain((length) => fc.array(anyTable, { minLength: length, maxLength: length })),
      isDisjoint: fc.constantFrom(true, true, true, false),
    })
    .map(({ projects, locations, byName, exclusive, referred, withReference, missing, tables, isDisjoint }) => {
      const existing = referred.map((index) => actual.projects[index % actual.projects.length]!);
      const places: readonly ProjectReference[] = [
        ...projects.map(({ address }) => ({ by: "address", address }) as const),
        { by: "default" },
        { by: "id", id: existing[0]!.id },
        { by: "name", name: existing[1]!.name },
      ];
      const listed = actual.workspaces.filter((_, workspace) => locations[workspace]! % PLACES < places.length);
      const placements = tables.map((table, index): DesiredPlacement => {
        const exceptNames = [...(table.exceptNames ?? []), ...(isDisjoint ? listed.map(({ name }) => name) : [])];
        return withoutUndefined({
          ...table,
          address: `tfprojects_workspace_placement.t${index}`,
          rules: table.rules.map(({ place, ...rule }) => ({ project: places[place % places.length]!, ...rule })),
          exceptNames: exceptNames.length === 0 ? undefined : exceptNames,
        });
      });
      const targets = new Set(placements.flatMap(({ rules }) => rules.map(({ project }) => project)));
      const memberships = places.flatMap((place, index): DesiredMembership[] => {
        const members = actual.workspaces.filter((_, workspace) => locations[workspace]! % PLACES === index);
        if (place.by !== "address" && members.length === 0) return [];
        return [
          {
            address: `tfprojects_workspace_membership.m${index}`,
            project: place,
            workspaceIds: members.filter((_, index) => !byName[index]).map(({ id }) => id),
            workspaceNames: [
              ...members.filter((_, index) => byName[index]).map(({ name }) => name.toUpperCase()),
              ...(missing !== undefined && index >= missing ? ["nowhere"] : []),
            ],
            exclusive: exclusive[index]! && !(isDisjoint && targets.has(place)),
          },
        ];
      });
      const references = withReference ? [{ by: "id", id: existing[2]!.id } as const] : [];
      return { name: "acme", projects, memberships, references, ...(placements.length === 0 ? {} : { placements }) };
    });

/** Plans are compared as JSON. */
function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Whether the next plan may take what this one moves into the default project. */
export function takesFromDefault({ placements = [] }: DesiredOrganization): boolean {
  return placements.length > 0;
}

/** What the patterns of rules match, without regard to places. */
const NAME_PATTERNS = new Map<string, (name: string) => boolean>([
  ["*-1", (name) => name.endsWith("-1")],
  ["*-4", (name) => name.endsWith("-4")],
  ["*-5", (name) => name.endsWith("-5")],
  ["*", () => true],
  ["nothing-*", () => false],
]);

function isNamed(patterns: readonly string[], { name }: Workspace): boolean {
  return patterns.some((pattern) => {
    const matches = NAME_PATTERNS.get(pattern) ?? ((key: string) => key === nameKey(pattern));
    return matches(nameKey(name));
  });
}

function isTagged(wanted: Readonly<Record<string, string>>, { tags }: Workspace): boolean[] {
  return Object.entries(wanted).map(([key, value]) =>
    tags!.some((tag) => tag.key === key && ["*", tag.value].includes(value)),
  );
}

/** The first rule that matches a workspace and takes it from where it is, or has it, by a model of its own. */
export function placedBy(
  { rules, exceptNames = [], exceptTags = {}, takeFrom: all }: DesiredPlacement,
  workspace: Workspace,
): { readonly project: ProjectReference; readonly takesFromAny: boolean } | undefined {
  if (isNamed(exceptNames, workspace) || isTagged(exceptTags, workspace).includes(true)) return undefined;
  for (const { project, matchNames, matchTags = {}, takeFrom: own } of rules) {
    if (matchNames !== undefined && !isNamed(matchNames, workspace)) continue;
    if (isTagged(matchTags, workspace).includes(false)) continue;
    return { project, takesFromAny: (own ?? all) === "any" };
  }
  return undefined;
}

/** Patterns for `ignore`, and what each of them matches. */
export const IGNORE_PATTERNS: ReadonlyMap<string, (it: { readonly id: string; readonly name: string }) => boolean> =
  new Map([
    ["al*", ({ name }) => nameKey(name).startsWith("al")],
    ["BETA", ({ name }) => nameKey(name) === "beta"],
    ["*Project", ({ name }) => nameKey(name).endsWith("project")],
    ["workspace-1", ({ name }) => nameKey(name) === "workspace-1"],
    ["*-3", ({ name }) => nameKey(name).endsWith("-3")],
    ["prj-4", ({ id }) => id === "prj-4"],
  ]);

const options: fc.Arbitrary<PlanOptions> = fc.record({
  prune: fc.boolean(),
  evacuate: fc.boolean(),
  maxDeletes: fc.constantFrom(undefined, 10),
  maxMoves: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(undefined, "all" as const) },
    { weight: 1, arbitrary: fc.nat(4) },
  ),
  ignore: rarely(fc.subarray([...IGNORE_PATTERNS.keys()], { minLength: 1 })),
});

const scenarioWith = (isConsistent: boolean, isFullyReported = false): fc.Arbitrary<Scenario> =>
  actualOrganization(isFullyReported).chain((actual) =>
    fc.record({
      actual: fc.constant(actual),
      desired: desiredOrganization(actual, isConsistent),
      options,
      choices: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    }),
  );

/** Any organization, and any code for it. Some settings of projects may be unknown. */
export const anyScenario = scenarioWith(false);

/** Any organization whose settings are all known, and any code for it. */
export const reportedScenario = scenarioWith(false, true);

/**
 * Any organization, and code without ambiguous identities: no two projects have the same previous name, none matches
 * several existing projects, and previous names form no cycle. See `identify`.
 */
export const consistentScenario = scenarioWith(true);

/** An organization, and code that renames its projects, with previous names; each project's description is its id. */
export const renaming: fc.Arbitrary<Scenario> = fc
  .record({
    found: fc.shuffledSubarray(DIFFERENT_NAMES, { minLength: 1, maxLength: 5 }),
    wanted: fc.shuffledSubarray(DIFFERENT_NAMES, { minLength: 5 }),
    choices: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  })
  .map(({ found, wanted, choices }) => {
    const projects = found.map((name, index) => {
      const id = index === 0 ? DEFAULT_ID : `prj-${index}`;
      return project(id, { ...NO_SETTINGS, name, description: id });
    });
    const workspaces = projects.map(({ id }, index) => ({
      id: `ws-${index}`,
      name: `workspace-${index}`,
      projectId: id,
      organization: "acme",
    }));
    const code = projects.map(({ description, name }, index): DesiredProject => {
      const previousNames = name === wanted[index] ? [] : [name];
      const address = `tfprojects_project.p${index}`;
      return { ...UNSET_SETTINGS, address, name: wanted[index]!, description, previousNames };
    });
    const memberships = code.map(({ address }, index): DesiredMembership => {
      const project = { by: "address", address } as const;
      // The first project is the default project, which cannot be exclusive.
      return { address: `m${index}`, project, workspaceIds: [`ws-${index}`], workspaceNames: [], exclusive: index > 0 };
    });
    return {
      actual: { name: "acme", defaultProjectId: DEFAULT_ID, projects, workspaces },
      desired: { name: "acme", projects: code, memberships, references: [] },
      options: {},
      choices,
    };
  });

/** The actions in a random order that respects their dependencies. */
export function anyOrder(plan: Plan, choices: readonly number[]): readonly Change[] {
  const done = new Set<string>();
  while (done.size < plan.actions.length) {
    const ready = plan.actions.flatMap(({ id, dependsOn }) =>
      !done.has(id) && dependsOn.every((other) => done.has(other)) ? [id] : [],
    );
    const next = ready[choices[done.size % choices.length]! % ready.length];
    if (next === undefined) throw new Error("No action is ready.");
    done.add(next);
  }
  return [...done].map((id) => plan.actions.find((it) => it.id === id)!);
}

/** The items in an order that depends on the choices. */
export function shuffled<T>(items: readonly T[], choices: readonly number[]): T[] {
  return items
    .map((item, index) => ({ item, key: (choices[index % choices.length]! * (index + 7)) % 1013 }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}
