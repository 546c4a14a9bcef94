import { NotFoundError } from "../api";
import { isId, type Project } from "../model";
import { DiagnosticError } from "../plugin";
import { withDiagnostics } from "./diagnostics";
import type { ProviderData } from "./provider-data";

/**
 * The project, in full, that an import names: by id (`prj-…`) or by `organization/name`, the name without regard to case.
 */
export async function findImported(importId: string, session: ProviderData): Promise<Project> {
  return withDiagnostics({ summary: `Cannot import ${JSON.stringify(importId)}` }, async () => {
    const project = isId("project", importId) ? await byId(importId, session) : await byName(importId, session);
    session.organization(project.organization).projects.recordWrite(project);
    return project;
  });
}

async function byId(id: string, session: ProviderData): Promise<Project> {
  try {
    return await session.client.projects.get(id);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw notFound(id, `There is no project ${id}, or the token may not see it.`, error);
  }
}

async function byName(text: string, session: ProviderData): Promise<Project> {
  const slash = text.indexOf("/");
  const [organization, name] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  if (organization === "" || name === "") {
    throw notFound(text, `An import takes the project's id (prj-…) or organization/name, such as "acme/Platform".`);
  }
  const view = session.organization(organization);
  const found = await view.projects.freshByName(name);
  // The list that names are looked up in need not carry all attributes.
  const project = found === undefined ? undefined : await view.projects.freshById(found.id);
  if (project !== undefined) return project;
  throw notFound(
    text,
    `The organization ${JSON.stringify(organization)} has no project named ${JSON.stringify(name)}, or the token may not see it.`,
  );
}

function notFound(text: string, detail: string, cause?: unknown): DiagnosticError {
  return DiagnosticError.of(`Cannot import ${JSON.stringify(text)}`, detail, undefined, cause);
}
