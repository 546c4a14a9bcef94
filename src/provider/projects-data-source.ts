import { DATA_SOURCES, sameName, type Project } from "../model";
import {
  bool,
  computed,
  isKnown,
  list,
  map,
  optional,
  optionalComputed,
  string,
  type ConfigOf,
  type ConfiguredContext,
  type DataSource,
} from "../plugin";
import { checkConfig } from "./check";
import { explained } from "./explain";
import { projectDocument, projectType } from "./project-document";
import type { Session } from "./session";

const schema = {
  description: "The projects of an organization, all pages of them.",
  attributes: {
    id: computed(string, { description: "Name of the organization." }),
    organization: optionalComputed(string, { description: "Name of the organization. Default: the provider's." }),
    names: optional(list(string), { description: "Only projects of these names, without regard to case." }),
    search: optional(string, {
      description:
        "Only projects whose name contains this, without regard to case. Not together with `names`: the service ignores it then.",
    }),
    can_create_workspace: optional(bool, {
      description: "`true`: only projects in which the token's owner can create workspaces. Default: false, all.",
    }),
    can_update: optional(bool, {
      description: "`true`: only projects that the token's owner can update. Default: false, all.",
    }),
    projects: computed(list(projectType), { description: "The projects, by name." }),
    ids: computed(map(string), { description: "Name of each project → its identifier." }),
  },
};

type Config = ConfigOf<typeof schema>;

/** data `tfprojects_projects` */
export const projectsDataSource: DataSource<typeof schema, Session> = {
  type: "tfprojects_projects",
  schema,

  validate(config: Config, { diagnostics }) {
    checkConfig(DATA_SOURCES.tfprojects_projects, config, diagnostics);
  },

  async read(config: Config, { provider, signal }: ConfiguredContext<Session>) {
    const organization = provider.organizationName(isKnown(config.organization) ? config.organization : null);
    const view = provider.organization(organization);
    const names = isKnown(config.names) ? (config.names?.filter(isKnown) ?? null) : null;
    const search = isKnown(config.search) ? config.search : null;
    const onlyCreatable = config.can_create_workspace === true;
    const onlyUpdatable = config.can_update === true;
    return explained(
      { summary: `Cannot list the projects of organization ${JSON.stringify(organization)}` },
      async () => {
        const isFiltered = search !== null || onlyCreatable || onlyUpdatable;
        const found = isFiltered
          ? await all(
              provider.client.projects.list(
                organization,
                {
                  ...(names === null ? {} : { names }),
                  ...(search === null ? {} : { search }),
                  ...(onlyCreatable ? { canCreateWorkspace: true } : {}),
                  ...(onlyUpdatable ? { canUpdate: true } : {}),
                },
                { signal },
              ),
            )
          : (await view.upToDateProjects()).filter(
              (project) => names === null || names.some((name) => sameName(name, project.name)),
            );
        const projects = [...found].sort((one, other) => (one.name < other.name ? -1 : 1));
        const defaultProjectId = await view.defaultProjectId();
        return {
          id: organization,
          organization,
          names,
          search,
          can_create_workspace: isKnown(config.can_create_workspace) ? config.can_create_workspace : null,
          can_update: isKnown(config.can_update) ? config.can_update : null,
          projects: projects.map((project) => projectDocument(project, defaultProjectId)),
          ids: Object.fromEntries(projects.map(({ name, id }) => [name, id])),
        };
      },
    );
  },
};

async function all(projects: AsyncIterable<Project>): Promise<readonly Project[]> {
  const found: Project[] = [];
  for await (const project of projects) found.push(project);
  return found;
}
