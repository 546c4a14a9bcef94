import { Client } from "../api";
import { SETTING_NAMES, type Project } from "../model";
import { formatList, OrganizationView } from "../reconcile";
import type { Notify } from "../engine/host";
import { UserError } from "../user-error";
import { projectIdOf } from "./resources";
import type { StateResource } from "../terraform/state";
import { parseQuoted } from "../terraform/template";

/** The projects to migrate that exist, by ID. */
export type LiveProjects = ReadonlyMap<string, Project>;

/**
 * The host in the code, if it sets one, because a token must be sent to no other host.
 *
 * @param otherwise - What to do instead of setting the host.
 * @throws UserError when the code does not say which one it is, unless the environment sets it.
 */
export function serviceHostname(hostnames: readonly string[], otherwise: string): string | undefined {
  const [first, ...others] = new Set(hostnames);
  const literal = first === undefined || others.length > 0 ? undefined : parseQuoted(first);
  const isSet = ["TFE_ADDRESS", "TFE_HOSTNAME"].some((name) => (process.env[name] ?? "") !== "");
  if (first === undefined || literal !== undefined || isSet) return literal;
  throw new UserError(
    `The hostname of the provider tfe is not one literal: ${formatList([first, ...others])}.`,
    `Set TFE_HOSTNAME to that of the projects, or ${otherwise}.`,
    { code: "USAGE" },
  );
}

/**
 * Reads the projects to migrate, with all of their settings. Sends no writes.
 *
 * @throws NotFoundOrUnauthorizedError when one is not found, and the token may not see it
 * @param projects - `tfe_project` resources of a state.
 * @param hostname - See {@link serviceHostname}.
 */
export async function readLiveProjects(
  projects: readonly StateResource[],
  hostname: string | undefined,
  notify: Notify,
): Promise<LiveProjects> {
  try {
    const client = new Client({
      ...(hostname === undefined ? {} : { hostname }),
      onRequest: () => void notify({ kind: "request" }),
    });
    const found: Project[] = [];
    for (const organization of new Set(projects.map(organizationOf))) {
      void notify({ kind: "started", work: { kind: "read", organization, address: client.address } });
      const view = new OrganizationView(client, organization);
      const listed = new Map((await view.upToDateProjects()).map((project) => [project.id, project]));
      const ids = projects.filter((it) => organizationOf(it) === organization).map(projectIdOf);
      // A project that is not listed is read by itself before it counts as deleted.
      const own = await Promise.all(ids.map(async (id) => listed.get(id) ?? (await view.projects.byId(id))));
      found.push(...(await Promise.all(own.flatMap((it) => (it === undefined ? [] : [complete(view, it)])))));
    }
    return new Map(found.map((project) => [project.id, project]));
  } finally {
    void notify({ kind: "ended" });
  }
}

/** Reads the settings of a project that its list may lack. */
async function complete(view: OrganizationView, project: Project): Promise<Project> {
  if (SETTING_NAMES.every((name) => project[name] !== undefined)) return project;
  return (await view.projectWithSettings(project.id, SETTING_NAMES)) ?? project;
}

function organizationOf({ values }: StateResource): string {
  return String(values["organization"]);
}
