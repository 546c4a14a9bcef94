import {
  PROJECT_SETTINGS,
  SETTING_NAMES,
  settingsFrom,
  type ProjectDocument,
  type ProjectInclude,
  type ProjectSettings,
  type ReceivedProject,
  type Setting,
  type SettingName,
} from "./project-settings";
import { normalized } from "./project-settings-comparison";

/*
 * Settings in the documents of the service.
 */

/** The settings in a project's document; undefined where the document does not include them. */
export function readSettings(document: ReceivedProject): ProjectSettings {
  return settingsFrom((name) => normalized(name, PROJECT_SETTINGS[name].read(document)));
}

/** The members of a document that sets these settings, without undefined ones. */
export function writeSettings(settings: Partial<ProjectSettings>): ProjectDocument {
  const parts = SETTING_NAMES.map((name) => writtenSetting(name, settings[name]));
  const relationships = merged(parts.map((part) => part.relationships));
  return {
    attributes: merged(parts.map((part) => part.attributes)),
    ...(Object.keys(relationships).length === 0 ? {} : { relationships }),
  };
}

function writtenSetting<Name extends SettingName>(
  name: Name,
  value: ProjectSettings[Name] | undefined,
): ProjectDocument {
  const { write } = PROJECT_SETTINGS[name] as Setting<ProjectSettings[Name]>;
  return value === undefined ? {} : write(value);
}

function merged(parts: readonly ProjectDocument["attributes"][]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part ?? {})));
}

/** The related resources that a read must include to get these settings. */
export function includesOf(names: readonly SettingName[]): readonly ProjectInclude[] {
  return names.flatMap((name) => PROJECT_SETTINGS[name].include ?? []);
}

/** For a project that was read singly: settings that the response omits when unset become null. */
export function withAbsentUnset<P extends ProjectSettings>(project: P): P {
  return {
    ...project,
    ...settingsFrom((name) =>
      // Null, unlike undefined, means that the project does not have the setting.
      project[name] === undefined && PROJECT_SETTINGS[name].whenAbsent === "unset" ? null : project[name],
    ),
  };
}

/** A project, with unknown settings taken from another version of it. */
export function completed<P extends ProjectSettings>(project: P, from: ProjectSettings): P {
  return { ...project, ...settingsFrom((name) => (project[name] === undefined ? from[name] : project[name])) };
}
