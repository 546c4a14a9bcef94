import { Client } from "../api";
import { SETTING_NAMES, type Project } from "../model";
import { formatList, OrganizationView } from "../reconcile";
import type { Listener } from "../engine/events";
import { UserError } from "../user-error";
import type { Hostname } from "./provider-edits";
import { projectIdOf } from "./resources";
import type { StateResource } from "../terraform/state";

/** The projects to migrate, as their organizations have them. */
export interface LiveProjects {
  /** Those that exist, by ID. */
  readonly projects: ReadonlyMap<string, Project>;
  /** The IDs of the default projects. */
  readonly defaultIds: ReadonlySet<string>;
}

/**
 * The host in the code, if it sets one, because a token must be sent to no other host.
 *
 * @param otherwise - What to do instead of setting the host.
 * @throws UserError when only Terraform can evaluate it, unless the environment sets it, too.
 */
export function serviceHostname(hostnames: readonly Hostname[], otherwise: string): string | undefined {
  const isInEnvironment = ["TFE_ADDRESS", "TFE_HOSTNAME"].some((name) => (process.env[name] ?? "") !== "");
  const computed = hostnames.find(({ literal }) => literal === undefined);
  const literals = [...new Set(hostnames.flatMap(({ literal }) => literal ?? []))];
  if (isInEnvironment && (computed !== undefined || literals.length > 1)) return undefined;
  if (computed !== undefined) {
    throw new UserError(
      `The hostname of the provider tfe in ${computed.file} is ${computed.text}, which only Terraform can evaluate.`,
      `Set TFE_HOSTNAME to it, or ${otherwise}.`,
      { code: "USAGE" },
    );
  }
  if (literals.length > 1) {
    throw new UserError(
      `The configurations of the provider tfe have several hostnames: ${formatList(literals)}.`,
      `Set TFE_HOSTNAME to that of the projects, or ${otherwise}.`,
      { code: "USAGE" },
    );
  }
  return literals[0];
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
  listener: Listener,
): Promise<LiveProjects> {
  try {
    const client = new Client({
      ...(hostname === undefined ? {} : { hostname }),
      onRequest: () => listener({ kind: "request" }),
    });
    const found: Project[] = [];
    const defaultIds = new Set<string>();
    for (const organization of new Set(projects.map(organizationOf))) {
      listener({ kind: "started", work: { kind: "read", organization, address: client.address } });
      const view = new OrganizationView(client, organization);
      const [{ defaultProjectId }, all] = await Promise.all([view.organization(), view.upToDateProjects()]);
      defaultIds.add(defaultProjectId);
      const listed = new Map(all.map((project) => [project.id, project]));
      const ids = projects.filter((it) => organizationOf(it) === organization).map(projectIdOf);
      // A project that is not listed is read by itself before it counts as deleted.
      const own = await Promise.all(ids.map(async (id) => listed.get(id) ?? (await view.projects.byId(id))));
      found.push(...(await Promise.all(own.flatMap((it) => (it === undefined ? [] : [complete(view, it)])))));
    }
    return { projects: new Map(found.map((project) => [project.id, project])), defaultIds };
  } finally {
    listener({ kind: "ended" });
  }
}

/** Reads the settings of a project that its list may lack. */
async function complete(view: OrganizationView, project: Project): Promise<Project> {
  if (SETTING_NAMES.every((name) => project[name] !== undefined)) return project;
  return (await view.projectWithSettings(project.id, SETTING_NAMES)) ?? project;
}

/** @throws UserError when the state does not have it. */
function organizationOf({ address, values }: StateResource): string {
  const { organization } = values;
  if (typeof organization === "string") return organization;
  throw new UserError(
    `The Terraform state has no organization of ${address}.`,
    "Run `terraform apply -refresh-only` first.",
    { code: "INVALID_STATE" },
  );
}
