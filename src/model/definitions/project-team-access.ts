import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import {
  bool,
  computed,
  defaulted,
  isArray,
  isKnown,
  map,
  optional,
  required,
  setBlock,
  singleBlock,
  string,
  UNKNOWN,
  type Argument,
  type AttributePath,
} from "../../schema";
import { PROJECT_PERMISSION_LEVELS, TEAM_ACCESS_LEVELS, WORKSPACE_PERMISSION_LEVELS } from "../team-access";
import { blocksIn, defineAssignment, type AssignmentValues, type DeclaredAssignment } from "./assignment";
import { organizationOf } from "./common";
import type { ConfigValues } from "./config-values";
import { idOf, nameOf, PROJECT, TEAM } from "./references";
import { checkEmptyName, checkId, checkOrganization, checkProjectId } from "./rules";

const UNSET = "unchanged, or the service's for new `custom` access";

/** Permissions on a project and on its workspaces, in the block of a team. The service's names have hyphens. */
export const PERMISSION_BLOCKS = {
  project_access: singleBlock({
    description: "Permissions on the project, with `access` `custom`.",
    attributes: {
      settings: oneOf("the settings of the project", PROJECT_PERMISSION_LEVELS.settings),
      teams: oneOf("the teams that have access to the project", PROJECT_PERMISSION_LEVELS.teams),
      variable_sets: oneOf("the variable sets of the project", PROJECT_PERMISSION_LEVELS.variable_sets),
    },
  }),
  workspace_access: singleBlock({
    description: "Permissions on the workspaces in the project, with `access` `custom`.",
    attributes: {
      runs: oneOf("runs", WORKSPACE_PERMISSION_LEVELS.runs),
      variables: oneOf("variables", WORKSPACE_PERMISSION_LEVELS.variables),
      state_versions: oneOf("state versions", WORKSPACE_PERMISSION_LEVELS.state_versions),
      sentinel_mocks: oneOf("Sentinel mocks", WORKSPACE_PERMISSION_LEVELS.sentinel_mocks),
      create: flag("create workspaces"),
      move: flag("move workspaces into and out of the project"),
      locking: flag("lock and unlock workspaces"),
      delete: flag("delete workspaces"),
      run_tasks: flag("manage run tasks"),
      policy_overrides: flag("override failed policies"),
    },
  }),
};

/** The resource `tfprojects_project_team_access`. */
export const teamAccessDefinition = defineAssignment({
  type: "tfprojects_project_team_access",
  label: "team access",
  object: "team",
  verb: "have access to",
  idsAttribute: "team_ids",
  tfe: { id: "team_id", objectType: TEAM.types[0], resources: { tfe_team_project_access: {} } },
  description:
    "Gives teams access to a project and the workspaces in it. Teams that the code does not name keep their access, " +
    "unless it is `exclusive`. When it is destroyed, the teams that it names lose their access.",
  attributes: {
    id: computed(string, { description: "Identifier of the team access: the project's." }),
    project_id: required(string, {
      description: "Identifier of the project, prefix `prj-`. A change replaces the team access.",
      refersTo: idOf(PROJECT),
    }),
    exclusive: defaulted(bool, {
      description:
        "Whether only these teams have access: that of others is removed, except that of the team `owners`. The team " +
        "access is then the only one of its project.",
      default: false,
    }),
    organization: organizationOf("team access"),
    team_ids: computed(map(string), { description: "Identifiers of the teams that have a `name`, by that name." }),
  },
  blocks: {
    team: setBlock({
      description: "A team and its access. Exactly one of `team_id` and `name` is required.",
      attributes: {
        team_id: optional(string, {
          description: "Identifier of the team, prefix `team-`; it may be known only after apply.",
          unset: "the identifier of the team with this `name`",
          refersTo: idOf(TEAM),
        }),
        name: optional(string, {
          description: "Name of an existing team. For a team that the same deployment creates, use `team_id`.",
          unset: "that of `team_id`",
          refersTo: nameOf(TEAM),
        }),
        access: required(string, {
          description: "Level of access. Only with `custom` are single permissions set.",
          choices: TEAM_ACCESS_LEVELS,
        }),
      },
      blocks: PERMISSION_BLOCKS,
    }),
  },
  rules: (config) => [
    ...checkProjectId(config),
    ...checkOrganization(config),
    ...(config.blocks("team") ?? []).flatMap(checkTeam),
    ...repeatedTeams(config.blocks("team") ?? []),
  ],
  read: ({ team }) => ({
    assignments: blocksIn(team).map((block, index) => readTeam(block, ["team", index])),
    isComplete: isKnown(team) && (!isArray(team) || team.every(isKnown)),
  }),
});

function readTeam(team: AssignmentValues, path: AttributePath): DeclaredAssignment {
  const { team_id: id, name } = team;
  // Which of the two is set may be unknown, too.
  const key = typeof id === "string" ? { id } : typeof name === "string" ? { name } : UNKNOWN;
  const permissions = Object.entries(PERMISSION_BLOCKS).flatMap(([block, { attributes }]) => {
    if (!isKnown(team[block])) return [[block, UNKNOWN] as const];
    return blocksIn(team[block]).flatMap((its) =>
      Object.keys(attributes).map((name) => [permissionKey(block, name), its[name]] as const),
    );
  });
  const set = [["access", team["access"]] as const, ...permissions].flatMap(([attribute, value]) =>
    isScalar(value) || !isKnown(value) ? [[attribute, value] as const] : [],
  );
  return { key, attributes: Object.fromEntries(set), path };
}

/** The key of a permission among the attributes of an assignment. */
export function permissionKey(block: string, attribute: string): string {
  return `${block}.${attribute}`;
}

function isScalar(value: unknown): value is string | boolean {
  return typeof value === "string" || typeof value === "boolean";
}

function oneOf(subject: string, choices: readonly string[]): Argument<string, "optional"> {
  return optional(string, { description: `Permission on ${subject}.`, unset: UNSET, choices });
}

function flag(permitted: string): Argument<boolean, "optional"> {
  return optional(bool, { description: `Whether the team can ${permitted}.`, unset: UNSET });
}

function checkTeam(team: ConfigValues): readonly AttributeDiagnostic[] {
  return [
    ...checkId(team, "team_id", "team", `For the name of a team, use ${team.displayName("name")}.`),
    ...checkEmptyName(team, "name", "team name"),
    ...checkIdentified(team),
    ...withoutCustom(team),
  ];
}

function checkIdentified(team: ConfigValues): readonly AttributeDiagnostic[] {
  const [id, name] = [team.displayName("team_id"), team.displayName("name")];
  const [hasId, hasName] = [team.isSet("team_id"), team.isSet("name")];
  const problem = (message: string) => [attributeError(team.path("name"), "Invalid team", message)];
  if (hasId === true && hasName === true) return problem(`${id} and ${name} are set. Set one of them.`);
  if (hasId !== false || hasName !== false) return [];
  return problem(`Neither ${id} nor ${name} is set. Set one of them.`);
}

function withoutCustom(team: ConfigValues): readonly AttributeDiagnostic[] {
  const access = team.string("access");
  if (typeof access !== "string" || access === "custom") return [];
  return Object.keys(PERMISSION_BLOCKS)
    .filter((block) => (team.blocks(block) ?? []).length > 0)
    .map((block) =>
      attributeError(
        team.path(block),
        `Invalid ${block}`,
        `${team.displayName(block)} requires ${team.displayName("access")} "custom"; ` +
          `it is ${JSON.stringify(access)}, which implies all permissions.`,
      ),
    );
}

/** Teams with two blocks. That a name and an ID are of the same team is known only at plan. */
function repeatedTeams(teams: readonly ConfigValues[]): readonly AttributeDiagnostic[] {
  const seen = new Set<string>();
  return teams.flatMap((team) =>
    ["team_id", "name"].flatMap((attribute) => {
      const text = team.string(attribute);
      if (typeof text !== "string") return [];
      const key = `${attribute} ${text}`;
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      const message = `Team ${JSON.stringify(text)} has two blocks. Leave one out.`;
      return [attributeError(team.path(attribute), "Team with two blocks", message)];
    }),
  );
}
