import { DATA_SOURCES, includesOf, nameKey, SETTING_NAMES, type DataProjectsConfig } from "../model";
import type { ConfiguredContext, DataSource, StateOf } from "../plugin";
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

  read: (config, context) => shortenMissing(context.provider, () => read(config, context)),
};

async function read(
  config: DataProjectsConfig,
  { provider, signal, diagnostics }: ConfiguredContext<ProviderData>,
): Promise<StateOf<typeof definition>> {
  const organization = provider.organizationName(config.organization);
  const view = provider.organization(organization);
  const filters = filtersIn(config);
  return withDiagnostics({ summary: `Cannot list the projects of organization ${quote(organization)}` }, async () => {
    const names = config.names && new Set(config.names.map(nameKey));
    const found = isFiltered(filters)
      ? await listProjects(provider.client, organization, filters, { signal, include: includesOf(SETTING_NAMES) })
      : (await view.upToDateProjects()).filter(({ name }) => names?.has(nameKey(name)) ?? true);
    await checkListed(view, found, filters, diagnostics, isFiltered(filters) ? undefined : view.projects.listedAt);
    const projects = [...found].sort((one, other) => (one.name < other.name ? -1 : 1));
    const defaultProjectId = await view.defaultProjectId();
    return {
      ...config,
      id: organization,
      organization,
      projects: projects.map((project) => listedProject(project, defaultProjectId)),
      ids: Object.fromEntries(projects.map(({ name, id }) => [name, id])),
    };
  });
}
