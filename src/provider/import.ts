import { NotFoundError } from "../api";
import { includesOf, isId, SETTING_NAMES, type Project } from "../model";
import { DiagnosticError } from "../plugin";
import { readProject } from "../reconcile";
import { projectNotFound, quote, withDiagnostics } from "./diagnostics";
import type { ProviderData } from "./provider-data";

const include = includesOf(SETTING_NAMES);

/**
 * The project to import, with all its attributes.
 *
 * @param importId - `prj-…`, or `organization/name` with the name in any case.
 */
export async function findImported(importId: string, provider: ProviderData): Promise<Project> {
  return withDiagnostics({ summary: summary(importId) }, async () => {
    const project = isId("project", importId) ? await byId(importId, provider) : await byName(importId, provider);
    provider.organization(project.organization).projects.recordRead(project, include);
    return project;
  });
}

async function byId(id: string, { client }: ProviderData): Promise<Project> {
  try {
    return await readProject(client, id, { include });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw notFound(id, `There is no project ${id}, or the token is not authorized to read it.`, error);
  }
}

async function byName(importId: string, provider: ProviderData): Promise<Project> {
  const slash = importId.indexOf("/");
  const [organization, name] = [importId.slice(0, Math.max(slash, 0)), importId.slice(slash + 1)];
  if (organization === "" || name === "") {
    throw notFound(importId, 'Use a project ID (prj-…) or organization/name, e.g. "acme/Platform".');
  }
  const { projects } = provider.organization(organization);
  const found = await projects.freshByName(name);
  // The list that is searched by name may lack some attributes.
  const project = found === undefined ? undefined : await projects.freshById(found.id, { include });
  if (project !== undefined) return project;
  throw notFound(importId, projectNotFound(organization, `named ${quote(name)}`));
}

function notFound(importId: string, detail: string, cause?: unknown): DiagnosticError {
  return DiagnosticError.of(summary(importId), detail, undefined, cause);
}

function summary(importId: string): string {
  return `Cannot import ${quote(importId)}`;
}
