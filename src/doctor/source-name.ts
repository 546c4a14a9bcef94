/** What the client calls its arguments is, in the code that is checked, an argument of the provider. */
const NAMES: Readonly<Record<string, string>> = {
  "argument address": "address of the provider",
  "argument hostname": "hostname of the provider",
  "argument token": "token of the provider",
};

/** The setting that an address or a token comes from, for people. */
export function sourceName(source: string): string {
  return NAMES[source] ?? source;
}
