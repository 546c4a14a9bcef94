import { LIST_RESOURCES, SETTING_NAMES, type Project } from "../model";
import type { ConfiguredContext, ListedObject, ListResource } from "../plugin";
import { projectLabel, quote, warnOfAbsence, withDiagnostics } from "./diagnostics";
import { checkListed, filtersIn } from "./listed-projects";
import { identityOf } from "./project-identity";
import { importedState } from "./project-resource";
import type { ProviderData } from "./provider-data";
import { validatorOf } from "./validation";

const definition = LIST_RESOURCES.tfprojects_project;
type Schema = typeof definition;
type ListContext = ConfiguredContext<ProviderData>;

/** list `tfprojects_project` */
export const projectList: ListResource<Schema, ProviderData> = {
  type: definition.type,
  schema: definition,

  validate: validatorOf(definition),

  async *list({ config, includesState }, context) {
    const { provider } = context;
    const organization = provider.organizationName(config.organization);
    const summary = `Cannot list the projects of organization ${quote(organization)}`;
    const filters = filtersIn(config);
    // Streams the projects as the pages arrive.
    const pages = provider.client.projects.list(organization, filters, { signal: context.signal });
    const found: Pick<Project, "id" | "name">[] = [];
    for (;;) {
      const next = await withDiagnostics({ summary }, () => pages.next());
      if (next.done === true) break;
      found.push({ id: next.value.id, name: next.value.name });
      const listed = await withDiagnostics({ summary }, () => listedObject(next.value, includesState, context));
      if (listed !== undefined) yield listed;
    }
    const view = provider.organization(organization);
    await withDiagnostics({ summary }, () => checkListed(view, found, filters, context.diagnostics));
  },
};

/** Undefined if the project was deleted after the list was read. */
async function listedObject(
  project: Project,
  includesState: boolean,
  { provider, diagnostics }: ListContext,
): Promise<ListedObject | undefined> {
  const listed = { displayName: project.name, identity: identityOf(project.id, provider) };
  if (!includesState) return listed;
  const view = provider.organization(project.organization);
  // Lists lack some settings, so each project takes one request.
  const complete = await view.projectWithSettings(project.id, SETTING_NAMES);
  if (complete === undefined) {
    warnOfAbsence(diagnostics, `Project ${projectLabel(project)}`, "It is left out.");
    return undefined;
  }
  return { ...listed, state: importedState(complete, await view.defaultProjectId()) };
}
