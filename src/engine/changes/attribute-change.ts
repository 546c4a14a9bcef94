import {
  isSame,
  NO_SETTINGS,
  PROJECT_SETTINGS,
  SETTING_NAMES,
  type ProjectSettings,
  type SettingName,
  type SettingValue,
} from "../../model";

/** The settings of a project before and after a change; null if it does not exist. */
interface BeforeAndAfter {
  readonly before: ProjectSettings | null;
  readonly after: ProjectSettings | null;
}

/** A setting of a project that is set or changed; null means unset. */
export interface AttributeChange {
  readonly setting: SettingName;
  /** The label of the setting in reports. */
  readonly attribute: string;
  /** Undefined if the service does not report it: then it is sent without being compared. */
  readonly from: string | null | undefined;
  readonly to: string | null;
}

/** The settings that differ: for a new project, those that are set apart from its name; for a deleted one, none. */
export function attributeChanges({ before, after }: BeforeAndAfter): readonly AttributeChange[] {
  if (after === null) return [];
  const earlier = before ?? { ...NO_SETTINGS, name: after.name };
  const changed = SETTING_NAMES.filter((name) => {
    if (after[name] === undefined) return false;
    return earlier[name] === undefined || !isSame(name, earlier[name], after[name]);
  });
  return changed.map((setting) => ({
    setting,
    attribute: PROJECT_SETTINGS[setting].label,
    from: earlier[setting] === undefined ? undefined : shown(earlier[setting]),
    to: shown(after[setting]),
  }));
}

/** Whether a project gets another name. One that its name identifies is only spelled differently. */
export function isRenamed({
  before,
  after,
  isFoundByName,
}: BeforeAndAfter & { readonly isFoundByName: boolean }): boolean {
  return before !== null && after !== null && before.name !== after.name && !isFoundByName;
}

/** The label of each setting that differs, and its value, or `before → after`. @param format - Applied to values. */
export function attributeTexts(
  change: BeforeAndAfter,
  format: (value: string | null | undefined) => string,
): readonly (readonly [label: string, text: string])[] {
  return attributeChanges(change).map(({ attribute, from, to }) => [
    attribute,
    change.before === null ? format(to) : `${format(from)} → ${format(to)}`,
  ]);
}

/** A setting as one text: tags as `env=prod, team=web`. */
function shown(value: SettingValue | null): string | null {
  if (typeof value !== "object" || value === null) return value ?? null;
  const members = Object.entries(value).map(([key, member]) => `${key}=${member}`);
  return members.length === 0 ? null : members.join(", ");
}
