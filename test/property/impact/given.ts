import { defineOrganization, type DesiredOrganization } from "../../../src/engine";
import { HttpClient, resource } from "../../emulator/http-client";
import type { Acme } from "../../support/acme";
import { fc } from "../../support/property";

/* Random organizations with what applies to their workspaces, and random code for them. */

const organization = "acme";
const PROJECTS = ["One", "Two", "Three", "Four"] as const;
const TEAMS = ["ops", "dev", "qa"] as const;
const SETS = ["set-a", "set-b", "set-c"] as const;
const WORKSPACES = ["w1", "w2", "w3", "w4", "w5", "w6"] as const;
export const PROVIDERS = { aws: "TFC_AWS_PROVIDER_AUTH", vault: "TFC_VAULT_PROVIDER_AUTH" } as const;

/* What the organization has. */

const some = <T>(items: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...items]);
const access = fc.constantFrom("read", "write", "admin");
const tags = fc.record({ env: fc.constantFrom("prod", "dev"), tier: fc.constant("a") }, { requiredKeys: [] });
const duration = fc.option(fc.constantFrom("7d", "14d"), { nil: undefined });
const providers = some(["aws", "vault"] as const);
const accessOfTeams = fc.dictionary(fc.constantFrom(...TEAMS), access, { maxKeys: 3 });

const givenProject = fc.record({
  tags,
  autoDestroyActivityDuration: duration,
  defaultExecutionMode: fc.constantFrom(undefined, "local", "remote"),
  access: accessOfTeams,
  /** Whether notifications are sent, by host. */
  notifies: some(["email"]),
});

const givenSet = fc.record({
  global: fc.boolean(),
  projects: some(PROJECTS),
  workspaces: some(WORKSPACES),
  excluded: some(PROJECTS),
  providers,
});

const givenWorkspace = fc.record({
  /** The default project for null. */
  project: fc.constantFrom(null, ...PROJECTS),
  tags,
  sharesState: fc.boolean(),
  refusesDestroyPlans: fc.boolean(),
  duration,
  providers,
});

const givenTask = fc.record({ projects: some(PROJECTS), mandatory: fc.boolean() });

/** What the code has of a project: nothing, or its settings, perhaps under another name. */
const code = fc.record({
  isManaged: fc.boolean(),
  isRenamed: fc.boolean(),
  tags: fc.option(tags, { nil: undefined }),
  autoDestroyActivityDuration: duration,
  access: accessOfTeams,
});

export const given = fc.record({
  projects: fc.tuple(givenProject, givenProject, givenProject, givenProject),
  variableSets: fc.tuple(givenSet, givenSet, givenSet),
  policySets: fc.tuple(givenSet, givenSet, givenSet),
  workspaces: fc.tuple(...WORKSPACES.map(() => givenWorkspace)),
  tasks: fc.tuple(givenTask, givenTask),
  code: fc.tuple(code, code, code, code),
  fresh: code,
  /** Where each workspace belongs: an index of PROJECTS, 4 for a new one, null for where it is. */
  destinations: fc.tuple(...WORKSPACES.map(() => fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }))),
  prunes: fc.boolean(),
  /** Whether a rule needs the tags of workspaces, so that the plan reads them. */
  readsTags: fc.boolean(),
});

export type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

/** What the state of the emulator does not have: of projects by ID, of workspaces by name. */
export interface Hidden {
  readonly tasks: ReadonlyMap<string, readonly (readonly [name: string, enforcement: string])[]>;
  readonly notifications: ReadonlyMap<string, readonly string[]>;
  readonly workspaces: ReadonlyMap<string, Given["workspaces"][number]>;
  /** Whether the plan knows the tags that workspaces have themselves. */
  readonly readsTags: boolean;
}

/** Puts it into the emulator. */
export async function build({ emulator }: Acme, it: Given): Promise<Hidden> {
  const http = new HttpClient(emulator);
  const created = async (sent: ReturnType<HttpClient["post"]>): Promise<void> => {
    const { status, text } = await sent;
    if (status >= 300) throw new Error(text);
  };
  const teams = TEAMS.map((name) => emulator.teams.create({ organization, name, visibility: "organization" }).id);
  const ids = new Map<string, string>();
  for (const [index, name] of PROJECTS.entries()) {
    const { access: granted, notifies, ...settings } = it.projects[index]!;
    const { id } = emulator.projects.create({ organization, name, ...settings });
    ids.set(name, id);
    for (const [team, level] of Object.entries(granted)) {
      emulator.teams.grant({ teamId: teams[TEAMS.indexOf(team as "ops")]!, projectId: id, access: level });
    }
    for (const kind of notifies) {
      const attributes = { "destination-type": kind, name: "hook", enabled: true };
      await created(
        http.post(`/projects/${id}/notification-configurations`, resource("notification-configurations", attributes)),
      );
    }
  }
  const workspaceIds = new Map<string, string>();
  for (const [index, name] of WORKSPACES.entries()) {
    const {
      project,
      tags: own,
      sharesState,
      refusesDestroyPlans,
      duration: durationOfIt,
      ...more
    } = it.workspaces[index]!;
    const { id } = emulator.workspaces.create({ organization, name, tags: own });
    workspaceIds.set(name, id);
    const attributes = {
      "project-remote-state": sharesState,
      "allow-destroy-plan": !refusesDestroyPlans || durationOfIt !== undefined,
      ...(durationOfIt === undefined ? {} : { "auto-destroy-activity-duration": durationOfIt }),
    };
    await created(http.patch(`/workspaces/${id}`, resource("workspaces", attributes)));
    if (project !== null) emulator.workspaces.move(id, ids.get(project)!);
    for (const provider of more.providers) {
      emulator.variables.create({ workspaceId: id, key: PROVIDERS[provider], value: "true", category: "env" });
    }
  }
  const projectIds = (names: readonly string[]): string[] => names.map((name) => ids.get(name)!);
  const idsOfWorkspaces = (names: readonly string[]): string[] => names.map((name) => workspaceIds.get(name)!);
  for (const [index, name] of SETS.entries()) {
    const set = it.variableSets[index]!;
    const applied =
      set.global && index === 0
        ? { global: true }
        : { projectIds: projectIds(set.projects), workspaceIds: idsOfWorkspaces(set.workspaces) };
    const { id: variableSetId } = emulator.variableSets.create({ organization, name, ...applied });
    for (const provider of set.providers) {
      emulator.variables.create({ variableSetId, key: PROVIDERS[provider], value: "true", category: "env" });
    }
    const policies = it.policySets[index]!;
    emulator.policySets.create({
      organization,
      name,
      ...(policies.global
        ? { global: true, excludedProjectIds: projectIds(policies.excluded) }
        : { projectIds: projectIds(policies.projects), workspaceIds: idsOfWorkspaces(policies.workspaces) }),
    });
  }
  for (const [index, { projects, mandatory }] of it.tasks.entries()) {
    const task = emulator.runTasks.create({ organization, name: `task-${index}`, url: "https://tasks.example.com" }).id;
    const attributes = {
      global: projects.length === 0,
      "enforcement-level": mandatory ? "mandatory" : "advisory",
      "allowed-stages": ["post_plan"],
    };
    const relations = {
      owner: { data: { type: "organizations", id: organization } },
      task: { data: { type: "tasks", id: task } },
      projects: { data: projectIds(projects).map((id) => ({ type: "projects", id })) },
    };
    await created(
      http.post(`/organizations/${organization}/task-configs`, resource("task-configs", attributes, relations)),
    );
  }
  const tasks = it.tasks.map(({ projects, mandatory }, index) => {
    return { name: `task-${index}`, projects, enforcement: mandatory ? "mandatory" : "advisory" };
  });
  return {
    tasks: new Map(
      [...ids].map(([name, id]) => [
        id,
        tasks.flatMap(({ projects, ...task }) =>
          projects.includes(name as "One") ? [[task.name, task.enforcement] as const] : [],
        ),
      ]),
    ),
    notifications: new Map(PROJECTS.map((name, index) => [ids.get(name)!, it.projects[index]!.notifies])),
    workspaces: new Map(WORKSPACES.map((name, index) => [name, it.workspaces[index]!])),
    readsTags: it.readsTags,
  };
}

/** Names of projects in the code: of those that exist, and of the new one. */
const nameInCode = (it: Given, index: number): string =>
  index === PROJECTS.length ? "Fresh" : it.code[index]!.isRenamed ? `${PROJECTS[index]} renamed` : PROJECTS[index]!;

export function codeOf(it: Given): DesiredOrganization {
  const managed = [...it.code.entries()].filter(([, { isManaged }]) => isManaged);
  const all = [...managed, [PROJECTS.length, it.fresh] as const];
  return defineOrganization({
    name: organization,
    projects: all.map(([index, { tags: own, autoDestroyActivityDuration }]) => ({
      name: nameInCode(it, index),
      ...(index < PROJECTS.length && it.code[index]!.isRenamed ? { previousNames: [PROJECTS[index]!] } : {}),
      ...(own === undefined ? {} : { tags: own }),
      ...(autoDestroyActivityDuration === undefined ? {} : { autoDestroyActivityDuration }),
    })),
    teamAccess: all.flatMap(([index, { access: granted }]) => {
      const teams = Object.entries(granted).map(([name, level]) => ({ name, access: level as "read" }));
      return teams.length === 0 ? [] : [{ project: nameInCode(it, index), teams }];
    }),
    ...(it.readsTags ? { placements: [{ rules: [{ project: "Fresh", matchTags: { none: "has-it" } }] }] } : {}),
    memberships: all.flatMap(([index]) => {
      const workspaceNames = WORKSPACES.filter((_, position) => it.destinations[position] === index);
      return workspaceNames.length === 0 ? [] : [{ project: nameInCode(it, index), workspaceNames }];
    }),
  });
}
