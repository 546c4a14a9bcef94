import { NotFoundError } from "../api";
import { includesOf, INVALID_IMPORT_ID, parseImportId, SETTING_NAMES, type ImportId, type Project } from "../model";
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
    const named = parseImportId(importId);
    if (named === undefined) throw notFound(importId, INVALID_IMPORT_ID);
    const project = "id" in named ? await byId(named.id, provider) : await byName(importId, named, provider);
    provider.organization(project.organization).projects.recordRead(project, include);
    return project;
  });
}

/**
 * What to do if nothing was recorded since a whole project was imported.
 *
 * @param objects - What an import ID may name, in the plural.
 */
export function recordedByName(objects: string, projectId: string): string {
  return `An import that names ${objects} records them as its own: ${projectId}:first,second.`;
}

async function byId(id: string, { client }: ProviderData): Promise<Project> {
  try {
    return await readProject(client, id, { include });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw notFound(id, `There is no project ${id}, or the token is not authorized to read it.`, error);
  }
}

async function byName(
  importId: string,
  { organization, name }: Exclude<ImportId, { readonly id: string }>,
  provider: ProviderData,
): Promise<Project> {
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
