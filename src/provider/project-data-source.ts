import { DATA_SOURCES, type Project } from "../model";
import {
  bool,
  computed,
  DiagnosticError,
  isKnown,
  nullable,
  number,
  optional,
  optionalComputed,
  string,
  type ConfigOf,
  type ConfiguredContext,
  type Context,
  type DataSource,
} from "../plugin";
import type { OrganizationView } from "../reconcile";
import { checkConfig, requireIds } from "./check";
import { explained } from "./explain";
import { permissionsOf, permissionsType } from "./project-document";
import type { Session } from "./session";

const schema = {
  description: "A project of an organization: by id, by name, or the organization's default project.",
  attributes: {
    id: computed(string, { description: "Identifier of the project." }),
    project_id: optionalComputed(string, { description: "Identifier of the project to read, prefix `prj-`." }),
    name: optionalComputed(string, { description: "Name of the project to read, without regard to case." }),
    default: optional(bool, { description: "`true` reads the organization's default project. Default: false." }),
    organization: optionalComputed(string, { description: "Name of the organization. Default: the provider's." }),
    is_default: computed(bool, { description: "Whether it is the organization's default project." }),
    description: computed(nullable(string), { description: "Description; null when unset." }),
    auto_destroy_activity_duration: computed(nullable(string), {
      description:
        "Default for how long each workspace waits, after inactivity, before it destroys its infrastructure; null when unset.",
    }),
    workspace_count: computed(nullable(number), { description: "Number of workspaces in the project." }),
    team_count: computed(nullable(number), { description: "Number of teams with access to the project." }),
    permissions: computed(permissionsType, { description: "What the token's owner may do with the project." }),
  },
};

type Config = ConfigOf<typeof schema>;

/** data `tfprojects_project` */
export const projectDataSource: DataSource<typeof schema, Session> = {
  type: "tfprojects_project",
  schema,

  validate(config: Config, { diagnostics }: Context) {
    checkConfig(DATA_SOURCES.tfprojects_project, config, diagnostics);
  },

  async read(config: Config, { provider }: ConfiguredContext<Session>) {
    requireIds(DATA_SOURCES.tfprojects_project, config);
    const { organization: own, project_id: id, name, default: isDefault } = config;
    const organization = provider.organizationName(isKnown(own) ? own : null);
    const view = provider.organization(organization);
    return explained({ summary: "Cannot read the project" }, async () => {
      const project = await find(view, isKnown(id) ? id : null, isKnown(name) ? name : null);
      return {
        id: project.id,
        project_id: project.id,
        name: isKnown(name) && name !== null ? name : project.name,
        default: isKnown(isDefault) ? isDefault : null,
        organization,
        is_default: project.id === (await view.defaultProjectId()),
        description: project.description,
        auto_destroy_activity_duration: project.autoDestroyActivityDuration ?? null,
        workspace_count: project.workspaceCount ?? null,
        team_count: project.teamCount ?? null,
        permissions: permissionsOf(project),
      };
    });
  },
};

async function find(view: OrganizationView, id: string | null, name: string | null): Promise<Project> {
  if (name === null) {
    const wanted = id ?? (await view.defaultProjectId());
    const project = await view.upToDateProject(wanted);
    if (project !== undefined) return project;
    throw notFound(
      `The organization ${JSON.stringify(view.name)} has no project ${wanted}, or the token may not see it.`,
      "project_id",
    );
  }
  const found = await view.projects.byName(name, { confirmAbsence: true });
  const project = found === undefined ? undefined : await view.upToDateProject(found.id);
  if (project !== undefined) return project;
  throw notFound(
    `The organization ${JSON.stringify(view.name)} has no project named ${JSON.stringify(name)}, or the token may not see it.`,
    "name",
  );
}

function notFound(detail: string, attribute: string): DiagnosticError {
  return DiagnosticError.of("Project not found", detail, [attribute]);
}
