import { ownMember } from "../own-member";

/** The client's names for its arguments → their names in the code, which are arguments of the provider. */
const NAMES: Readonly<Record<string, string>> = {
  "argument address": "address of the provider",
  "argument hostname": "hostname of the provider",
  "argument token": "token of the provider",
};

/** Names the setting that an address or a token comes from, for people. */
export function sourceName(source: string): string {
  return ownMember(NAMES, source) ?? source;
}
