/** The service's key of a member: `autoApply` → `auto-apply`. */
export function wireKey(member: string): string {
  return member.replace(/[A-Z0-9]+/g, (part) => `-${part.toLowerCase()}`);
}

/** A key as the beginning of an error message: `auto-apply` → `Auto apply`. */
export function wordsOf(key: string): string {
  const words = key.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The member with a key of the service: `task-stages` → `taskStages`. */
export function memberName(key: string): string {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A label within a sentence: `Agent pool` → `agent pool`, and `SSH key` as it is. */
export function inSentence(label: string): string {
  return startsWithAcronym(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** The same with its article. */
export function withArticle(label: string): string {
  // The names of these letters begin with a vowel.
  const vowel = startsWithAcronym(label) ? /^[AEFHILMNORSX]/ : /^[aeiou]/i;
  return `${vowel.test(label) ? "an" : "a"} ${inSentence(label)}`;
}

function startsWithAcronym(label: string): boolean {
  return /^[A-Z]{2}/.test(label);
}
