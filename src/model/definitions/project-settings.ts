import { map, snakeCase, string, type ValueType } from "../../schema";

/**
 * The settings of a project that code can set. Null means unset. Undefined means unknown: the response does not include
 * the setting, or the setting is not compared.
 */
export interface ProjectSettings {
  /**
   * 3 to 40 letters, numbers, spaces, `-` and `_`, with no space at either end; unique in the organization,
   * case-insensitive.
   */
  readonly name: string;
  /** At most 256 characters; null when unset. An empty string counts as unset. */
  readonly description: string | null;
  /**
   * How long each workspace waits, after inactivity, before it destroys its infrastructure: up to four digits, then `d`
   * (days) or `h` (hours), such as `14d`; null when unset. Undefined when the response does not include it, as the list
   * of projects usually does not.
   */
  readonly autoDestroyActivityDuration: string | null | undefined;
  /**
   * Where runs are executed, unless a workspace has a mode of its own: `remote`, `local` or `agent`; null when the
   * project inherits the mode of its organization. Undefined when the response does not include it, as in older
   * releases of Terraform Enterprise.
   */
  readonly defaultExecutionMode: string | null | undefined;
  /**
   * The agent pool that executes runs in mode `agent`, prefix `apool-`; null in every other mode, and when the mode is
   * inherited. Undefined when the response does not include it.
   */
  readonly defaultAgentPoolId: string | null | undefined;
  /**
   * The project's own key-value tags, which its workspaces inherit: at most ten. Undefined when they were not read, and
   * when the code does not set them, which leaves them alone.
   */
  readonly tags: Readonly<Record<string, string>> | undefined;
}

/** The settings of a project in the code. */
export interface DesiredSettings extends ProjectSettings {
  /** Whether tags of the project that are not in {@link tags} are left alone. @default false */
  readonly ignoreAdditionalTags?: boolean | undefined;
}

/** The service does not distinguish an empty description from one that is unset; null means both. */
export function normalizeDescription(description: string | null | undefined): string | null {
  return description === undefined || description === "" ? null : description;
}

/** The members of a project's JSON:API document that contain its settings. */
export interface ProjectDocument {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
}

/** The members of a JSON:API document as it was received. */
export type ReceivedDocument = Required<ProjectDocument>;

/** A project's document as it was received. */
export interface ReceivedProject extends ReceivedDocument {
  /** The attributes of the resources in a relationship; undefined when they are not included. */
  readonly related: (relationship: string) => readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** Related resources that a read of projects can include. */
export type ProjectInclude = "effective-tag-bindings";

/** A setting: how documents represent it, how it is compared, and its name in reports. */
export interface Setting<T> {
  /** Meaning and limits, in Markdown, one or two sentences. */
  readonly description: string;
  /** The type in Terraform of a value that is not null. */
  readonly type: ValueType<NonNullable<T>>;
  /** The name in reports. */
  readonly label: string;
  /**
   * Whether the list of projects always includes the setting. Others may require a read of the project itself, and a
   * comparison may skip them.
   */
  readonly isListed: boolean;
  /** The meaning of a read of the project itself that lacks the setting: older releases have fewer settings. */
  readonly whenAbsent: "unset" | "unknown";
  /** Converts equivalent values to one value. @default - values are equivalent if they are equal by their type */
  readonly normalize?: (value: T) => T;
  /** The related resource that a read must include to get the setting. @default - nothing */
  readonly include?: ProjectInclude | undefined;
  /** What happens to a setting that the code does not set. @default "cleared" */
  readonly whenUnset?: "cleared" | "kept";
  /** The value of a project without the setting. @default null */
  readonly none?: T;
  /** The value to write, given the value in the code and the actual one. @default - the value in the code */
  readonly target?: (wanted: T, actual: T, desired: DesiredSettings) => T;
  /** The part of the actual value that is compared when the code ignores the rest. @default - all of it */
  readonly visible?: (actual: T, inState: T) => T;
  /** Reads the value from a document; undefined when the document does not include it. */
  readonly read: (document: ReceivedProject) => T | undefined;
  /** The members of a document that set the value. Not called with null for a new project. */
  readonly write: (value: T) => ProjectDocument;
  /** How workspaces inherit it from their project. @default - they do not */
  readonly inWorkspaces?: WorkspaceInheritance;
}

/** Kinds of warnings about settings that workspaces get through a move. */
type InheritedWarningKind = "auto-destroy";

/** How the workspaces of a project inherit one of its settings. */
export interface WorkspaceInheritance {
  /** The setting as a workspace has it. */
  readonly read: (workspace: ReceivedDocument) => WorkspaceSetting;
  /**
   * What a project without the setting inherits from its organization; undefined when the document does not include it.
   * @default - nothing
   */
  readonly readDefault?: (organization: ReceivedDocument) => string | null | undefined;
  /** Whether a project that does not have the setting inherits it from its organization. @default - it does */
  readonly isDefaultUsed?: (project: ProjectSettings) => boolean;
  /** Text in reports for the absence of a value. @default "(none)" */
  readonly noneLabel?: string;
  /** Makes a plan warn about workspaces that get this setting through a move. @default - no warning */
  readonly warning?: {
    readonly kind: InheritedWarningKind;
    /** What the workspaces get: `auto-destroy after 14d of inactivity`. */
    readonly describe: (value: string) => string;
  };
}

/** A setting of a workspace that it can inherit from its project. */
export interface WorkspaceSetting {
  /** The effective value, own or inherited; undefined when the response does not include it. */
  readonly value: string | null | undefined;
  /** Whether it is inherited; undefined when the response does not say. */
  readonly isInherited: boolean | undefined;
}

/** The settings of a project that its workspaces inherit unless they have their own, by name. */
export type InheritedSettings<T> = Readonly<Partial<Record<SettingName, T>>>;

const OVERWRITES = "setting-overwrites";

/**
 * The settings of a project by their names in TypeScript: the attributes that are compared, written, reported and
 * imported. The client, the planner, reports and the provider use this table for all settings, and refer to none by
 * name.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects
 */
export const PROJECT_SETTINGS: { readonly [Name in keyof ProjectSettings]: Setting<ProjectSettings[Name]> } = {
  name: {
    description:
      "Name of the project, unique in the organization (case-insensitive): 3 to 40 letters, numbers, spaces, " +
      "`-` and `_`, with no space at either end.",
    type: string,
    label: "name",
    isListed: true,
    whenAbsent: "unknown",
    read: ({ attributes: { name } }) => (typeof name === "string" ? name : undefined),
    write: (name) => ({ attributes: { name } }),
  },
  description: {
    description: "Description of the project, at most 256 characters.",
    type: string,
    label: "description",
    isListed: true,
    whenAbsent: "unset",
    normalize: normalizeDescription,
    read: ({ attributes: { description } }) =>
      normalizeDescription(typeof description === "string" ? description : null),
    // The service's own clients send an empty string to clear it.
    write: (description) => ({ attributes: { description: description ?? "" } }),
  },
  autoDestroyActivityDuration: {
    description:
      "How long each workspace of the project waits, after inactivity, before it destroys its infrastructure, such " +
      "as `14d` or `36h`: up to four digits, greater than zero, then `d` (days) or `h` (hours). Workspaces with a " +
      "setting of their own keep it.",
    type: string,
    label: "auto-destroy",
    isListed: false,
    whenAbsent: "unset",
    read: ({ attributes }) => stringOrNull(attributes["auto-destroy-activity-duration"]),
    write: (duration) => ({ attributes: { "auto-destroy-activity-duration": duration } }),
    inWorkspaces: {
      read: ({ attributes }) => ({
        value: stringOrNull(attributes["auto-destroy-activity-duration"]),
        isInherited: booleanIn(attributes, "inherits-project-auto-destroy"),
      }),
      warning: { kind: "auto-destroy", describe: (duration) => `auto-destroy after ${duration} of inactivity` },
    },
  },
  defaultExecutionMode: {
    description:
      "Where runs of the project's workspaces are executed, unless a workspace has a mode of its own: " +
      "`remote`, `local` or `agent`.",
    type: string,
    label: "execution mode",
    isListed: false,
    whenAbsent: "unknown",
    read: ({ attributes }) => executionMode(attributes),
    write: (mode) => ({ attributes: mode === null ? INHERITED_EXECUTION : { "default-execution-mode": mode } }),
    inWorkspaces: {
      read: ({ attributes }) => ({
        value: stringOrNull(attributes["execution-mode"]),
        isInherited: isInherited(attributes, "execution-mode"),
      }),
      readDefault: ({ attributes }) => stringOrNull(attributes["default-execution-mode"]),
      noneLabel: "(organization's default)",
    },
  },
  defaultAgentPoolId: {
    description: "Identifier of the agent pool that executes runs, prefix `apool-`.",
    type: string,
    label: "agent pool",
    isListed: false,
    whenAbsent: "unknown",
    read: ({ attributes, relationships }) => {
      const mode = executionMode(attributes);
      // Only mode `agent` has a pool.
      if (mode !== undefined && mode !== "agent") return null;
      return overwritten(attributes, "default-agent-pool", relatedId(relationships["default-agent-pool"]));
    },
    // A change of the mode clears the pool, so nothing is sent to clear it.
    write: (id) =>
      id === null ? {} : { attributes: { "default-execution-mode": "agent", "default-agent-pool-id": id } },
    inWorkspaces: {
      read: ({ attributes, relationships }) => ({
        value: poolIn(attributes["execution-mode"], relationships["agent-pool"]),
        isInherited: isInherited(attributes, "agent-pool"),
      }),
      readDefault: ({ attributes, relationships }) =>
        poolIn(attributes["default-execution-mode"], relationships["default-agent-pool"]),
      isDefaultUsed: ({ defaultExecutionMode }) => defaultExecutionMode === null,
    },
  },
  tags: {
    description:
      "Key-value tags of the project, which its workspaces inherit: at most 10. Keys have 1 to 128 characters, " +
      "values at most 256: letters, numbers and `_ . = + - @ :`.",
    type: map(string),
    label: "tags",
    isListed: false,
    whenAbsent: "unknown",
    include: "effective-tag-bindings",
    whenUnset: "kept",
    none: {},
    target: (wanted, actual, { ignoreAdditionalTags }) => (ignoreAdditionalTags ? { ...actual, ...wanted } : wanted),
    visible: (actual, inState) =>
      Object.fromEntries(Object.entries(actual ?? {}).filter(([key]) => Object.hasOwn(inState ?? {}, key))),
    read: ({ related }) => tagsFrom(related("effective-tag-bindings")),
    write: (tags) => ({
      relationships: {
        "tag-bindings": {
          data: Object.entries(tags ?? {}).map(([key, value]) => ({
            type: "tag-bindings",
            attributes: { key, value },
          })),
        },
      },
    }),
  },
};

type Tags = Readonly<Record<string, string>>;

function tagsFrom(bindings: readonly Readonly<Record<string, unknown>>[] | undefined): Tags | undefined {
  return (
    bindings &&
    Object.fromEntries(
      bindings.flatMap(({ key, value }) =>
        typeof key === "string" ? [[key, typeof value === "string" ? value : ""] as const] : [],
      ),
    )
  );
}

/** The service rejects different values for the two. */
const INHERITED_EXECUTION = { [OVERWRITES]: { "default-execution-mode": false, "default-agent-pool": false } };

/**
 * The value if it is the project's own, null if it is inherited from the organization, undefined if the document does
 * not distinguish the two.
 */
function overwritten<T>(attributes: Readonly<Record<string, unknown>>, name: string, value: T): T | null | undefined {
  const overwrites: unknown = attributes[OVERWRITES];
  if (typeof overwrites !== "object" || overwrites === null) return undefined;
  const isOwn: unknown = Reflect.get(overwrites, name);
  return isOwn === true ? value : isOwn === false ? null : undefined;
}

/** Whether a workspace inherits a setting; undefined if its document does not say. */
function isInherited(attributes: Readonly<Record<string, unknown>>, name: string): boolean | undefined {
  const overwrites: unknown = attributes[OVERWRITES];
  const isOwn: unknown =
    typeof overwrites === "object" && overwrites !== null ? Reflect.get(overwrites, name) : undefined;
  return typeof isOwn === "boolean" ? !isOwn : undefined;
}

/** The project's own mode; null if it is inherited. */
function executionMode(attributes: Readonly<Record<string, unknown>>): string | null | undefined {
  return overwritten(attributes, "default-execution-mode", stringOrNull(attributes["default-execution-mode"]));
}

/** The agent pool, which only mode `agent` has; undefined when the document does not include it. */
function poolIn(mode: unknown, relationship: unknown): string | null | undefined {
  if (typeof mode !== "string") return undefined;
  return mode === "agent" ? relatedId(relationship) : null;
}

/** Null when the relationship is empty, undefined when the document does not have it. */
function relatedId(relationship: unknown): string | null | undefined {
  const data: unknown =
    typeof relationship === "object" && relationship !== null ? Reflect.get(relationship, "data") : undefined;
  const id: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "id") : data;
  return stringOrNull(id);
}

function booleanIn(attributes: Readonly<Record<string, unknown>>, name: string): boolean | undefined {
  const value = attributes[name];
  return typeof value === "boolean" ? value : undefined;
}

function stringOrNull(value: unknown): string | null | undefined {
  return value === null || typeof value === "string" ? value : undefined;
}

/** The name of a setting of a project, such as `autoDestroyActivityDuration`. */
export type SettingName = keyof ProjectSettings;

/** Any value of a setting. */
export type SettingValue = ProjectSettings[SettingName];

export const SETTING_NAMES = Object.keys(PROJECT_SETTINGS) as readonly SettingName[];
/** Settings that the list of projects may omit. */
export const UNLISTED_SETTINGS = SETTING_NAMES.filter((name) => !PROJECT_SETTINGS[name].isListed);

/** Settings with the value that the function returns for each. */
export function settingsFrom(valueOf: (name: SettingName) => SettingValue | null): ProjectSettings {
  const settings: Partial<Record<SettingName, SettingValue | null>> = {};
  for (const name of SETTING_NAMES) settings[name] = valueOf(name);
  return settings as ProjectSettings;
}

/** A project on which nothing is set. */
export const NO_SETTINGS: ProjectSettings = settingsFrom((name) => PROJECT_SETTINGS[name].none ?? null);

/** The settings of code that sets none. */
export const UNSET_SETTINGS: ProjectSettings = settingsFrom(unsetIn);

/** The value of a setting that the code does not set: null, or undefined if an unset one is left alone. */
export function unsetIn(name: SettingName): null | undefined {
  return PROJECT_SETTINGS[name].whenUnset === "kept" ? undefined : null;
}

/** The settings that workspaces inherit from their project, unless they have their own. */
export const INHERITED_SETTINGS: readonly (readonly [SettingName, WorkspaceInheritance])[] = SETTING_NAMES.flatMap(
  (name) => {
    const { inWorkspaces } = PROJECT_SETTINGS[name];
    return inWorkspaces === undefined ? [] : [[name, inWorkspaces] as const];
  },
);

/** The settings of a workspace that it can inherit from its project. */
export function readWorkspaceSettings(workspace: ReceivedDocument): InheritedSettings<WorkspaceSetting> {
  const settings: Partial<Record<SettingName, WorkspaceSetting>> = {};
  for (const [name, { read }] of INHERITED_SETTINGS) settings[name] = read(workspace);
  return settings;
}

/** What projects inherit from their organization; undefined where the document does not include it. */
export function readProjectDefaults(organization: ReceivedDocument): InheritedSettings<string | null | undefined> {
  return Object.fromEntries(
    INHERITED_SETTINGS.map(([name, { readDefault = () => null }]) => [name, readDefault(organization)]),
  );
}

/** The attribute in Terraform: `autoDestroyActivityDuration` → `auto_destroy_activity_duration`. */
export function attributeOf<Name extends SettingName>(name: Name): AttributeOf<Name> {
  return ATTRIBUTES[name] as AttributeOf<Name>;
}

const ATTRIBUTES: Readonly<Record<string, string>> = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, snakeCase(name)]),
);

/** @see attributeOf */
export type AttributeOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${AttributeOf<Rest>}`
  : Name;

/** The attribute in the service's errors: `autoDestroyActivityDuration` → `auto-destroy-activity-duration`. */
export function documentKeyOf(name: SettingName): string {
  return snakeCase(name).replaceAll("_", "-");
}
