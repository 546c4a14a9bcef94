import {
  NO_SETTINGS,
  UNSET_SETTINGS,
  type DesiredSettings,
  type PolicySet,
  type Project,
  type ProjectSettings,
  type TeamProjectAccess,
  type VariableSet,
  type Workspace,
  messageOf,
} from "../../../src/model";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredOrganization } from "../../../src/engine/organization";
import { teamsIn } from "../../../src/engine/plan/impact";
import { relatedChanges, teamName } from "../../../src/engine/plan/related-changes";
import { makePlan } from "../../../src/engine/plan/plan";
import type { RelatedObjects, RelatedToProject } from "../../../src/engine/actual-organization";

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
    expect(warnings.map(({ code }) => code)).toEqual(["auto-destroy", "auto-destroy"]);
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
    expect(impact).toEqual({
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
        },
        {
          action: "move To",
          from: { id: FROM, name: "From" },
          to: { id: TO, name: "To" },
          workspaceIds: ["ws-0"],
          settings: [],
          notCompared: [],
          incomplete: [],
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
    const warnings = (scenario: Scenario) => planOf(scenario).warnings.map(messageOf);
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

const NOTHING: RelatedToProject = { teamAccess: [], variableSets: [], tags: [] };

function related(
  from: Partial<RelatedToProject>,
  to: Partial<RelatedToProject>,
  policySets: readonly PolicySet[] | undefined = [],
): RelatedObjects {
  return {
    projects: { [FROM]: { ...NOTHING, ...from }, [TO]: { ...NOTHING, ...to } },
    policySets,
    teamNames: { "team-web": "Web", "team-ops": "Ops" },
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
    projectIds: [],
    listsAllProjects: true,
    workspaceIds: [],
    excludedProjectIds: [],
    excludedWorkspaceIds: [],
    ...more,
  };
}

const changesOf = (read: RelatedObjects, scenario: Scenario = {}) => planOf(scenario, read).impact.moves[0]!.related!;
const names = (changes: { readonly gained: readonly { name: string }[]; readonly lost: readonly { name: string }[] }) =>
  [changes.lost, changes.gained].map((sets) => sets.map(({ name }) => name));

describe("what applies to projects", () => {
  test("teams gain, lose and change access, with the permissions of custom access", () => {
    const { teamAccess } = changesOf(
      related(
        { teamAccess: [access("team-ops", "admin"), access("team-web", "read"), access("team-qa", "custom")] },
        { teamAccess: [access("team-web", "write"), access("team-qa", "custom", "apply"), access("team-new", "read")] },
      ),
    );
    expect(teamAccess).toEqual({
      gained: [{ team: { id: "team-new", name: null }, access: "read" }],
      lost: [{ team: { id: "team-ops", name: "Ops" }, access: "admin" }],
      changed: [
        { team: { id: "team-web", name: "Web" }, before: "read", after: "write", permissions: [] },
        {
          team: { id: "team-qa", name: null },
          before: "custom",
          after: "custom",
          permissions: [{ name: "workspace-access.runs", before: "read", after: "apply" }],
        },
      ],
    });
  });

  test("the same access is no change, and names no team", () => {
    const same = { teamAccess: [access("team-web", "custom")] };
    const { impact } = planOf({}, related(same, same));
    expect(impact.moves[0]!.related!.teamAccess).toEqual({ gained: [], lost: [], changed: [] });
    expect(teamsIn(impact)).toEqual([]);
  });

  test("single permissions of custom access are gained, lost and changed, in the order of their names", () => {
    const custom = { ...access("team-web", "custom"), projectAccess: { settings: "read", teams: "none" } };
    const later = { ...custom, projectAccess: { settings: "update" }, workspaceAccess: { runs: "read", create: true } };
    const { teamAccess } = changesOf(related({ teamAccess: [custom] }, { teamAccess: [later] }));
    expect(teamAccess!.changed).toEqual([
      {
        team: { id: "team-web", name: "Web" },
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
    expect(level.teamAccess!.changed).toMatchObject([{ before: "custom", after: "read", permissions: [] }]);
    const back = changesOf(related({ teamAccess: [{ ...later, access: "read" }] }, { teamAccess: [custom] }));
    expect(back.teamAccess!.changed).toMatchObject([{ before: "read", after: "custom", permissions: [] }]);
  });

  test("teams are in the order of their names, or of their IDs if they are not visible", () => {
    const teams = ["team-web", "team-ops", "team-new", "constructor"];
    const all = teams.map((team) => access(team, "read"));
    const { teamAccess } = changesOf(related({ teamAccess: all }, {}));
    expect(teamAccess!.lost.map(({ team }) => teamName(team))).toEqual(["Ops", "Web", "constructor", "team-new"]);
    const changed = changesOf(related({ teamAccess: all }, { teamAccess: teams.map((team) => access(team, "write")) }));
    expect(changed.teamAccess!.changed.map(({ team }) => teamName(team))).toEqual([
      "Ops",
      "Web",
      "constructor",
      "team-new",
    ]);
  });

  test("teams are named once, of moves and deletions", () => {
    const read = related(
      { teamAccess: [access("team-web", "read"), access("team-ops", "read")] },
      { teamAccess: [access("team-ops", "write"), access("team-new", "read")] },
    );
    const [desired, actual] = organizations({});
    const options = { prune: true, maxDeletes: 1 };
    const { impact } = makePlan(desired, { ...actual, related: read }, options);
    expect(impact.deletions).toMatchObject([{ project: { id: FROM } }]);
    expect([...teamsIn(impact)].sort()).toEqual(["team-new", "team-ops", "team-web"]);
    expect(teamsIn({ ...impact, moves: [] })).toEqual(["team-ops", "team-web"]);
    expect(teamsIn(makePlan(desired, actual, options).impact)).toEqual([]);
  });

  test("variable sets of both projects, global ones among them, are no change", () => {
    const everywhere = variableSet("org", { isGlobal: true });
    const { variableSets } = changesOf(
      related(
        { variableSets: [variableSet("gcp"), everywhere, variableSet("aws-prod")] },
        { variableSets: [variableSet("aws"), everywhere] },
      ),
    );
    expect(names(variableSets!)).toEqual([["aws-prod", "gcp"], ["aws"]]);
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
    expect(variableSets).toEqual({
      gained: [],
      lost: [expect.objectContaining({ name: "one-of-two", workspaces: 1 })],
      changed: [],
    });
    expect(policySets).toEqual({
      gained: [expect.objectContaining({ name: "excludes-one", workspaces: 1 })],
      lost: [expect.objectContaining({ name: "one-of-two", workspaces: 1 })],
      changed: [],
    });
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
    expect(names(policySets!)).toEqual([
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
    expect(changesOf(related(from, to)).tags).toEqual({
      gained: [],
      lost: [{ key: "team", value: "web" }],
      changed: [{ key: "env", before: "prod", after: "dev" }],
    });
    const code = { code: { tags: { env: "prod", cost: "1" } } };
    expect(changesOf(related(from, to), code).tags).toEqual({
      gained: [{ key: "cost", value: "1" }],
      lost: [{ key: "team", value: "web" }],
      changed: [],
    });
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
    expect(changesOf(related(from, to), { code }).tags).toEqual({
      gained: [{ key: "c", value: "3" }],
      lost: [{ key: "b", value: "1" }],
      changed: [],
    });
    expect(changesOf(related(from, { tags: undefined }), { code }).tags).toBeUndefined();
    expect(changesOf(related(from, { tags: undefined }), { code: { tags: {} } }).tags).toEqual({
      gained: [],
      lost: [
        { key: "a", value: "1" },
        { key: "b", value: "1" },
      ],
      changed: [],
    });
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
    expect(changes.teamAccess!.lost.map(({ team }) => team.name)).toEqual(["Web"]);
    expect(names(changes.variableSets!)).toEqual([["own"], []]);
    expect(names(changes.policySets!)).toEqual([["only-from"], []]);
    expect(changes.tags!.gained).toEqual([{ key: "env", value: "dev" }]);
  });

  test("what the token may not read of either project is not compared", () => {
    const read = { ...related({ teamAccess: undefined }, { variableSets: undefined }), policySets: undefined };
    expect(changesOf(read)).toEqual({
      teamAccess: undefined,
      variableSets: undefined,
      policySets: undefined,
      tags: { gained: [], lost: [], changed: [] },
      policySetsByTags: [],
    });
  });

  test("nothing is known of projects that were not read", () => {
    const policySets = [policySet("by-tags", { isScopedByTags: true }), policySet("other", {})];
    expect(changesOf({ projects: {}, policySets, teamNames: {} })).toEqual({
      teamAccess: undefined,
      variableSets: undefined,
      policySets: { gained: [], lost: [], changed: [] },
      tags: undefined,
      policySetsByTags: [{ id: "polset-by-tags", name: "by-tags" }],
    });
    expect(changesOf({ projects: {}, policySets: undefined, teamNames: {} }).policySetsByTags).toEqual([]);
    const unreadable = changesOf({ projects: {}, policySets: [], teamNames: {} }, { isNew: true });
    expect([unreadable.variableSets, unreadable.teamAccess]).toEqual([undefined, undefined]);
  });

  test("a policy set of which not all projects are known applies where it is global or attached", () => {
    const policySets = [
      policySet("some", { listsAllProjects: false }),
      policySet("all", { isGlobal: true, listsAllProjects: false, excludedProjectIds: [TO] }),
    ];
    expect(names(changesOf(related({}, {}, policySets)).policySets!)).toEqual([["all"], []]);
  });

  test("policy sets that select workspaces by tags are named where tags change", () => {
    const policySets = [policySet("by-tags", { isScopedByTags: true })];
    expect(changesOf(related({}, {}, policySets)).policySetsByTags).toEqual([]);
    const { policySetsByTags, policySets: changes } = changesOf(
      related({ tags: [{ key: "env", value: "prod" }] }, {}, policySets),
    );
    expect(policySetsByTags).toEqual([{ id: "polset-by-tags", name: "by-tags" }]);
    expect(names(changes!)).toEqual([[], []]);
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
  for (let move = 0; move < 100; move += 1) {
    const project = { id: TO, name: "To" };
    relatedChanges({ from: { ...project, id: FROM }, to: project, workspaceIds: ["ws-0"] }, read, undefined, []);
  }
  expect(looks).toBeLessThan(5 * ids.length);
});
