/** Reasons that several statements share, by the side that has no test. */

// The emulator
export const FOR_CLIENTS = "A rule for clients.";

// The client
export const KEPT = "The client returns it among the unknown attributes.";
export const KNOWS_PATH = "The client does not read it: it knows the path from the ID.";
export const KNOWS_PATHS = "The client does not read it: it knows the path from the ID or the name.";
export const NOT_USED = "The client does not use it.";
export const NO_EXECUTION_WRITES = "The client does not change execution settings; it returns them as sent.";
export const NO_RUNS = "The client reads runs and their task stages, but starts, confirms and ends none.";
export const NO_TAG_WRITES = "The client does not change tags.";
export const NO_WORKSPACE_WRITES = "The client does not create, change or delete workspaces.";
export const OF_SERVICE = "A property of the service, which the client relies on.";
export const PERMISSIONS_AS_SENT = "The client returns permissions as the service sends them.";
export const USES_PAGINATION = "The client uses `meta.pagination` instead.";

// Constructs and provider
export const ALWAYS_SIZED = "The provider always sends a page size.";
export const ENSURED_BY_CLIENT = "The client ensures it for all its callers.";
export const NO_ATTRIBUTE = "The data source has no attribute for it.";
export const NO_LINKS = "The client does not read links.";
export const REJECTED_BY_CLIENT = "The client already rejects documents of another type.";
export const SENT_BY_CLIENT = "The client adds it to each request.";
export const UNDERSCORES = "Users see Terraform's attributes, whose names have underscores.";
export const WHOLE_LISTS = "The client follows the pages and returns whole lists.";
