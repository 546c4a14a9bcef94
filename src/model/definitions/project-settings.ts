/**
 * The settings of a project that code can set. Null means unset; undefined that the setting is not known, or not
 * compared.
 */
export interface ProjectSettings {
  /**
   * 3 to 40 letters, numbers, spaces, `-` and `_`, with no space at either end; unique in the organization without
   * regard to case.
   */
  readonly name: string;
  /** At most 256 characters; null when unset. An empty string counts as unset. */
  readonly description: string | null;
  /**
   * How long each workspace waits, after inactivity, before it destroys its infrastructure: up to four digits, then `d`
   * (days) or `h` (hours), such as `14d`; null when unset. The service need not list it: it is undefined where a
   * response does not carry it.
   */
  readonly autoDestroyActivityDuration: string | null | undefined;
  /**
   * Where runs are executed, unless a workspace has a mode of its own: `remote`, `local` or `agent`; null when the
   * project inherits the mode of its organization. Undefined where a response does not carry it, as those of older
   * releases of Terraform Enterprise.
   */
  readonly defaultExecutionMode: string | null | undefined;
  /**
   * The agent pool that executes runs in mode `agent`, prefix `apool-`; null in every other mode, and when the mode is
   * inherited. Undefined where a response does not carry it.
   */
  readonly defaultAgentPoolId: string | null | undefined;
  /**
   * The project's own key-value tags, which its workspaces inherit: at most ten. Undefined where they were not read,
   * and in code that leaves them alone.
   */
  readonly tags: Readonly<Record<string, string>> | undefined;
}

/** What code says of a project's settings. */
export interface DesiredSettings extends ProjectSettings {
  /** Whether tags of the project that {@link tags} does not name are left alone. @default false */
  readonly ignoreAdditionalTags?: boolean | undefined;
}

/** The service keeps no difference between a description that is empty and one that is unset; null stands for both. */
export function normalizeDescription(description: string | null | undefined): string | null {
  return description === undefined || description === "" ? null : description;
}

/** The members of a project's JSON:API document that hold its settings. */
export interface ProjectDocument {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
}

/** A project's document as it was received. */
export interface ReceivedProject extends Required<ProjectDocument> {
  /** The attributes of the resources in a relationship; undefined where they are not included. */
  readonly related: (relationship: string) => readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** Related resources that a read of a project includes on request. */
export type ProjectInclude = "effective-tag-bindings";

/** How the service keeps a setting. */
interface Setting<T> {
  /** What reports call it. */
  readonly label: string;
  /** Whether the service's list of projects carries it. Others are read singly, and a comparison may leave them out. */
  readonly isListed: boolean;
  /** What it means that a read of the project itself does not carry it: older releases know fewer settings. */
  readonly whenAbsent: "unset" | "unknown";
  /** The value that stands for all that mean the same. */
  readonly normalize: (value: T) => T;
  /** What a read has to include for it; undefined where every read of a project carries it. */
  readonly include?: ProjectInclude | undefined;
  /** What it means that code does not set it. @default "cleared" */
  readonly whenUnset?: "cleared" | "kept";
  /** The value of a project that has none. @default null */
  readonly none?: T;
  /** What is to be set, given what the project has. @default what the code says */
  readonly target?: (wanted: T, actual: T, desired: DesiredSettings) => T;
  /** What of the actual value is compared where the code leaves the rest of it alone. @default all */
  readonly visible?: (actual: T, recorded: T) => T;
  /** What a document says of it; undefined where it says nothing. */
  readonly read: (document: ReceivedProject) => T | undefined;
  /** What a document that sets it holds. A new project is sent nothing for null. */
  readonly write: (value: T) => ProjectDocument;
  /** A plan warns of workspaces that move into a project with this setting. @default no warning */
  readonly moveWarning?: {
    readonly kind: "auto-destroy";
    /** What happens to the workspaces, as a sentence. */
    readonly describe: (value: string) => string;
  };
}

const OVERWRITES = "setting-overwrites";

/**
 * The settings of a project, by their names in code: the attributes that are compared, written, reported and imported.
 * What is true of each stands here, and no part of the planner or the reports knows one of them.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects
 */
export const PROJECT_SETTINGS: { readonly [Name in keyof ProjectSettings]: Setting<ProjectSettings[Name]> } = {
  name: {
    label: "name",
    isListed: true,
    whenAbsent: "unknown",
    normalize: (name) => name,
    read: ({ attributes: { name } }) => (typeof name === "string" ? name : undefined),
    write: (name) => ({ attributes: { name } }),
  },
  description: {
    label: "description",
    isListed: true,
    whenAbsent: "unset",
    normalize: normalizeDescription,
    read: ({ attributes: { description } }) =>
      normalizeDescription(typeof description === "string" ? description : null),
    // The empty string is what the service's own clients send to clear it.
    write: (description) => ({ attributes: { description: description ?? "" } }),
  },
  autoDestroyActivityDuration: {
    label: "auto-destroy",
    isListed: false,
    whenAbsent: "unset",
    normalize: (duration) => duration,
    read: ({ attributes }) => stringOrNull(attributes["auto-destroy-activity-duration"]),
    write: (duration) => ({ attributes: { "auto-destroy-activity-duration": duration } }),
    moveWarning: {
      kind: "auto-destroy",
      describe: (duration) =>
        `Those without a setting of their own inherit auto-destroy after ${duration} of inactivity from the project.`,
    },
  },
  defaultExecutionMode: {
    label: "execution mode",
    isListed: false,
    whenAbsent: "unknown",
    normalize: (mode) => mode,
    read: ({ attributes }) =>
      overwritten(attributes, "default-execution-mode", stringOrNull(attributes["default-execution-mode"])),
    write: (mode) => ({ attributes: mode === null ? INHERITED_EXECUTION : { "default-execution-mode": mode } }),
  },
  defaultAgentPoolId: {
    label: "agent pool",
    isListed: false,
    whenAbsent: "unknown",
    normalize: (id) => id,
    read: ({ attributes, relationships }) =>
      overwritten(attributes, "default-agent-pool", relatedId(relationships["default-agent-pool"])),
    // The pool goes with the mode that needs it: there is nothing to be sent to clear it.
    write: (id) =>
      id === null ? {} : { attributes: { "default-execution-mode": "agent", "default-agent-pool-id": id } },
  },
  tags: {
    label: "tags",
    isListed: false,
    whenAbsent: "unknown",
    include: "effective-tag-bindings",
    whenUnset: "kept",
    none: {},
    normalize: (tags) => tags && sorted(tags),
    target: (wanted, actual, { ignoreAdditionalTags }) => (ignoreAdditionalTags ? { ...actual, ...wanted } : wanted),
    visible: (actual, recorded) =>
      Object.fromEntries(Object.entries(actual ?? {}).filter(([key]) => Object.hasOwn(recorded ?? {}, key))),
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

function sorted(tags: Tags): Tags {
  return Object.fromEntries(Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Mode and agent pool are given back to the organization together: the service refuses to tell them apart. */
const INHERITED_EXECUTION = { [OVERWRITES]: { "default-execution-mode": false, "default-agent-pool": false } };

/**
 * The value where the project has one of its own, null where it inherits the organization's, undefined where the
 * document does not say.
 */
function overwritten<T>(attributes: Readonly<Record<string, unknown>>, name: string, value: T): T | null | undefined {
  const overwrites: unknown = attributes[OVERWRITES];
  if (typeof overwrites !== "object" || overwrites === null) return undefined;
  const isOwn: unknown = Reflect.get(overwrites, name);
  return isOwn === true ? value : isOwn === false ? null : undefined;
}

/** Null where the relationship is empty, undefined where the document does not have it. */
function relatedId(relationship: unknown): string | null | undefined {
  const data: unknown =
    typeof relationship === "object" && relationship !== null ? Reflect.get(relationship, "data") : undefined;
  const id: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "id") : data;
  return stringOrNull(id);
}

function stringOrNull(value: unknown): string | null | undefined {
  return value === null || typeof value === "string" ? value : undefined;
}

export type SettingName = keyof ProjectSettings;

/** Any value of a setting. */
export type SettingValue = ProjectSettings[SettingName];

export const SETTING_NAMES = Object.keys(PROJECT_SETTINGS) as readonly SettingName[];
/** Those that the service's list need not carry. */
export const UNLISTED_SETTINGS = SETTING_NAMES.filter((name) => !PROJECT_SETTINGS[name].isListed);

/** The project without the settings for which alone the service has to be asked singly. */
export function withoutUnlistedSettings<P extends ProjectSettings>(project: P): P {
  const isLeftOut = (name: SettingName): boolean =>
    UNLISTED_SETTINGS.includes(name) && PROJECT_SETTINGS[name].whenAbsent === "unset";
  return { ...project, ...settingsFrom((name) => (isLeftOut(name) ? undefined : project[name])) };
}

/**
 * Whether a setting of the code could not be compared. Where the code does not set it and the service does not know it,
 * there is nothing to compare.
 */
export function isNotCompared(name: SettingName, actual: ProjectSettings, desired: ProjectSettings): boolean {
  if (actual[name] !== undefined || desired[name] === undefined) return false;
  return desired[name] !== null || PROJECT_SETTINGS[name].whenAbsent === "unset";
}

/** The settings alone. */
export function settingsOf(project: ProjectSettings): ProjectSettings {
  return settingsFrom((name) => project[name]);
}

/** The settings of a project that has none. */
export const NO_SETTINGS: ProjectSettings = settingsFrom((name) => PROJECT_SETTINGS[name].none ?? null);

/** The settings of code that sets none. */
export const UNSET_SETTINGS: ProjectSettings = settingsFrom(unsetIn);

/** The settings, each as it is given. */
export function settingsFrom(valueOf: (name: SettingName) => SettingValue | null): ProjectSettings {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, valueOf(name)])) as unknown as ProjectSettings;
}

/** What a project's document says of the settings; what it does not carry is undefined. */
export function readSettings(document: ReceivedProject): ProjectSettings {
  return settingsFrom((name) => PROJECT_SETTINGS[name].read(document));
}

/** The members of a document that sets these settings; what is undefined is left out. */
export function writeSettings(settings: Partial<ProjectSettings>): ProjectDocument {
  const parts = SETTING_NAMES.map((name) => writtenSetting(name, settings[name]));
  const relationships = merged(parts.map((part) => part.relationships));
  return {
    attributes: merged(parts.map((part) => part.attributes)),
    ...(Object.keys(relationships).length === 0 ? {} : { relationships }),
  };
}

function merged(parts: readonly ProjectDocument["attributes"][]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part ?? {})));
}

function writtenSetting<Name extends SettingName>(
  name: Name,
  value: ProjectSettings[Name] | undefined,
): ProjectDocument {
  const { write } = PROJECT_SETTINGS[name] as Setting<ProjectSettings[Name]>;
  return value === undefined ? {} : write(value);
}

/** The settings that differ, with what they shall be. What is undefined on either side is not compared. */
export function changedSettings(actual: ProjectSettings, desired: DesiredSettings): Partial<ProjectSettings> {
  const target = targetSettings(actual, desired);
  const differing = SETTING_NAMES.filter(
    (name) => actual[name] !== undefined && target[name] !== undefined && !isSame(name, actual[name], target[name]),
  );
  return Object.fromEntries(differing.map((name) => [name, normalized(name, target[name])]));
}

/**
 * What the settings of the project are to be; undefined for those that stay because nobody knows them, or the code
 * leaves them alone.
 */
export function targetSettings(actual: ProjectSettings, desired: DesiredSettings): ProjectSettings {
  return settingsFrom((name) => (actual[name] === undefined ? undefined : targetOf(name, actual[name], desired)));
}

function targetOf<Name extends SettingName>(
  name: Name,
  actual: ProjectSettings[Name],
  desired: DesiredSettings,
): ProjectSettings[Name] {
  const { target } = PROJECT_SETTINGS[name] as Setting<ProjectSettings[Name]>;
  const wanted = desired[name];
  return wanted === undefined || target === undefined ? wanted : target(wanted, actual, desired);
}

/** Whether two values of a setting mean the same. */
export function isSame<Name extends SettingName>(
  name: Name,
  one: ProjectSettings[Name],
  other: ProjectSettings[Name],
): boolean {
  return JSON.stringify(normalized(name, one)) === JSON.stringify(normalized(name, other));
}

/** The part of a project's value that its recorded one is about. */
export function visibleOf<Name extends SettingName>(
  name: Name,
  actual: ProjectSettings[Name],
  recorded: ProjectSettings[Name],
  ignoreAdditional: boolean,
): ProjectSettings[Name] {
  const { visible } = PROJECT_SETTINGS[name] as Setting<ProjectSettings[Name]>;
  return ignoreAdditional && visible !== undefined ? visible(actual, recorded) : actual;
}

/** The settings that code speaks of. */
export function settingsToCompare(desired: ProjectSettings): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => desired[name] !== undefined);
}

/** What a read has to include so that it carries these settings. */
export function includesOf(names: readonly SettingName[]): readonly ProjectInclude[] {
  return names.flatMap((name) => PROJECT_SETTINGS[name].include ?? []);
}

/** What code says of a setting that it does not set: null, or undefined where it leaves the setting alone. */
export function unsetIn(name: SettingName): null | undefined {
  return PROJECT_SETTINGS[name].whenUnset === "kept" ? undefined : null;
}

/** A warning about workspaces that move into a project, because of one of its settings. */
export interface MoveWarning {
  readonly kind: NonNullable<Setting<unknown>["moveWarning"]>["kind"];
  /** What happens to the workspaces, as a sentence. */
  readonly message: string;
}

/** The warnings about workspaces that move into a project with these settings. */
export function moveWarnings(settings: ProjectSettings): readonly MoveWarning[] {
  return SETTING_NAMES.flatMap((name): readonly MoveWarning[] => {
    const { moveWarning } = PROJECT_SETTINGS[name];
    const value = settings[name];
    if (moveWarning === undefined || typeof value !== "string") return [];
    return [{ kind: moveWarning.kind, message: moveWarning.describe(value) }];
  });
}

/** Settings with what is not known of them taken from elsewhere. */
export function completed<P extends ProjectSettings>(project: P, from: ProjectSettings): P {
  return { ...project, ...settingsFrom((name) => (project[name] === undefined ? from[name] : project[name])) };
}

/** A project that was read by itself, with null for what is unset where such a read does not carry it. */
export function withAbsentUnset<P extends ProjectSettings>(project: P): P {
  return {
    ...project,
    ...settingsFrom((name) => project[name] ?? (PROJECT_SETTINGS[name].whenAbsent === "unset" ? null : undefined)),
  };
}

/** As the service keeps it. */
export function normalized<Name extends SettingName>(name: Name, value: ProjectSettings[Name]): ProjectSettings[Name] {
  const { normalize } = PROJECT_SETTINGS[name] as Setting<ProjectSettings[Name]>;
  return value === undefined ? value : normalize(value);
}

/** Its attribute in Terraform: `autoDestroyActivityDuration` → `auto_destroy_activity_duration`. */
export function attributeOf<Name extends SettingName>(name: Name): AttributeOf<Name> {
  return separated(name, "_") as AttributeOf<Name>;
}

/** @see attributeOf */
export type AttributeOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${AttributeOf<Rest>}`
  : Name;

/** What the service calls it in errors: `autoDestroyActivityDuration` → `auto-destroy-activity-duration`. */
export function documentKeyOf(name: SettingName): string {
  return separated(name, "-");
}

function separated(name: string, separator: string): string {
  return name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase());
}
