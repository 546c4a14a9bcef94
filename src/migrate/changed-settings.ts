import {
  attributeOf,
  isSame,
  SETTING_NAMES,
  visibleOf,
  type ProjectSettings,
  type SettingName,
  type SettingValue,
} from "../model";
import type { StateResource } from "../terraform/state";
import { textIn } from "./code";
import { valueFor } from "./instance-values";
import type { LiveProjects } from "./live";
import { projectAddress, projectIdOf, type ProjectResource, type Resource } from "./resources";
import { ignoresChanges, KEPT_SETTINGS, keptValue, setterOf, SETTINGS, type Setter } from "./settings";

/* What a plan changes because the organization, and not the code, has changed. */

/** A project with settings that were changed out of band. */
export interface Changed {
  readonly address: string;
  /** Those that the plan changes back. */
  readonly attributes: readonly string[];
  /** Those that the code sets to nothing: the plan clears them. */
  readonly cleared: readonly string[];
}

/** The settings whose value in the code, as far as it is known, differs from the actual one. */
export function changedSince(
  project: ProjectResource,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): readonly Changed[] {
  return project.instances.flatMap((instance): readonly Changed[] => {
    const actual = live?.projects.get(projectIdOf(instance));
    if (actual === undefined) return [];
    const changed = SETTING_NAMES.flatMap((name) => {
      const attribute = attributeOf(name);
      const setter = setterOf(name, instance, project, settings);
      if (setter === undefined || ignoresChanges(project.code, attribute)) return [];
      const known = valueFor(setter.code, attribute, setter.key);
      if (!KEPT_SETTINGS.includes(name) && (known === null || mayBeNull(setter, attribute))) return [];
      // The state has what an expression was at the last refresh, or what someone else has set where it is null.
      const value = known === undefined ? setter.values[attribute] : known;
      if (value === undefined || !isChanged(name, actual, { ...setter.values, [attribute]: value })) return [];
      return [{ attribute, isCleared: typeof known !== "string" && KEPT_SETTINGS.includes(name) && isNone(value) }];
    });
    if (changed.length === 0) return [];
    const attributes = (isCleared: boolean): readonly string[] =>
      changed.filter((it) => it.isCleared === isCleared).map(({ attribute }) => attribute);
    return [{ address: projectAddress(instance), attributes: attributes(false), cleared: attributes(true) }];
  });
}

function isChanged(name: SettingName, actual: ProjectSettings, values: StateResource["values"]): boolean {
  if (actual[name] === undefined) return false;
  const wanted = values[attributeOf(name)];
  const value = (isNone(wanted) ? null : wanted) as SettingValue;
  const visible = visibleOf(name, actual[name], value, values["ignore_additional_tags"] === true);
  return !isSame(name, visible, value);
}

/** The state of `hashicorp/tfe` has an empty string for an unset value. */
function isNone(inState: unknown): boolean {
  return inState === "" || inState === null;
}

/** A setting that an expression in the code may leave out. */
export interface PossiblyChanged {
  readonly attribute: string;
  readonly expression: string;
  readonly addresses: readonly string[];
  /** Whether the plan clears it where the expression is null. @default - it changes it elsewhere */
  readonly isCleared: boolean;
}

/**
 * Expressions that may be null, such as `try(each.value.description, null)`, for settings that a plan changes only if
 * they are, or only if they are not. `hashicorp/tfe` plans nothing where they are null, so neither code nor state tells
 * which it is.
 */
export function possiblyChanged(
  project: ProjectResource,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): readonly PossiblyChanged[] {
  return COMPUTED.flatMap((name) => {
    const attribute = attributeOf(name);
    const isCleared = KEPT_SETTINGS.includes(name);
    const found = project.instances.flatMap((instance) => {
      const setter = setterOf(name, instance, project, settings);
      if (setter === undefined || !mayBeNull(setter, attribute)) return [];
      if (ignoresChanges(project.code, attribute)) return [];
      const actual = live?.projects.get(projectIdOf(instance));
      const inState = setter.values[attribute];
      const isAffected = isCleared
        ? !isNone(inState) && keptValue(instance, name, live, settings) !== undefined
        : actual !== undefined && isChanged(name, actual, setter.values);
      return isAffected ? [{ address: projectAddress(instance), code: setter.code }] : [];
    });
    const [first] = found;
    if (first === undefined) return [];
    const expression = textIn(first.code, attribute)?.replace(/\s+/g, " ") ?? "";
    return [{ attribute, expression, addresses: found.map(({ address }) => address), isCleared }];
  });
}

/** The arguments that `hashicorp/tfe` leaves alone where they are null. */
const COMPUTED: readonly SettingName[] = ["description", "tags", ...SETTINGS];

function mayBeNull({ code, key, values }: Setter, attribute: string): boolean {
  if (valueFor(code, attribute, key) !== undefined) return false;
  const expression = textIn(code, attribute)?.trim() ?? "";
  // A variable, say, that is null leaves tags unset, and the state without any.
  const isReference = /^[a-z][\w.[\]"-]*$/.test(expression);
  if (isReference && JSON.stringify(values[attribute]) === "{}") return true;
  return !expression.startsWith('"') && /\bnull\b/.test(expression);
}
