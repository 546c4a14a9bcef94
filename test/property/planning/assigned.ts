import type { Change } from "../../../src/engine/changes/change";
import type { AssignmentAttributes, AssignmentType } from "../../../src/model";
import { ASSIGNMENT_KINDS } from "../../../src/reconcile/assignments";
import { reference, type Block, type InProcessTerraform } from "../../in-process-terraform";
import { configurationFor, inProcessTerraform } from "../../provider/in-process";
import { Acme } from "../../support/acme";
import { fc } from "../../support/property";

/*
 * Random access and sets of two projects, as code for Terraform and the engine. What is assigned is compared as texts:
 * `Web: team a: read`.
 */

const OBJECTS = ["a", "b", "c"];
/** The projects, by the names of their resources. */
const PROJECTS = { web: "Web", api: "Api" } as const;
type ProjectKey = keyof typeof PROJECTS;
const KEYS: readonly ProjectKey[] = ["web", "api"];

type Level = "read" | "write" | "maintain";

/** The names of the objects that are assigned to a project. */
interface Assigned {
  readonly teams: Readonly<Record<string, Level>>;
  readonly variableSets: readonly string[];
  readonly policySets: readonly string[];
  readonly excluded: readonly string[];
}

/** Code that assigns objects to the projects. */
export type AssigningCode = Readonly<Record<ProjectKey, Assigned & { readonly exclusive: boolean }>>;

/** An organization, and code that is deployed to it. */
export interface AssigningStory {
  /** What somebody else has assigned. */
  readonly before: Readonly<Record<ProjectKey, Assigned>>;
  readonly first: AssigningCode;
  readonly second: AssigningCode;
}

const names = fc.subarray(OBJECTS);
const assigned: fc.Arbitrary<Assigned> = fc
  .record({
    teams: fc.dictionary(fc.constantFrom(...OBJECTS), fc.constantFrom<Level[]>("read", "write", "maintain")),
    variableSets: names,
    policySets: names,
    excluded: names,
  })
  .map((it) => ({ ...it, excluded: it.excluded.filter((name) => !it.policySets.includes(name)) }));
const managed = fc.record({ its: assigned, chance: fc.nat(3) }).map(({ its, chance }) => {
  return { ...its, exclusive: chance === 0 };
});
const code: fc.Arbitrary<AssigningCode> = fc.record({ web: managed, api: managed });

export const assigningStory: fc.Arbitrary<AssigningStory> = fc.record({
  before: fc.record({ web: assigned, api: assigned }),
  first: code,
  second: code,
});

interface ChangeByHand {
  readonly project: ProjectKey;
  readonly object: string;
  readonly sort: "team" | "variable set" | "policy set";
  readonly isAssigned: boolean;
}

/** What somebody assigns, or takes off. */
export const byHand: fc.Arbitrary<readonly ChangeByHand[]> = fc.array(
  fc.record({
    project: fc.constantFrom(...KEYS),
    object: fc.constantFrom(...OBJECTS),
    sort: fc.constantFrom("team", "variable set", "policy set"),
    isAssigned: fc.boolean(),
  }),
  { maxLength: 3 },
);

/** The resources of code. Those that would say nothing are left out. */
export function assigningResources(code: AssigningCode): Record<string, Block> {
  return Object.assign({}, ...KEYS.map((key) => resourcesOf(key, PROJECTS[key], code[key]))) as Record<string, Block>;
}

/** The same for one project. */
export function resourcesOf(key: string, name: string, its: AssigningCode[ProjectKey]): Record<string, Block> {
  const { teams, variableSets, policySets, excluded, exclusive } = its;
  const address = `tfprojects_project.${key}`;
  const team = Object.entries(teams).map(([name, access]) => ({ name, access }));
  const resource = (type: AssignmentType, block: Block, count: number): Record<string, Block> =>
    count === 0 && !exclusive
      ? {}
      : { [`${type}.${key}`]: { project_id: reference(address, "id"), ...block, exclusive } };
  return {
    [address]: { name, adopt_existing: true },
    ...resource("tfprojects_project_team_access", { team }, team.length),
    ...resource("tfprojects_project_variable_sets", { names: variableSets }, variableSets.length),
    ...resource(
      "tfprojects_project_policy_sets",
      { names: policySets, exclude: excluded },
      policySets.length + excluded.length,
    ),
  };
}

/** An organization with the projects and objects, and what somebody else has assigned. */
async function assigningAcme({ before }: Pick<AssigningStory, "before">): Promise<Acme> {
  const acme = await Acme.start();
  const { teams, variableSets, policySets } = acme.emulator;
  const ids = { web: acme.addProject(PROJECTS.web), api: acme.addProject(PROJECTS.api) };
  for (const name of OBJECTS) {
    const own = { organization: "acme", name };
    const having = (list: keyof Assigned): string[] =>
      KEYS.filter((key) => (before[key][list] as readonly string[]).includes(name)).map((key) => ids[key]);
    const { id: teamId } = teams.create({ ...own, visibility: "organization" });
    for (const key of KEYS) {
      const access = before[key].teams[name];
      if (access !== undefined) teams.grant({ teamId, projectId: ids[key], access });
    }
    variableSets.create({ ...own, projectIds: having("variableSets") });
    policySets.create({ ...own, projectIds: having("policySets"), excludedProjectIds: having("excluded") });
  }
  return acme;
}

/** The same, with the first code deployed by Terraform. */
export async function assigningDeployed(
  story: AssigningStory,
): Promise<{ readonly acme: Acme; readonly terraform: InProcessTerraform }> {
  const acme = await assigningAcme(story);
  const terraform = inProcessTerraform();
  expect(await terraform.apply(configurationFor(acme, assigningResources(story.first)))).toMatchObject({ ok: true });
  return { acme, terraform };
}

/** Changes what is assigned, as somebody in the web interface. */
export async function assignByHand(acme: Acme, changes: readonly ChangeByHand[]): Promise<void> {
  const { emulator, client } = acme;
  const { teams, variableSets, policySets } = emulator.state().organizations[0]!;
  for (const { project, object, sort, isAssigned } of changes) {
    const projectId = acme.project(PROJECTS[project])!.id;
    const idIn = (all: readonly { readonly id: string; readonly name: string }[]): string =>
      all.find(({ name }) => name === object)!.id;
    if (sort === "team") {
      const pair = { teamId: idIn(teams), projectId };
      if (isAssigned) emulator.teams.grant({ ...pair, access: "admin" });
      else emulator.teams.revoke(pair);
    } else {
      const [operations, all] =
        sort === "policy set" ? [client.policySets, policySets] : [client.variableSets, variableSets];
      await operations[isAssigned ? "addProjects" : "removeProjects"](idIn(all), [projectId]);
    }
  }
}

/** What is assigned to the projects: `Web: team a: read`, `Web: policy set b: excluded`. */
export function assignedIn({ emulator }: Acme): readonly string[] {
  const { projects, teams, variableSets, policySets } = emulator.state().organizations[0]!;
  return projects
    .flatMap(({ id, name: project }) => [
      ...teams.flatMap(({ name, projects: access }) => {
        const level = access[id];
        if (level === undefined) return [];
        return [assignedText("tfprojects_project_team_access", project, name, { access: level })];
      }),
      ...variableSets.flatMap(({ name, projectIds }) =>
        projectIds.includes(id) ? [assignedText("tfprojects_project_variable_sets", project, name, {})] : [],
      ),
      ...policySets.flatMap(({ name, projectIds, excludedProjectIds }) =>
        (["applied", "excluded"] as const)
          .filter((mode) => (mode === "applied" ? projectIds : excludedProjectIds).includes(id))
          .map((mode) => assignedText("tfprojects_project_policy_sets", project, name, { mode })),
      ),
    ])
    .sort();
}

/** What an action finds assigned, and what it assigns; undefined for nothing. */
export function changeOf(action: Change<"set"> | Change<"unset">): {
  readonly from: string | undefined;
  readonly to: string | undefined;
} {
  const { type, project, object, before } = action;
  const text = (attributes: AssignmentAttributes | null): string | undefined =>
    attributes === null ? undefined : assignedText(type, project.name, object.name, attributes);
  return { from: text(before), to: action.kind === "set" ? text(action.after) : undefined };
}

/** What code assigns. */
export function wantedBy(code: AssigningCode): readonly string[] {
  return KEYS.flatMap((key) => {
    const { teams, variableSets, policySets, excluded } = code[key];
    const text = (type: AssignmentType, name: string, attributes: AssignmentAttributes): string =>
      assignedText(type, PROJECTS[key], name, attributes);
    return [
      ...Object.entries(teams).map(([name, access]) => text("tfprojects_project_team_access", name, { access })),
      ...variableSets.map((name) => text("tfprojects_project_variable_sets", name, {})),
      ...policySets.map((name) => text("tfprojects_project_policy_sets", name, { mode: "applied" })),
      ...excluded.map((name) => text("tfprojects_project_policy_sets", name, { mode: "excluded" })),
    ];
  }).sort();
}

/** Of which project and object a text is, without how it is assigned. */
export function keyOf(text: string): string {
  return text.split(": ").slice(0, 2).join(": ");
}

function assignedText(type: AssignmentType, project: string, name: string, attributes: AssignmentAttributes): string {
  return [project, `${ASSIGNMENT_KINDS[type].object} ${name}`, ...Object.values(attributes).map(String)].join(": ");
}
