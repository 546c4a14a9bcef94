import { groupBy, indexBy } from "../../lists";
import {
  INHERITED_SETTINGS,
  isSame,
  settingsFrom,
  targetSettings,
  type Project,
  type ProjectSettings,
  type SettingName,
  type Workspace,
} from "../../model";
import type { ActualOrganization } from "../actual-organization";
import type { ProjectTarget } from "../changes/change";
import type { DesiredProject } from "../organization";
import type { InheritedChange } from "./kind";

type SettingValue = string | null | undefined;
type Inherited = (typeof INHERITED_SETTINGS)[number];

/** The settings that workspaces have by inheritance, before and after the plan. */
export class InheritedSettingsOfProjects {
  readonly #projects: ReadonlyMap<string, Project>;
  readonly #workspaces: ReadonlyMap<string, readonly Workspace[]>;

  /** @param codeOf - What the code says of a project. */
  constructor(
    private readonly actual: ActualOrganization,
    private readonly codeOf: (project: ProjectTarget) => DesiredProject | undefined,
  ) {
    this.#projects = indexBy(actual.projects, (project) => project.id);
    this.#workspaces = groupBy(actual.workspaces, ({ projectId }) => projectId);
  }

  /** What workspaces without a setting of their own have before and after a move, of each setting. */
  compare(from: string, to: ProjectTarget): ReadonlyMap<SettingName, InheritedChange> {
    const source = this.#projects.get(from);
    const destination = this.#settingsAfter(to);
    return new Map(
      INHERITED_SETTINGS.map((inherited) => {
        const [setting] = inherited;
        const isSameDefault = isInheritedBy(source, inherited) && isInheritedBy(destination, inherited);
        // If both inherit from the organization, its value need not be known.
        const before = this.#before(source, inherited);
        const after = isSameDefault ? before : this.#after(to, destination, inherited);
        return [setting, { before, after, isSame: isSameDefault }];
      }),
    );
  }

  /** The settings of a project after the plan. */
  #settingsAfter(to: ProjectTarget): ProjectSettings | undefined {
    const code = this.codeOf(to);
    const project = to.id === null ? undefined : this.#projects.get(to.id);
    if (project === undefined || code === undefined) return project ?? code;
    const target = targetSettings(project, code);
    return settingsFrom((name) => {
      if (target[name] !== undefined) return target[name];
      // A value of the code that was not compared is most likely the actual one.
      return typeof code[name] === "string" ? code[name] : undefined;
    });
  }

  #before(project: Project | undefined, inherited: Inherited): SettingValue {
    if (project === undefined) return undefined;
    const [name] = inherited;
    const own = project[name];
    if (typeof own === "string") return own;
    // The effective value, which is that of the project or of its organization.
    const inside = this.#workspaces.get(project.id)?.find((it) => it.settings?.[name]?.isInherited === true);
    const value = inside?.settings?.[name]?.value;
    return value === undefined ? this.#effective(project, inherited) : value;
  }

  #after(to: ProjectTarget, settings: ProjectSettings | undefined, inherited: Inherited): SettingValue {
    if (settings === undefined) return undefined;
    const project = to.id === null ? undefined : this.#projects.get(to.id);
    // Its workspaces show its settings, unless the plan changes them.
    const isUnchanged =
      project !== undefined && INHERITED_SETTINGS.every(([it]) => isSame(it, project[it], settings[it]));
    return isUnchanged || (project !== undefined && settings[inherited[0]] === undefined)
      ? this.#before(project, inherited)
      : this.#effective(settings, inherited);
  }

  /** The project's own value or, without one, that of the organization. */
  #effective(project: ProjectSettings, inherited: Inherited): SettingValue {
    const [name] = inherited;
    const value = project[name];
    if (typeof value === "string" || value === undefined) return value;
    return (isInheritedBy(project, inherited) ? this.actual.projectDefaults?.[name] : null) ?? null;
  }
}

/** Whether a project does not have the setting, and inherits it from its organization. */
function isInheritedBy(
  project: ProjectSettings | undefined,
  [name, { isDefaultUsed = () => true }]: Inherited,
): boolean {
  return project?.[name] === null && isDefaultUsed(project);
}
