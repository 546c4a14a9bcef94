import { normalizeDescription } from "../project";

/** How the service keeps something that code can set of a project. */
interface Setting<T, Listed extends boolean> {
  /** What reports call it. */
  readonly label: string;
  /** Whether the service's list of projects carries it. Others are read singly, and a comparison may leave them out. */
  readonly isListed: Listed;
  /** The value that stands for all that mean the same. */
  readonly normalized: (value: T) => T;
  /** What is sent for null. */
  readonly cleared?: string | null;
}

function setting<T, Listed extends boolean>(
  of: Omit<Setting<T, Listed>, "normalized"> & Partial<Pick<Setting<T, Listed>, "normalized">>,
): Setting<T, Listed> {
  return { normalized: (value) => value, ...of };
}

/**
 * What the service keeps of a project and code can set, by its name in code: the attributes that are compared, written, reported and imported. What is
 * true of each stands here, and no part of the planner or the reports knows one of them.
 */
export const PROJECT_SETTINGS = {
  name: setting<string, true>({ label: "name", isListed: true }),
  description: setting<string | null, true>({
    label: "description",
    isListed: true,
    normalized: normalizeDescription,
    // The empty text is what the service's own clients send; the contract has a text here and no null.
    cleared: "",
  }),
  autoDestroyActivityDuration: setting<string | null, false>({ label: "auto-destroy", isListed: false, cleared: null }),
};

export type SettingName = keyof typeof PROJECT_SETTINGS;

type ValueOf<S> = S extends Setting<infer T, infer Listed> ? (Listed extends true ? T : T | undefined) : never;

/** The settings of a project; null means unset, undefined that it is not known or not compared. */
export type ProjectSettings = { readonly [Name in SettingName]: ValueOf<(typeof PROJECT_SETTINGS)[Name]> };

/** The settings of a project, all of which are known. */
export type KnownProjectSettings = { readonly [Name in SettingName]: Exclude<ProjectSettings[Name], undefined> };

export const SETTING_NAMES = Object.keys(PROJECT_SETTINGS) as readonly SettingName[];
/** Those that the service's list need not carry. */
export const UNLISTED_SETTINGS = SETTING_NAMES.filter((name) => !PROJECT_SETTINGS[name].isListed);

/** The settings alone. */
export function settingsOf(project: ProjectSettings): ProjectSettings {
  return settingsFrom((name) => project[name]);
}

/** The settings, each as it is given. */
export function settingsFrom(valueOf: (name: SettingName) => ProjectSettings[SettingName]): ProjectSettings {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, valueOf(name)])) as unknown as ProjectSettings;
}

/** The settings that differ, with what they shall be. What is undefined on either side is not compared. */
export function changedSettings(actual: ProjectSettings, desired: ProjectSettings): Partial<ProjectSettings> {
  const differing = SETTING_NAMES.filter((name) => {
    const [was, wanted] = [actual[name], desired[name]];
    return was !== undefined && wanted !== undefined && normalized(name, was) !== normalized(name, wanted);
  });
  return Object.fromEntries(differing.map((name) => [name, normalized(name, desired[name])]));
}

/** Settings with what is not known of them taken from elsewhere. */
export function completed<P extends ProjectSettings>(project: P, from: ProjectSettings): P {
  return { ...project, ...settingsFrom((name) => (project[name] === undefined ? from[name] : project[name])) };
}

/** As the service keeps it. */
export function normalized<Name extends SettingName>(name: Name, value: ProjectSettings[Name]): ProjectSettings[Name] {
  const { normalized: apply } = PROJECT_SETTINGS[name] as Setting<ProjectSettings[Name], boolean>;
  return value === undefined ? value : apply(value);
}

/** Its attribute in Terraform: `autoDestroyActivityDuration` → `auto_destroy_activity_duration`. */
export function attributeOf<Name extends SettingName>(name: Name): AttributeOf<Name> {
  return separated(name, "_") as AttributeOf<Name>;
}

/** @see attributeOf */
export type AttributeOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${AttributeOf<Rest>}`
  : Name;

/** Its member in the service's documents: `autoDestroyActivityDuration` → `auto-destroy-activity-duration`. */
export function documentKeyOf(name: SettingName): string {
  return separated(name, "-");
}

function separated(name: string, separator: string): string {
  return name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase());
}
