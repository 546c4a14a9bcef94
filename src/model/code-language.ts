/** Languages in which messages show code. Terraform's own is also for code in other ones, and for unknown code. */
export const CODE_LANGUAGES = ["terraform", "typescript"] as const;

export type CodeLanguage = (typeof CODE_LANGUAGES)[number];
