import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import {
  computed,
  defaulted,
  list,
  map,
  nullable,
  optional,
  optionalComputed,
  required,
  string,
  type AttributePath,
  type ConfigOf,
  type KnownConfigOf,
  type PlanOf,
  type StateOf,
} from "../../schema";
import { nameKey } from "../name";
import {
  checkAutoDestroyActivityDuration,
  checkProjectDescription,
  checkProjectName,
  checkTagKey,
  checkTagValue,
  DELETION_POLICIES,
  EXECUTION_MODES,
  MAX_TAGS,
} from "../project";
import { booleanFlag, organizationOf } from "./common";
import { define } from "./definition";
import { ConfigValues } from "./config-values";
import {
  attributeOf,
  type AttributeOf,
  type SettingName,
  PROJECT_SETTINGS,
  SETTING_NAMES,
  unsetIn,
  settingsFrom,
  type DesiredSettings,
  type ProjectSettings,
} from "./project-settings";
import { normalized } from "./project-settings-comparison";
import { AGENT_POOL, idOf } from "./references";
import { checkId, checkOrganization, checkString, checkStrings } from "./rules";

/** The resource `tfprojects_project`. */
export const projectDefinition = define({
  type: "tfprojects_project",
  description: "A project: a group of workspaces inside an organization.",
  attributes: {
    id: computed(string, { description: "Identifier of the project, prefix `prj-`." }),
    name: required(string, {
      description: `${PROJECT_SETTINGS.name.description} Changing it renames the project.`,
    }),
    description: optionalComputed(nullable(string), {
      description: PROJECT_SETTINGS.description.description,
      unset: "none; an existing one is cleared",
    }),
    auto_destroy_activity_duration: optional(string, {
      description: PROJECT_SETTINGS.autoDestroyActivityDuration.description,
      unset: "none: workspaces wait forever",
    }),
    default_execution_mode: optional(string, {
      description: PROJECT_SETTINGS.defaultExecutionMode.description,
      unset: "the organization's; the project's own mode is cleared",
      choices: EXECUTION_MODES,
    }),
    default_agent_pool_id: optional(string, {
      description:
        `${PROJECT_SETTINGS.defaultAgentPoolId.description} Required with \`default_execution_mode\` \`agent\`, and ` +
        "only allowed with it.",
      unset: "none",
      refersTo: idOf(AGENT_POOL),
    }),
    tags: optionalComputed(nullable(map(string)), {
      description: `${PROJECT_SETTINGS.tags.description} \`{}\` removes all tags.`,
      unset: "existing tags are left alone",
    }),
    ignore_additional_tags: booleanFlag("Whether tags of the project that are not in `tags` are left alone."),
    organization: organizationOf("project"),
    deletion_policy: defaulted(string, {
      description:
        "What happens when the project is deleted, since the service deletes only empty projects: `refuse` fails, " +
        "and names the workspaces, while the project contains any that no membership moves out in the same apply; " +
        "`evacuate` first moves its workspaces to the organization's default project; `retain` leaves the " +
        "project unchanged and only removes it from the state.",
      default: "refuse",
      choices: DELETION_POLICIES,
    }),
    adopt_existing: booleanFlag(
      "Whether to adopt an existing project that has the name, instead of failing because the name is taken.",
    ),
    previous_names: optional(list(string), {
      description:
        "Former names of the project. A project with one of these names is renamed instead of a new one being created.",
      unset: "none",
    }),
  },
  rules: (config) => [
    ...checkString(config, "name", "Invalid project name", checkProjectName),
    ...checkString(config, "description", "Invalid project description", checkProjectDescription),
    ...checkString(config, "auto_destroy_activity_duration", "Invalid duration", checkAutoDestroyActivityDuration),
    ...checkId(config, "default_agent_pool_id", "agentPool", "It is the last part of the pool's URL in the settings."),
    ...agentPoolWithMode(config),
    ...checkTags(config),
    ...ignoredTags(config),
    ...checkOrganization(config),
    ...checkStrings(config, "previous_names", "Invalid previous name", checkProjectName),
    ...currentNames(config),
  ],
});

/** A configured project. */
export type ProjectConfig = ConfigOf<typeof projectDefinition>;
/** A configured project, all values known. */
export type KnownProjectConfig = KnownConfigOf<typeof projectDefinition>;
/** A planned project. */
export type ProjectPlan = PlanOf<typeof projectDefinition>;
/** A project in the state. */
export type ProjectState = StateOf<typeof projectDefinition>;

/** The settings of a configured project. */
export function settingsIn(
  config: Pick<KnownProjectConfig, AttributeOf<SettingName> | "ignore_additional_tags">,
): DesiredSettings {
  const settings = settingsFrom((name) => {
    const value = config[attributeOf(name)];
    return value === null ? unsetIn(name) : normalized(name, value);
  });
  return config.ignore_additional_tags === true ? { ...settings, ignoreAdditionalTags: true } : settings;
}

/** Validates the settings of a project by the service's rules. */
export function problemsOfSettings(settings: ProjectSettings): readonly AttributeDiagnostic[] {
  const values = new Map<string, unknown>(SETTING_NAMES.map((name) => [attributeOf(name), settings[name]]));
  return projectDefinition.rules(new ConfigValues((attribute) => values.get(attribute) ?? null));
}

/** The limits of key-value tags. */
function checkTags(config: ConfigValues): readonly AttributeDiagnostic[] {
  const tags = Object.entries(config.stringMap("tags") ?? {});
  const problem = (path: AttributePath, message: string): AttributeDiagnostic =>
    attributeError(path, "Invalid tags", message);
  const tooMany = `A project can have at most ${MAX_TAGS} tags; it has ${tags.length}.`;
  return [
    ...(tags.length > MAX_TAGS ? [problem(config.path("tags"), tooMany)] : []),
    ...tags.flatMap(([key, value]) =>
      [...checkTagKey(key), ...(typeof value === "string" ? checkTagValue(key, value) : [])].map(({ message }) =>
        problem(config.path("tags", key), message),
      ),
    ),
  ];
}

function ignoredTags(config: ConfigValues): readonly AttributeDiagnostic[] {
  if (config.boolean("ignore_additional_tags") !== true || config.isSet("tags") !== false) return [];
  const message =
    `${config.displayName("ignore_additional_tags")} requires ${config.displayName("tags")}. Without them, all ` +
    "tags are left alone.";
  return [attributeError(config.path("ignore_additional_tags"), "Invalid ignore_additional_tags", message)];
}

/** Agent mode needs a pool, and no other mode has one. */
function agentPoolWithMode(config: ConfigValues): readonly AttributeDiagnostic[] {
  const [mode, hasPool] = [config.string("default_execution_mode"), config.isSet("default_agent_pool_id")];
  const name = config.displayName("default_agent_pool_id");
  const path = config.path("default_agent_pool_id");
  const agent = `${config.displayName("default_execution_mode")} is "agent"`;
  if (mode === "agent" && hasPool === false) {
    return [attributeError(path, "Missing agent pool", `${name} is required when ${agent}.`)];
  }
  if (mode !== undefined && mode !== "agent" && hasPool === true) {
    return [attributeError(path, "Invalid agent pool", `${name} is only allowed when ${agent}.`)];
  }
  return [];
}

/** Previous names equal to the current one: an error, like a `moved` block from an address to itself. */
function currentNames(config: ConfigValues): readonly AttributeDiagnostic[] {
  const name = config.string("name");
  if (typeof name !== "string") return [];
  const current = nameKey(name);
  return config.knownStrings("previous_names").flatMap(({ index, text }) => {
    if (nameKey(text) !== current) return [];
    const message =
      `${JSON.stringify(text)} is the project's current name; names are case-insensitive. ` +
      `Leave it out of ${config.displayName("previous_names")}.`;
    return [attributeError(config.path("previous_names", index), "Invalid previous name", message)];
  });
}
