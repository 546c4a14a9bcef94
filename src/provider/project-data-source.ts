import { DATA_SOURCES, nearestName, sameName, suggestion, type DataProjectConfig, type Project } from "../model";
import { DiagnosticError, type ConfiguredContext, type DataSource, type StateOf } from "../plugin";
import type { OrganizationView } from "../reconcile";
import { projectNotFound, quote, withDiagnostics } from "./diagnostics";
import { shortenMissing } from "./missing-organization";
import { permissionsOf, settingValues } from "./project-attributes";
import type { ProviderData } from "./provider-data";
import { validatorOf, validateIds } from "./validation";

const definition = DATA_SOURCES.tfprojects_project;

/** data `tfprojects_project` */
export const projectDataSource: DataSource<typeof definition, ProviderData> = {
  type: definition.type,
  schema: definition,

  validate: validatorOf(definition),

  read: (config, context) => shortenMissing(context.provider, () => read(config, context)),
};

async function read(
  config: DataProjectConfig,
  { provider }: ConfiguredContext<ProviderData>,
): Promise<StateOf<typeof definition>> {
  validateIds(definition, config);
  const { organization: own, project_id: id, name, default: isDefault } = config;
  const organization = provider.organizationName(own);
  const view = provider.organization(organization);
  return withDiagnostics({ summary: "Cannot read the project" }, async () => {
    const project = name === null ? await withId(view, id) : await named(view, name, provider);
    return {
      id: project.id,
      project_id: project.id,
      name: name ?? project.name,
      default: isDefault,
      organization,
      is_default: project.id === (await view.defaultProjectId()),
      ...settingValues(project),
      workspace_count: project.workspaceCount ?? null,
      team_count: project.teamCount ?? null,
      permissions: permissionsOf(project),
    };
  });
}

/** @param id - Null for the default project. */
async function withId(view: OrganizationView, id: string | null): Promise<Project> {
  const wanted = id ?? (await view.defaultProjectId());
  const project = await view.upToDateProject(wanted);
  if (project !== undefined && sameName(project.organization, view.name)) return project;
  throw notFound(projectNotFound(view.name, wanted, project), "project_id");
}

async function named(
  view: OrganizationView,
  name: string,
  { soughtSuggestions }: Pick<ProviderData, "soughtSuggestions">,
): Promise<Project> {
  const found = await view.projectNamed(name, { confirmAbsence: true });
  const project = found === undefined ? undefined : await view.upToDateProject(found.id);
  if (project !== undefined) return project;
  const names = found === undefined ? await soughtSuggestions.projectNames(view, [name]) : [];
  throw notFound(projectNotFound(view.name, `named ${quote(name)}`) + suggestion(nearestName(name, names)), "name");
}

function notFound(detail: string, attribute: string): DiagnosticError {
  return DiagnosticError.of("Project not found", detail, [attribute]);
}
