import { escapeRegExp } from "../escape-reg-exp";
import { TFE_PROJECT } from "../model";
import { groupBy } from "../reconcile";
import { lineNumbers } from "../terraform/hcl-file";
import type { ManualEdit } from "./edits";
import { PROJECT, TFE_PROJECT_SETTINGS } from "./resources";

/** The names of resources that are taken over. */
export interface Names {
  readonly projects: ReadonlySet<string>;
  readonly settings: ReadonlySet<string>;
}

/** The address of a resource in a text. */
interface Mention {
  readonly type: string;
  readonly name: string;
  readonly at: number;
}

/** Finds addresses of managed resources, also behind the path of a module. */
export function mentionsIn(text: string, { projects, settings }: Names): readonly Mention[] {
  const ofType = (type: string, names: ReadonlySet<string>): readonly Mention[] =>
    [...text.matchAll(new RegExp(`(?<![\\w-]|\\bdata\\.)${escapeRegExp(type)}\\.([\\w-]+)`, "g"))].flatMap((match) => {
      const [, name = ""] = match;
      return names.has(name) ? [{ type, name, at: match.index }] : [];
    });
  return [...ofType(TFE_PROJECT, projects), ...ofType(TFE_PROJECT_SETTINGS, settings)];
}

/** What to do by hand about mentions in a text: each address once, with its lines. */
export function mentionsByHand(
  { path, text }: { readonly path: string; readonly text: string },
  mentions: readonly Mention[],
  otherwise?: ManualEdit["otherwise"],
): readonly ManualEdit[] {
  const lineAt = lineNumbers(text);
  return [...groupBy(mentions, ({ type, name }) => `${type}.${name}`)].map(([address, own]) => {
    const [{ type, name }] = own;
    const what =
      type === TFE_PROJECT
        ? `refer to ${PROJECT}.${name} instead of ${address}.`
        : `remove the reference to ${address}, which leaves the code.`;
    return { where: path, what, at: { lineAt, offsets: own.map(({ at }) => at) }, otherwise };
  });
}
