import { idPrefix, isId } from "./id";

/** The project that an import ID of a project or a membership refers to. */
export type ImportId = { readonly id: string } | { readonly organization: string; readonly name: string };

/** Parses an import ID: `prj-…`, or `organization/name`; undefined for others. */
export function parseImportId(text: string): ImportId | undefined {
  if (isId("project", text)) return { id: text };
  const slash = text.indexOf("/");
  const [organization, name] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  return organization === "" || name === "" ? undefined : { organization, name };
}

export const INVALID_IMPORT_ID = 'Use a project ID (prj-…) or organization/name, e.g. "acme/Platform".';

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
