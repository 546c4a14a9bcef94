import { idPrefix, isId } from "./id";

/** The project that an import ID refers to. */
export type ImportId = { readonly id: string } | { readonly organization: string; readonly name: string };

/** Parses an import ID: `prj-…`, or `organization/name`; undefined for others. */
export function parseImportId(text: string): ImportId | undefined {
  if (isId("project", text)) return { id: text };
  const slash = text.indexOf("/");
  const [organization, name] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  return organization === "" || name === "" ? undefined : { organization, name };
}

export const INVALID_IMPORT_ID = 'Use a project ID (prj-…) or organization/name, e.g. "acme/Platform".';

/** What an import ID of what a project has refers to: of a membership, or of objects, such as teams, assigned to it. */
export interface ObjectsImportId {
  /** An import ID of the project. */
  readonly project: string;
  /** Names or IDs of workspaces or other objects; undefined for all that the project has. */
  readonly objects: readonly string[] | undefined;
}

/** A name or an ID in a list, quoted as in CSV or not, with what ends it. */
const LISTED = /\s*(?:"((?:[^"]|"")+)"\s*|([^\s",][^,]*))(,|$)/gy;

/**
 * Parses an import ID: that of a project, alone or before `:first,"second, quoted"`. Undefined if one of the objects is
 * empty, or a quote is not closed.
 */
export function parseObjectsImportId(text: string): ObjectsImportId | undefined {
  const colon = text.indexOf(":");
  if (colon === -1) return { project: text, objects: undefined };
  const listed = [...text.slice(colon + 1).matchAll(LISTED)];
  const isWhole = listed.at(-1)?.[3] === "";
  const objects = listed.map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain.trimEnd());
  return isWhole ? { project: text.slice(0, colon), objects } : undefined;
}

/** The import ID that {@link parseObjectsImportId} parses to this. Quotes only what would be read otherwise. */
export function formatObjectsImportId({ project, objects }: ObjectsImportId): string {
  return objects === undefined ? project : `${project}:${objects.map(listedAs).join()}`;
}

function listedAs(object: string): string {
  const isPlain = !/^"|,/.test(object) && object.trim() === object;
  return isPlain ? object : `"${object.replaceAll('"', '""')}"`;
}

export const INVALID_OBJECTS_IMPORT_ID =
  'After ":", list names or IDs, separated by commas: prj-…:first,second. A name with a comma needs quotes: ' +
  'prj-…:"first, second",third. To import all, use only the project.';

/** The error about an identity whose `id` is not that of a project; undefined for a valid one. */
export function invalidIdentityId(id: string): string | undefined {
  if (isId("project", id)) return undefined;
  return (
    `${JSON.stringify(id)} is not a valid project ID (expected prefix \`${idPrefix("project")}\`). To import a ` +
    "project by its name, use `id` in the `import` block instead of `identity`, with organization/name."
  );
}

/** The error about an identity at a different host than the provider is configured for. */
export function otherHost(hostname: string, configured: string): string {
  return (
    `The identity is of a project at ${hostname}, but the provider is configured for ${configured}. Leave ` +
    "`hostname` out of the identity, or use a provider configuration for the same host (`provider` in the `import` " +
    "block or in the resource)."
  );
}
