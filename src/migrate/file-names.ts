/** What stays in the code: the provider and the memberships. */
export const KEPT_FILE = "tfprojects.tf";
/** What the first apply needs. */
export const STATE_FILE = "migrate.tf";
