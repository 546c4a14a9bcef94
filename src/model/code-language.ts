import { camelCase } from "../schema";

export const CODE_LANGUAGES = ["terraform", "typescript"] as const;

/** A language in which messages show code. Terraform's own is also for code in other ones, and for unknown code. */
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** The name of an attribute in code: `max_moves`, `maxMoves`. @param language - Terraform's own if it is not known. */
export function attributeIn(language: CodeLanguage | undefined, name: string): string {
  return language === "typescript" ? camelCase(name) : name;
}

/** An attribute with its value in code: `max_moves = 3`, `maxMoves: 3`. */
export function settingIn(language: CodeLanguage | undefined, name: string, value: unknown): string {
  return `${attributeIn(language, name)}${language === "typescript" ? ":" : " ="} ${JSON.stringify(value)}`;
}
