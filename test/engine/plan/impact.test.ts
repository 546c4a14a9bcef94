import { isWarning } from "../../../src/diagnostics";
import {
  NO_SETTINGS,
  UNSET_SETTINGS,
  type DesiredSettings,
  type PolicySet,
  type Project,
  type ProjectSettings,
  type Tag,
  type TeamProjectAccess,
  type VariableSet,
  type Workspace,
  messageOf,
} from "../../../src/model";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredOrganization } from "../../../src/engine/organization";
import { nameIn, type ImpactEffect, type KindImpact } from "../../../src/engine/impact/kind";
import { policySets as policySetKind } from "../../../src/engine/impact/policy-sets";
import type { RelatedObjects } from "../../../src/engine/impact/kinds";
import { makePlan } from "../../../src/engine/plan/plan";

/** Workspaces of a source project that all move to a destination. */
interface Scenario {
  readonly from?: Partial<ProjectSettings>;
  readonly to?: Partial<ProjectSettings>;
  /** What the code says of the destination; null if it is not in the code. */
  readonly code?: Partial<DesiredSettings> | null;
  /** The destination is created. */
  readonly isNew?: boolean;
  readonly workspaces?: readonly Workspace["settings"][];
  readonly projectDefaults?: ActualOrganization["projectDefaults"];
}

const FROM = "prj-from";
const TO = "prj-to";

function organizations(scenario: Scenario): readonly [DesiredOrganization, ActualOrganization] {
  const { workspaces: settings = [undefined], isNew = false, projectDefaults } = scenario;
  const project = (id: string, name: string, own: Partial<ProjectSettings> = {}): Project => ({
    ...NO_SETTINGS,
    id,
    name,
    ...own,
    workspaceCount: 0,
    teamCount: 0,
    permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    organization: "acme",
  });
  const workspaces = settings.map((it, index) => ({
    id: `ws-${index}`,
    name: `workspace-${index}`,
    projectId: FROM,
    organization: "acme",
    settings: it,
  }));
  const isInCode = scenario.code !== null;
  const desired: DesiredOrganization = {
    name: "acme",
    projects: isInCode
      ? [{ ...UNSET_SETTINGS, name: "To", ...(scenario.code ?? {}), address: "to", previousNames: [] }]
      : [],
    memberships: [
      {
        address: "members",
        project: isInCode ? { by: "address", address: "to" } : { by: "id", id: TO },
        workspaceIds: workspaces.map(({ id }) => id),
        workspaceNames: [],
        exclusive: false,
      },
    ],
    references: [],
  };
  const projects = [
    project("prj-default", "Default Project"),
    project(FROM, "From", scenario.from),
    ...(isNew ? [] : [project(TO, "To", scenario.to)]),
  ];
  return [desired, { name: "acme", defaultProjectId: "prj-default", projectDefaults, projects, workspaces }];
}

function planOf(scenario: Scenario, related?: RelatedObjects) {
  const [desired, actual] = organizations(scenario);
  return makePlan(desired, { ...actual, related });
}

/** What changes of the settings: `auto-destroy before → after for n`, and what was not compared. */
function settingsOf(scenario: Scenario): unknown {
  const [move] = planOf(scenario).impact.moves;
  return [
    ...move!.settings.map(({ setting, before, after, workspaces, isCertain }) => [
      setting,
      before,
      after,
      workspaces,
      isCertain,
    ]),
    ...move!.notCompared,
  ];
}

const inherits = (value: string | null): Workspace["settings"] => ({
  autoDestroyActivityDuration: { value, isInherited: true },
  defaultExecutionMode: { value: "remote", isInherited: true },
  defaultAgentPoolId: { value: null, isInherited: true },
});
const own: Workspace["settings"] = {
  autoDestroyActivityDuration: { value: "1d", isInherited: false },
  defaultExecutionMode: { value: "local", isInherited: false },
  defaultAgentPoolId: { value: null, isInherited: false },
};

describe("settings that workspaces inherit", () => {
  test("nothing where both projects have the same", () => {
    expect(
      settingsOf({ from: { autoDestroyActivityDuration: "14d" }, code: { autoDestroyActivityDuration: "14d" } }),
    ).toEqual([]);
  });

  test.each<[string, Scenario]>([
    ["set on the destination", { to: { autoDestroyActivityDuration: "14d" }, code: null }],
    ["set by the same plan", { code: { autoDestroyActivityDuration: "14d" } }],
    ["of a new project", { code: { autoDestroyActivityDuration: "14d" }, isNew: true }],
  ])("auto-destroy %s is gained by those that inherit", (_, scenario) => {
    const workspaces = [inherits(null), inherits(null), own];
    expect(settingsOf({ ...scenario, workspaces })).toEqual([["autoDestroyActivityDuration", null, "14d", 2, true]]);
  });

  test("nothing where the same plan clears what the destination has", () => {
    expect(settingsOf({ to: { autoDestroyActivityDuration: "14d" } })).toEqual([]);
  });

  test("each move has its own warnings, even if a blocked plan gives both destinations one name", () => {
    const [desired, actual] = organizations({
      to: { autoDestroyActivityDuration: "14d" },
      workspaces: [undefined, undefined],
    });
    const [members] = desired.memberships;
    const { errors, warnings } = makePlan(
      {
        ...desired,
        projects: [{ ...desired.projects[0]!, autoDestroyActivityDuration: "14d", id: "prj-renamed" }],
        memberships: [
          { ...members!, workspaceIds: ["ws-0"] },
          { ...members!, address: "others", project: { by: "id", id: TO }, workspaceIds: ["ws-1"] },
        ],
      },
      { ...actual, projects: [...actual.projects, { ...actual.projects[0]!, id: "prj-renamed", name: "Renamed" }] },
    );
    expect(errors.map(({ code }) => code)).toContain("NAME_TAKEN");
    expect(warnings.map(({ code }) => code)).toEqual(["run-identity", "auto-destroy", "auto-destroy"]);
  });

  test("auto-destroy is lost, with the value before the plan", () => {
    expect(settingsOf({ from: { autoDestroyActivityDuration: "14d" } })).toEqual([
      ["autoDestroyActivityDuration", "14d", null, 1, false],
    ]);
  });

  test("a project that does not report a setting has that of the workspaces which inherit it", () => {
    const from = { autoDestroyActivityDuration: undefined, defaultExecutionMode: undefined };
    const workspaces = [own, inherits("30d")];
    expect(settingsOf({ from, workspaces, code: { autoDestroyActivityDuration: "14d" } })).toEqual([
      ["autoDestroyActivityDuration", "30d", "14d", 1, true],
      // The destination inherits the mode of an organization that does not report it.
      ["defaultExecutionMode", "remote", null, 1, true],
    ]);
  });

  test("a setting that no response carries is not compared, unless the destination has it", () => {
    const from = { autoDestroyActivityDuration: undefined };
    expect(settingsOf({ from })).toEqual(["autoDestroyActivityDuration"]);
    expect(settingsOf({ from, code: { autoDestroyActivityDuration: "14d" } })).toEqual([
      ["autoDestroyActivityDuration", undefined, "14d", 1, false],
    ]);
    const unknown = { defaultExecutionMode: undefined, defaultAgentPoolId: undefined };
    expect(settingsOf({ from: unknown, to: unknown })).toEqual(["defaultExecutionMode", "defaultAgentPoolId"]);
  });

  test("a project without a mode has that of its organization", () => {
    const projectDefaults = { defaultExecutionMode: "agent", defaultAgentPoolId: "apool-org" };
    const from = { defaultExecutionMode: "agent", defaultAgentPoolId: "apool-own" };
    expect(settingsOf({ from, projectDefaults })).toEqual([["defaultAgentPoolId", "apool-own", "apool-org", 1, false]]);
    expect(settingsOf({ from, projectDefaults, code: { defaultExecutionMode: "remote" } })).toEqual([
      ["defaultExecutionMode", "agent", "remote", 1, false],
      ["defaultAgentPoolId", "apool-own", null, 1, false],
    ]);
  });

  test("workspaces that are not known to inherit count as uncertain, and those with their own do not count", () => {
    const unknown = { autoDestroyActivityDuration: { value: undefined, isInherited: undefined } };
    const code = { autoDestroyActivityDuration: "14d" };
    const changes = (...workspaces: readonly Workspace["settings"][]): unknown => settingsOf({ code, workspaces });
    const name = "autoDestroyActivityDuration";
    expect(changes(inherits(null), own)).toEqual([[name, null, "14d", 1, true]]);
    expect(changes(inherits(null), unknown)).toEqual([[name, null, "14d", 2, false]]);
    expect(changes(undefined, own)).toEqual([[name, null, "14d", 1, false]]);
    expect(changes(own, own)).toEqual([]);
  });

  test("a project's own value counts, whatever its workspaces report, and some report nothing", () => {
    const from = { autoDestroyActivityDuration: "14d" };
    const workspaces = [{}, undefined, inherits("30d")];
    const [change] = settingsOf({ from, workspaces }) as readonly unknown[];
    expect(change).toEqual(["autoDestroyActivityDuration", "14d", null, 3, false]);
    const [unreported] = settingsOf({
      from: { autoDestroyActivityDuration: undefined },
      workspaces,
    }) as readonly unknown[];
    expect(unreported).toEqual(["autoDestroyActivityDuration", "30d", null, 3, false]);
  });

  test("what was not reported is said of both projects", () => {
    const incomplete = (scenario: Scenario): unknown => planOf(scenario).impact.moves[0]!.incomplete;
    const unknown = { autoDestroyActivityDuration: undefined };
    expect(incomplete({})).toEqual([]);
    expect(incomplete({ from: unknown })).toEqual([FROM]);
    expect(incomplete({ to: unknown, code: null })).toEqual([TO]);
    expect(incomplete({ from: unknown, to: unknown, code: null })).toEqual([FROM, TO]);
    expect(incomplete({ from: unknown, isNew: true })).toEqual([FROM]);
    expect(incomplete({ from: unknown, workspaces: [own] })).toEqual([]);
  });

  test("a setting that the code sets and the destination does not report is most likely its own", () => {
    const code = { defaultExecutionMode: "local" };
    const unreported = { defaultExecutionMode: undefined, defaultAgentPoolId: undefined };
    const [desired, actual] = organizations({ to: unreported, from: { defaultExecutionMode: "remote" }, code });
    const { impact } = makePlan(desired, { ...actual, skipsDurations: true });
    expect(impact.moves[0]!.settings).toMatchObject([
      { setting: "defaultExecutionMode", before: "remote", after: "local" },
    ]);
  });

  test("the workspaces of a destination show what it has, unless the plan changes it", () => {
    const projectDefaults = { defaultExecutionMode: "remote", defaultAgentPoolId: null };
    const [desired, actual] = organizations({ from: { defaultExecutionMode: "local" }, projectDefaults });
    const inside = { ...actual.workspaces[0]!, id: "ws-inside", name: "inside", projectId: TO };
    const shows = { ...inherits(null), defaultExecutionMode: { value: "agent", isInherited: true } };
    const all = { ...actual, workspaces: [...actual.workspaces, { ...inside, settings: shows }] };
    const modeAfter = (code: Partial<ProjectSettings>): unknown => {
      const projects = desired.projects.map((it) => ({ ...it, ...code }));
      const { settings } = makePlan({ ...desired, projects }, all).impact.moves[0]!;
      return settings.find(({ setting }) => setting === "defaultExecutionMode")?.after;
    };
    expect(modeAfter({})).toBe("agent");
    expect(modeAfter({ autoDestroyActivityDuration: "1d" })).toBe("remote");
    expect(modeAfter({ description: "changed" })).toBe("agent");
  });

  test("workspaces of several projects are compared with each of them, by name", () => {
    const [desired, actual] = organizations({ workspaces: [undefined, undefined, undefined] });
    const other = { ...actual.projects[1]!, id: "prj-a", name: "Another", autoDestroyActivityDuration: "1d" };
    const [first, ...rest] = actual.workspaces;
    const workspaces = [first!, ...rest.map((it) => ({ ...it, projectId: "prj-a" }))];
    const { impact } = makePlan(desired, { ...actual, projects: [...actual.projects, other], workspaces });
    const subject = (project: string) => `organization:acme:project:${project}`;
    expect(impact).toEqual({
      identities: [
        { cause: "moved", before: subject("Another"), after: subject("To"), workspaces: 2 },
        { cause: "moved", before: subject("From"), after: subject("To"), workspaces: 1 },
      ],
      moves: [
        {
          action: "move To",
          from: { id: "prj-a", name: "Another" },
          to: { id: TO, name: "To" },
          workspaceIds: ["ws-1", "ws-2"],
          settings: [
            { setting: "autoDestroyActivityDuration", before: "1d", after: null, workspaces: 2, isCertain: false },
          ],
          notCompared: [],
          incomplete: [],
          destroyedAnyway: [],
        },
        {
          action: "move To",
          from: { id: FROM, name: "From" },
          to: { id: TO, name: "To" },
          workspaceIds: ["ws-0"],
          settings: [],
          notCompared: [],
          incomplete: [],
          destroyedAnyway: [],
        },
      ],
      deletions: [],
    });
  });

  test("a source that the token does not see has no known settings", () => {
    const [desired, actual] = organizations({ code: { autoDestroyActivityDuration: "14d" } });
    const projects = actual.projects.filter(({ id }) => id !== FROM);
    expect(makePlan(desired, { ...actual, projects }).impact.moves).toMatchObject([
      { from: { id: FROM, name: FROM }, settings: [{ before: undefined, after: "14d" }], incomplete: [FROM] },
    ]);
  });

  test("a warning of auto-destroy names the sources, and only where something changes", () => {
    const warnings = (scenario: Scenario) => planOf(scenario).warnings.filter(isWarning("auto-destroy")).map(messageOf);
    const code = { autoDestroyActivityDuration: "14d" };
    expect(warnings({ code, workspaces: [inherits(null), inherits(null), own] })).toEqual([
      '2 workspaces that move to "To" get auto-destroy after 14d of inactivity: from "From" (before: none).',
    ]);
    expect(warnings({ code, from: { autoDestroyActivityDuration: undefined } })).toEqual([
      '1 workspace that moves to "To" gets auto-destroy after 14d of inactivity, unless it has a setting of its own: ' +
        'from "From" (before: not known).',
    ]);
    expect(warnings({ code, from: code })).toEqual([]);
    expect(warnings({ code, workspaces: [own] })).toEqual([]);
    expect(warnings({ from: code })).toEqual([]);
  });
});

/** What applies to a project; undefined for what the token may not read. */
interface OfProject {
  readonly teamAccess: readonly TeamProjectAccess[] | undefined;
  readonly variableSets: readonly VariableSet[] | undefined;
  readonly tags: readonly Tag[] | undefined;
}

const NOTHING: OfProject = { teamAccess: [], variableSets: [], tags: [] };

function related(
  from: Partial<OfProject>,
  to: Partial<OfProject>,
  policySets: readonly PolicySet[] | undefined = [],
): RelatedObjects {
  const [source, destination] = [from, to].map((it) => ({ ...NOTHING, ...it }));
  const both = <K extends keyof OfProject>(kind: K): ReadonlyMap<string, OfProject[K]> =>
    new Map([
      [FROM, source![kind]],
      [TO, destination![kind]],
    ]);
  return {
    teamAccess: {
      access: both("teamAccess"),
      names: new Map([
        ["team-web", "Web"],
        ["team-ops", "Ops"],
      ]),
    },
    variableSets: { ofProjects: both("variableSets"), owned: [] },
    policySets: { sets: policySets, projectTags: both("tags"), ownTags: new Map() },
    tags: both("tags"),
    workloadIdentity: { ownProviders: new Map(), sets: [] },
    runTasks: [],
    notifications: new Map([FROM, TO].map((id) => [id, []])),
    agentPools: [],
    vcsConnections: [],
    runs: new Map(),
  };
}

function access(teamId: string, level: string, runs = "read"): TeamProjectAccess {
  return {
    id: `tprj-${teamId}`,
    teamId,
    projectId: "",
    access: level,
    projectAccess: { settings: "read" },
    workspaceAccess: { runs, move: false },
  };
}

function variableSet(name: string, more: Partial<VariableSet> = {}): VariableSet {
  return {
    id: `varset-${name}`,
    name,
    description: null,
    isGlobal: false,
    hasPriority: false,
    projectIds: [],
    ownerProjectId: null,
    workspaceIds: [],
    ...more,
  };
}

function policySet(name: string, more: Partial<PolicySet>): PolicySet {
  return {
    id: `polset-${name}`,
    name,
    description: null,
    kind: "opa",
    isGlobal: false,
    isScopedByTags: false,
    tagSelectors: { selectors: [], matching: undefined },
    projectIds: [],
    listsAllProjects: true,
    workspaceIds: [],
    excludedProjectIds: [],
    excludedWorkspaceIds: [],
    ...more,
  };
}

const changesOf = (read: RelatedObjects, scenario: Scenario = {}) => planOf(scenario, read).impact.moves[0]!.related!;
const effects = (impact: KindImpact | undefined): readonly ImpactEffect[] => impact!.effects;
/** Names of what is lost and gained. */
const names = (impact: KindImpact | undefined) =>
  (["lost", "gained"] as const).map((change) =>
    effects(impact)
      .filter((it) => it.change === change)
      .map(nameIn),
  );

describe("what applies to projects", () => {
  test("teams gain, lose and change access, with the permissions of custom access", () => {
    const { teamAccess } = changesOf(
      related(
        { teamAccess: [access("team-ops", "admin"), access("team-web", "read"), access("team-qa", "custom")] },
        { teamAccess: [access("team-web", "write"), access("team-qa", "custom", "apply"), access("team-new", "read")] },
      ),
    );
    expect(effects(teamAccess)).toEqual([
      { change: "lost", id: "team-ops", name: "Ops", before: "admin" },
      { change: "gained", id: "team-new", name: null, after: "read" },
      { change: "changed", id: "team-web", name: "Web", before: "read", after: "write", permissions: [] },
      {
        change: "changed",
        id: "team-qa",
        name: null,
        before: "custom",
        after: "custom",
        permissions: [{ name: "workspace-access.runs", before: "read", after: "apply" }],
      },
    ]);
  });

  test("the same access is no change", () => {
    const same = { teamAccess: [access("team-web", "custom")] };
    expect(effects(changesOf(related(same, same)).teamAccess)).toEqual([]);
  });

  test("single permissions of custom access are gained, lost and changed, in the order of their names", () => {
    const custom = { ...access("team-web", "custom"), projectAccess: { settings: "read", teams: "none" } };
    const later = { ...custom, projectAccess: { settings: "update" }, workspaceAccess: { runs: "read", create: true } };
    const { teamAccess } = changesOf(related({ teamAccess: [custom] }, { teamAccess: [later] }));
    expect(effects(teamAccess)).toEqual([
      {
        change: "changed",
        id: "team-web",
        name: "Web",
        before: "custom",
        after: "custom",
        permissions: [
          { name: "project-access.settings", before: "read", after: "update" },
          { name: "project-access.teams", before: "none", after: undefined },
          { name: "workspace-access.create", before: undefined, after: true },
          { name: "workspace-access.move", before: false, after: undefined },
        ],
      },
    ]);
    const level = changesOf(related({ teamAccess: [custom] }, { teamAccess: [{ ...later, access: "read" }] }));
    expect(effects(level.teamAccess)).toMatchObject([{ before: "custom", after: "read", permissions: [] }]);
    const back = changesOf(related({ teamAccess: [{ ...later, access: "read" }] }, { teamAccess: [custom] }));
    expect(effects(back.teamAccess)).toMatchObject([{ before: "read", after: "custom", permissions: [] }]);
  });

  test("teams are in the order of their names, or of their IDs if they are not visible", () => {
    const teams = ["team-web", "team-ops", "team-new", "constructor"];
    const all = teams.map((team) => access(team, "read"));
    const inOrder = ["Ops", "Web", "constructor", "team-new"];
    const { teamAccess } = changesOf(related({ teamAccess: all }, {}));
    expect(effects(teamAccess).map(nameIn)).toEqual(inOrder);
    const changed = changesOf(related({ teamAccess: all }, { teamAccess: teams.map((team) => access(team, "write")) }));
    expect(effects(changed.teamAccess).map(nameIn)).toEqual(inOrder);
  });

  test("variable sets of both projects, global ones among them, are no change", () => {
    const everywhere = variableSet("org", { isGlobal: true });
    const { variableSets } = changesOf(
      related(
        { variableSets: [variableSet("gcp"), everywhere, variableSet("aws-prod")] },
        { variableSets: [variableSet("aws"), everywhere] },
      ),
    );
    expect(names(variableSets)).toEqual([["aws-prod", "gcp"], ["aws"]]);
  });

  test("a set that is applied to each of the workspaces themselves stays with them", () => {
    const stays = variableSet("direct", { workspaceIds: ["ws-0", "ws-1"] });
    const goes = variableSet("one-of-two", { workspaceIds: ["ws-0"] });
    const { variableSets, policySets } = changesOf(
      related({ variableSets: [stays, goes] }, {}, [
        policySet("direct", { projectIds: [FROM], workspaceIds: ["ws-0", "ws-1"] }),
        policySet("excluded", { projectIds: [TO], excludedWorkspaceIds: ["ws-0", "ws-1"] }),
        policySet("one-of-two", { projectIds: [FROM], workspaceIds: ["ws-1"] }),
        policySet("excludes-one", { projectIds: [TO], excludedWorkspaceIds: ["ws-1"] }),
      ]),
      { workspaces: [undefined, undefined] },
    );
    expect(effects(variableSets)).toEqual([
      { change: "lost", id: "varset-one-of-two", name: "one-of-two", workspaces: 1 },
    ]);
    expect(effects(policySets)).toEqual([
      { change: "lost", id: "polset-one-of-two", name: "one-of-two", workspaces: 1 },
      { change: "gained", id: "polset-excludes-one", name: "excludes-one", workspaces: 1 },
    ]);
  });

  test("a set that the source owns may be lost by workspaces that it is attached to", () => {
    const owned = variableSet("owned", { ownerProjectId: FROM, workspaceIds: ["ws-1"] });
    const others = [variableSet("of-to", { ownerProjectId: TO, workspaceIds: ["ws-0"] }), variableSet("free")];
    const read = { ...related({}, {}), variableSets: { ...related({}, {}).variableSets, owned: [owned, ...others] } };
    const { variableSets } = changesOf(read, { workspaces: [undefined, undefined] });
    expect(effects(variableSets)).toEqual([
      {
        change: "lost",
        id: "varset-owned",
        name: "owned",
        workspaces: 1,
        note: "owned by the project: may be lost",
        isCertain: false,
      },
    ]);
    const unread = { ...read, variableSets: { ...read.variableSets, owned: undefined } };
    expect(changesOf(unread).variableSets!.notCompared).toEqual([
      "variable sets that projects own, which are not readable",
    ]);
  });

  test("policy sets apply globally or by project, unless the project is excluded", () => {
    const { policySets } = changesOf(
      related({}, {}, [
        policySet("everywhere", { isGlobal: true }),
        policySet("not-in-from", { isGlobal: true, excludedProjectIds: [FROM] }),
        policySet("not-in-to", { isGlobal: true, excludedProjectIds: [TO] }),
        policySet("both", { projectIds: [FROM, TO] }),
        policySet("only-from", { projectIds: [FROM] }),
        policySet("only-to", { projectIds: [TO] }),
        policySet("elsewhere", { projectIds: ["prj-other"] }),
      ]),
    );
    expect(names(policySets)).toEqual([
      ["not-in-to", "only-from"],
      ["not-in-from", "only-to"],
    ]);
  });

  test("inherited tags, with those that the code sets on the destination", () => {
    const from = {
      tags: [
        { key: "env", value: "prod" },
        { key: "team", value: "web" },
      ],
    };
    const to = { tags: [{ key: "env", value: "dev" }] };
    expect(effects(changesOf(related(from, to)).tags)).toEqual([
      { change: "lost", name: "team", before: "web", workspaces: 1 },
      { change: "changed", name: "env", before: "prod", after: "dev", workspaces: 1 },
    ]);
    const code = { code: { tags: { env: "prod", cost: "1" } } };
    expect(effects(changesOf(related(from, to), code).tags)).toEqual([
      { change: "lost", name: "team", before: "web", workspaces: 1 },
      { change: "gained", name: "cost", after: "1", workspaces: 1 },
    ]);
  });

  test("additional tags of the destination stay, if the code ignores them", () => {
    const from = {
      tags: [
        { key: "b", value: "1" },
        { key: "a", value: "1" },
      ],
    };
    const to = {
      tags: [
        { key: "c", value: "3" },
        { key: "a", value: "2" },
      ],
    };
    const code = { tags: { a: "1" }, ignoreAdditionalTags: true };
    expect(effects(changesOf(related(from, to), { code }).tags)).toEqual([
      { change: "lost", name: "b", before: "1", workspaces: 1 },
      { change: "gained", name: "c", after: "3", workspaces: 1 },
    ]);
    expect(changesOf(related(from, { tags: undefined }), { code }).tags).toBeUndefined();
    expect(effects(changesOf(related(from, { tags: undefined }), { code: { tags: {} } }).tags)).toEqual([
      { change: "lost", name: "a", before: "1", workspaces: 1 },
      { change: "lost", name: "b", before: "1", workspaces: 1 },
    ]);
  });

  test("a new project has only global sets and the tags of the code", () => {
    const read = related(
      {
        teamAccess: [access("team-web", "write")],
        variableSets: [
          variableSet("org", { isGlobal: true }),
          variableSet("own", { isGlobal: true, ownerProjectId: FROM }),
        ],
        tags: [],
      },
      {},
      [policySet("everywhere", { isGlobal: true }), policySet("only-from", { projectIds: [FROM] })],
    );
    const changes = changesOf(read, { isNew: true, code: { tags: { env: "dev" } } });
    expect(names(changes.teamAccess)).toEqual([["Web"], []]);
    expect(names(changes.variableSets)).toEqual([["own"], []]);
    expect(names(changes.policySets)).toEqual([["only-from"], []]);
    expect(effects(changes.tags)).toEqual([{ change: "gained", name: "env", after: "dev", workspaces: 1 }]);
  });

  test("what the token may not read of either project is not compared", () => {
    const read = { ...related({ teamAccess: undefined }, { variableSets: undefined }), policySets: undefined };
    const { teamAccess, variableSets, policySets, tags } = changesOf(read);
    expect([teamAccess, variableSets, policySets, effects(tags)]).toEqual([undefined, undefined, undefined, []]);
  });

  test("what was read of neither project, also for a new one, is not compared", () => {
    const none = related({ teamAccess: undefined, variableSets: undefined, tags: undefined }, {});
    const { teamAccess, variableSets, tags } = changesOf(none, { isNew: true });
    expect([teamAccess, variableSets, tags]).toEqual([undefined, undefined, undefined]);
  });

  test("a policy set of which not all projects are known applies where it is global or attached", () => {
    const policySets = [
      policySet("some", { listsAllProjects: false }),
      policySet("all", { isGlobal: true, listsAllProjects: false, excludedProjectIds: [TO] }),
    ];
    expect(names(changesOf(related({}, {}, policySets)).policySets)).toEqual([["all"], []]);
  });
});

describe("policy sets that select workspaces by tags", () => {
  const prod = [{ key: "env", value: "prod" }];
  const byTags = (more: Partial<PolicySet> = {}, isExclude = false): PolicySet =>
    policySet("by-tags", {
      isScopedByTags: true,
      tagSelectors: { selectors: [{ key: "env", value: "prod", isExclude }], matching: "any" },
      ...more,
    });
  const ownTags = (own: readonly Tag[] | undefined) => new Map([["ws-0", own]]);
  const withOwn = (read: RelatedObjects, own: readonly Tag[] | undefined): RelatedObjects => ({
    ...read,
    policySets: { ...read.policySets!, ownTags: ownTags(own) },
  });

  test("are lost and gained with inherited tags, unless a workspace has its own", () => {
    const leaving = related({ tags: prod }, {}, [byTags()]);
    const entering = related({}, { tags: prod }, [byTags()]);
    const all = [leaving, entering].flatMap((read) =>
      [[], [{ key: "env", value: "dev" }], [{ key: "env", value: "prod" }]].map((own) =>
        names(changesOf(withOwn(read, own), { code: null }).policySets),
      ),
    );
    const [nothing, lost, gained] = [
      [[], []],
      [["by-tags"], []],
      [[], ["by-tags"]],
    ];
    expect(all).toEqual([lost, nothing, nothing, gained, nothing, nothing]);
  });

  test("are excluded by tags if they are global", () => {
    const set = byTags({ isGlobal: true }, true);
    expect(names(changesOf(withOwn(related({ tags: prod }, {}, [set]), [])).policySets)).toEqual([[], ["by-tags"]]);
  });

  test("need all tags, or one of them; without a value only a tag without one matches", () => {
    const selectors = [
      { key: "env", value: "prod", isExclude: false },
      { key: "pci", value: null, isExclude: false },
    ];
    const changed = (matching: "any" | "all" | undefined, own: readonly Tag[]) => {
      const { policySets } = changesOf(
        withOwn(related({ tags: prod }, {}, [byTags({ tagSelectors: { selectors, matching } })]), own),
      );
      return [...names(policySets), policySets!.notCompared];
    };
    const nothing = [[], [], []];
    const lost = [["by-tags"], [], []];
    const unknown = [[], [], ["policy sets by-tags, whose selection by tags is not known"]];
    expect(changed("any", [])).toEqual(lost);
    expect(changed("all", [])).toEqual(nothing);
    expect(changed("all", [{ key: "pci", value: "" }])).toEqual(lost);
    expect(changed("any", [{ key: "pci", value: "" }])).toEqual(nothing);
    expect(changed("all", [{ key: "pci", value: "1" }])).toEqual(nothing);
    expect(changed(undefined, [])).toEqual(unknown);
  });

  test("are not compared where tags or selectors are not known, and only if a move changes tags", () => {
    const unknown = ["policy sets by-tags, whose selection by tags is not known"];
    const notCompared = (read: RelatedObjects) => changesOf(read).policySets!.notCompared;
    const leaving = (set: PolicySet) => related({ tags: prod }, {}, [set]);
    expect(notCompared(withOwn(leaving(byTags()), undefined))).toEqual(unknown);
    expect(notCompared(withOwn(leaving(byTags({ tagSelectors: undefined })), []))).toEqual(unknown);
    expect(notCompared(withOwn(related({ tags: undefined }, {}, [byTags()]), []))).toEqual(unknown);
    expect(notCompared(related({ tags: prod }, { tags: prod }, [byTags()]))).toEqual([]);
    expect(notCompared(related({}, {}, [byTags()]))).toEqual([]);
  });
});

describe("a deleted project", () => {
  const deleteFrom = (read?: RelatedObjects) => {
    const [, actual] = organizations({ workspaces: [] });
    const desired = { name: "acme", projects: [], memberships: [], references: [{ by: "id", id: TO }] } as const;
    const plan = makePlan(desired, { ...actual, related: read }, { prune: true, maxDeletes: 1 });
    return plan.warnings.map(messageOf);
  };

  test("goes with what it has, in a sentence", () => {
    expect(deleteFrom()).toEqual([
      'Project "From" (prj-from) will be deleted, and with it its team access, its tags, and its links to variable ' +
        "sets and policy sets.",
    ]);
  });

  test("goes with what was read, by name", () => {
    const read = related(
      {
        teamAccess: [access("team-web", "write"), access("team-ops", "admin")],
        variableSets: [variableSet("org", { isGlobal: true }), variableSet("aws")],
        tags: [
          { key: "team", value: "web" },
          { key: "env", value: "prod" },
        ],
      },
      {},
      [
        policySet("everywhere", { isGlobal: true }),
        policySet("only-from", { projectIds: [FROM] }),
        policySet("of-unknown", { listsAllProjects: false }),
      ],
    );
    expect(deleteFrom(read)).toEqual([
      'Project "From" (prj-from) will be deleted. With it go team access (Ops: admin, Web: write), variable sets ' +
        "(aws), policy sets (only-from) and tags (env=prod, team=web).",
    ]);
  });

  test("says what could not be read, and that nothing else goes with it", () => {
    expect(deleteFrom({ ...related({}, {}), policySets: undefined })).toEqual([
      'Project "From" (prj-from) will be deleted. Nothing else goes with it. ' +
        "Not readable with this token: policy sets.",
    ]);
  });
});

test("looks at the projects of a policy set a few times each, however many moves there are", () => {
  let looks = 0;
  const ids = Array.from({ length: 100 }, (_, index) => `prj-${index}`);
  const projectIds = new Proxy(ids, {
    get: (target, member) => {
      if (/^\d+$/.test(String(member))) looks += 1;
      return Reflect.get(target, member) as unknown;
    },
  });
  const read = related({}, {}, [policySet("of-many", { projectIds })]);
  const move = {
    action: "",
    from: { id: FROM, name: "From" },
    to: { id: TO, name: "To" },
    workspaces: [],
    code: undefined,
    writes: [],
    inherited: new Map(),
  };
  for (let index = 0; index < 100; index += 1) policySetKind.compare(read.policySets, move);
  expect(looks).toBeLessThan(5 * ids.length);
});
