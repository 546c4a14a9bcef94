export const CODE_LANGUAGES = ["terraform", "typescript"] as const;

/** A language in which messages show code. Terraform's own is also for code in other ones, and for unknown code. */
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];
