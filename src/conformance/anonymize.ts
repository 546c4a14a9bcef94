import { redact } from "../redact";

const ID = /\b([a-z]{2,8})-[A-Za-z0-9]{16}\b/g;

/** Removes from a text what a report must not have: IDs, the organization's name, tokens. */
export function anonymize(
  text: string,
  { names, secrets }: Readonly<Record<"names" | "secrets", readonly string[]>>,
): string {
  const withoutSecrets = redact(text, secrets, "[token]");
  return redact(withoutSecrets, names, "[name]").replace(ID, "$1-…");
}
