/**
 * Replaces every occurrence of the secrets in the text. Occurrences that overlap or touch become one replacement, so
 * that no part of a secret remains.
 */
export function redact(text: string, secrets: Iterable<string>, replacement: string): string {
  const found = [...secrets].flatMap((secret) => occurrences(text, secret));
  let result = "";
  let end = -1;
  for (const [from, to] of found.sort(([one], [other]) => one - other)) {
    if (from > end) result += text.slice(Math.max(end, 0), from) + replacement;
    end = Math.max(end, to);
  }
  return result + text.slice(Math.max(end, 0));
}

function occurrences(text: string, secret: string): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  if (secret === "") return found;
  // An occurrence can overlap the next one of the same secret.
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
    found.push([at, at + secret.length]);
  }
  return found;
}
