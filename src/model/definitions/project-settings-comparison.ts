import { canonical } from "../../schema";
import {
  NO_SETTINGS,
  PROJECT_SETTINGS,
  SETTING_NAMES,
  settingsFrom,
  UNLISTED_SETTINGS,
  type DesiredSettings,
  type ProjectSettings,
  type Setting,
  type SettingName,
} from "./project-settings";

/* Comparison of the settings in the code with the settings of a project. */

/** The settings that differ, with the values to write. Settings that are undefined on either side are not compared. */
export function changedSettings(actual: ProjectSettings, desired: DesiredSettings): Partial<ProjectSettings> {
  const target = targetSettings(actual, desired);
  const differing = SETTING_NAMES.filter(
    (name) => target[name] !== undefined && !isSame(name, actual[name], target[name]),
  );
  return Object.fromEntries(differing.map((name) => [name, target[name]]));
}

/** The values to write; undefined for settings that are unknown, or that the code leaves alone. */
export function targetSettings(actual: ProjectSettings, desired: DesiredSettings): ProjectSettings {
  return settingsFrom((name) =>
    actual[name] === undefined ? undefined : normalized(name, targetOf(name, actual[name], desired)),
  );
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

/**
 * Replaces settings that the service does not report with their values in the state; without one, they count as unset.
 * Settings that a comparison skips stay unknown.
 */
export function completedByState(actual: ProjectSettings, inState: ProjectSettings = NO_SETTINGS): ProjectSettings {
  return settingsFrom((name) => (isReported(name, actual) ? actual[name] : (inState[name] ?? NO_SETTINGS[name])));
}

/** Older releases report fewer settings; other settings are absent only if a comparison skips them. */
function isReported(name: SettingName, actual: ProjectSettings): boolean {
  return actual[name] !== undefined || PROJECT_SETTINGS[name].whenAbsent === "unset";
}

/** Whether two values of a setting mean the same. */
export function isSame<Name extends SettingName>(
  name: Name,
  one: ProjectSettings[Name],
  other: ProjectSettings[Name],
): boolean {
  const [first, second] = [normalized(name, one), normalized(name, other)];
  return first === second || JSON.stringify(first) === JSON.stringify(second);
}

/** The settings of a project, without its other attributes. */
export function settingsOf(project: ProjectSettings): ProjectSettings {
  return settingsFrom((name) => normalized(name, project[name]));
}

/**
 * The value in a form in which equal values are the same, regardless of the order in which the service lists their
 * parts.
 */
export function normalized<Name extends SettingName>(name: Name, value: ProjectSettings[Name]): ProjectSettings[Name] {
  if (value === undefined) return value;
  const { normalize, type } = PROJECT_SETTINGS[name] as Setting<ProjectSettings[Name]>;
  return normalize === undefined ? (canonical(type, value) as ProjectSettings[Name]) : normalize(value);
}

/** The settings that the code sets or clears. */
export function settingsToCompare(desired: ProjectSettings): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => desired[name] !== undefined);
}

/**
 * Whether a setting of the code could not be compared. A setting that the code does not set, and the service does not
 * report, needs no comparison.
 */
export function isNotCompared(name: SettingName, actual: ProjectSettings, desired: ProjectSettings): boolean {
  if (actual[name] !== undefined || desired[name] === undefined) return false;
  return desired[name] !== null || PROJECT_SETTINGS[name].whenAbsent === "unset";
}

/** Whether a comparison may skip a setting: every service reports it, but only in a read of the project itself. */
function isSkippable(name: SettingName): boolean {
  return UNLISTED_SETTINGS.includes(name) && PROJECT_SETTINGS[name].whenAbsent === "unset";
}

/** The project without the settings that a comparison may skip. */
export function withoutUnlistedSettings<P extends ProjectSettings>(project: P): P {
  return { ...project, ...settingsFrom((name) => (isSkippable(name) ? undefined : project[name])) };
}

/** The part of an actual value that is compared with the value in the state. */
export function visibleOf<Name extends SettingName>(
  name: Name,
  actual: ProjectSettings[Name],
  inState: ProjectSettings[Name],
  ignoreAdditional: boolean,
): ProjectSettings[Name] {
  const { visible } = PROJECT_SETTINGS[name] as Setting<ProjectSettings[Name]>;
  return ignoreAdditional && visible !== undefined ? visible(actual, inState) : actual;
}
