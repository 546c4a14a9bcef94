import {
  attributeOf,
  listedSettings,
  SETTING_NAMES,
  type AttributeOf,
  type ListedProject,
  type Project,
  type ProjectSettings,
} from "../model";

/** The permissions of the token's owner for a project; null if not in the response. */
export function permissionsOf({ permissions }: Project): ListedProject["permissions"] {
  return {
    can_update: permissions.canUpdate ?? null,
    can_destroy: permissions.canDestroy ?? null,
    can_create_workspace: permissions.canCreateWorkspace ?? null,
  };
}

type SettingValues = {
  readonly [Name in keyof ProjectSettings as AttributeOf<Name>]: NonNullable<ProjectSettings[Name]> | null;
};

/** The settings of a project, by their attributes; null if unset or not in the response. */
export function settingValues(project: Project): Omit<SettingValues, "name"> {
  const names = SETTING_NAMES.filter((name) => name !== "name");
  return Object.fromEntries(names.map((name) => [attributeOf(name), project[name] ?? null])) as Omit<
    SettingValues,
    "name"
  >;
}

/** A project in the list of a data source. */
export function listedProject(project: Project, defaultProjectId: string): ListedProject {
  return {
    id: project.id,
    name: project.name,
    ...listedSettings(settingValues(project)),
    organization: project.organization,
    is_default: project.id === defaultProjectId,
    workspace_count: project.workspaceCount ?? null,
    team_count: project.teamCount ?? null,
    permissions: permissionsOf(project),
  };
}
