import { DATA_SOURCES, includesOf, sameName, SETTING_NAMES, type DataProjectsConfig } from "../model";
import { isKnown, type ConfiguredContext, type DataSource, type StateOf } from "../plugin";
import { listProjects } from "../reconcile";
import { quote, withDiagnostics } from "./diagnostics";
import { checkListed, filtersIn, isFiltered } from "./listed-projects";
import { shortenMissing } from "./missing-organization";
import { listedProject } from "./project-attributes";
import type { ProviderData } from "./provider-data";
import { validatorOf } from "./validation";

const definition = DATA_SOURCES.tfprojects_projects;

/** data `tfprojects_projects` */
export const projectsDataSource: DataSource<typeof definition, ProviderData> = {
  type: definition.type,
  schema: definition,

  validate: validatorOf(definition),

  read(config: DataProjectsConfig, context: ConfiguredContext<ProviderData>) {
    return shortenMissing(context.provider, () => read(config, context));
  },
};

async function read(
  config: DataProjectsConfig,
  { provider, signal, diagnostics }: ConfiguredContext<ProviderData>,
): Promise<StateOf<typeof definition>> {
  const organization = provider.organizationName(isKnown(config.organization) ? config.organization : null);
  const view = provider.organization(organization);
  const filters = filtersIn(config);
  const { names, search } = filters;
  return withDiagnostics({ summary: `Cannot list the projects of organization ${quote(organization)}` }, async () => {
    const found = isFiltered(filters)
      ? await listProjects(provider.client, organization, filters, { signal, include: includesOf(SETTING_NAMES) })
      : (await view.upToDateProjects()).filter(
          (project) => names === undefined || names.some((name) => sameName(name, project.name)),
        );
    await checkListed(view, found, filters, diagnostics, isFiltered(filters) ? undefined : view.projects.listedAt);
    const projects = [...found].sort((one, other) => (one.name < other.name ? -1 : 1));
    const defaultProjectId = await view.defaultProjectId();
    return {
      id: organization,
      organization,
      names: names ?? null,
      search: search ?? null,
      can_create_workspace: isKnown(config.can_create_workspace) ? config.can_create_workspace : null,
      can_update: isKnown(config.can_update) ? config.can_update : null,
      projects: projects.map((project) => listedProject(project, defaultProjectId)),
      ids: Object.fromEntries(projects.map(({ name, id }) => [name, id])),
    };
  });
}
