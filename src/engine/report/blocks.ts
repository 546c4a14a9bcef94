import { MAX_LISTED } from "../../model";
import { pluralize } from "../../reconcile/text";

/*
 * What a report consists of: blocks, which are plain data without markup. `sections.ts` makes the blocks of a plan or
 * of drift; `text.ts`, `markdown/` and `html/` print any block. Escaping, limits, folding and colors belong to them.
 */

/** A report of an organization, in the order of its medium. */
export interface Report {
  readonly kind: "plan" | "drift";
  /** The command that makes it. */
  readonly command: string;
  /** Before the name of the organization: `Plan for`. */
  readonly title: string;
  readonly organization: string;
  readonly blocks: readonly Block[];
}

export type Block = Paragraph | Summary | List | Changes | Effects | Coverage | Unmanaged;

/** A sentence or two. */
export interface Paragraph {
  readonly kind: "paragraph";
  readonly text: Text;
  /** `basis`: what the report is based on; `remark`: apart from others. @default a note */
  readonly role?: "basis" | "remark" | undefined;
  readonly isWarning?: true;
}

/** The result in a sentence, and in numbers. */
export interface Summary {
  readonly kind: "summary";
  readonly text: Text;
  readonly counts: readonly Count[];
}

/** A number with what it is of: `12 workspaces to move`. */
export interface Count {
  readonly kind: "create" | "update" | "move" | "delete" | "unmanaged";
  readonly text: string;
}

/** What is read item by item. */
export interface List {
  readonly kind: "list";
  readonly tone: "error" | "difference" | "warning" | "new" | "note";
  readonly heading: string;
  readonly items: readonly Item[];
  /** What an item is called where not all of them are shown. @default all of them are shown */
  readonly noun?: string;
}

export interface Item {
  /** The address or object that it is about; empty for all of a plan. @default the text says it */
  readonly where?: string;
  /** A few words for what is the matter. @default none */
  readonly label?: string;
  readonly text: Text;
  /** Whether it is about a change that no later plan can undo. */
  readonly isCaution?: boolean;
  /** The key of the project that it is about. */
  readonly project?: string | undefined;
  /** The names of all objects that it is about, if the text has the first ones only. */
  readonly names?: readonly string[];
  /** Lines of code that help, and their language. */
  readonly code?: { readonly language: string; readonly lines: readonly string[] };
  /** Items of the same group can be counted if there are many: `many` stands for all of them. */
  readonly group?: { readonly heading: string; readonly name: string; readonly many: string };
}

/** The changes of projects, and of workspaces that move between them. */
export interface Changes {
  readonly kind: "changes";
  readonly of: Report["kind"];
  /** Says which way round the changes are; empty where nothing else is possible. */
  readonly direction: string;
  /** Deletions first, then those that only gain or lose workspaces last; each by name. */
  readonly changes: readonly Change[];
  readonly unchanged: readonly Holder[];
  /** Headings of the current and the future project of workspaces. */
  readonly columns: readonly [from: string, to: string];
  /** Before the current project. */
  readonly from: "from" | "in";
  /** `2 workspaces move` */
  readonly moves: string;
}

/** Everything that changes in a project. */
export interface Change {
  /** Identifies the project in the report. */
  readonly key: string;
  readonly name: string;
  readonly nameBefore: string;
  readonly isDefault: boolean;
  readonly change: "create" | "update" | "rename" | "assign" | "delete" | "none";
  /** What happens to it, before or beside its name: `delete`, `deleted`; empty where the change itself is shown. */
  readonly verb: string;
  readonly label: string;
  /** How it was identified, if that is to be reviewed; otherwise empty. */
  readonly found: string;
  /** How many workspaces move in, or out of a deleted project; empty if none does. */
  readonly movement: Text;
  readonly attributes: readonly AttributeChange[];
  readonly assignments: readonly AssignmentChange[];
  readonly movesIn: readonly Move[];
  readonly movesOut: readonly Move[];
  /** The names of workspaces that stay. */
  readonly staying: readonly string[];
}

interface AttributeChange {
  readonly label: string;
  /** Undefined in a new project. */
  readonly before: Text | undefined;
  readonly after: Text;
}

export interface AssignmentChange {
  readonly change: "add" | "change" | "remove";
  /** With its sign: `+ team platform (access write)`. */
  readonly text: Text;
}

/** The workspaces that move from one project to another. */
export interface Move {
  readonly from: { readonly key: string; readonly name: string };
  readonly to: { readonly key: string; readonly name: string };
  readonly count: number;
  /** Why they move, in all: `2 evicted, 1 released`; empty if the code names them. */
  readonly reason: string;
  /** Whether a membership or a rule requires it of all of them. */
  readonly isRequired: boolean;
  /** Their names, by the reason of each. */
  readonly parts: readonly { readonly reason: string; readonly names: readonly string[] }[];
}

/** What workspaces gain, lose and keep. */
export interface Effects {
  readonly kind: "effects";
  readonly heading: string;
  readonly groups: readonly {
    /** The pairs of projects for which all of this changes; at least one. */
    readonly pairs: readonly Pair[];
    readonly rows: readonly { readonly label: string; readonly items: readonly Effect[] }[];
  }[];
  /** What the groups do not show, and why. */
  readonly notes: readonly Text[];
}

/** Workspaces move from one project to another. */
export interface Pair {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

export interface Effect {
  readonly kind: "gained" | "lost" | "changed" | "affected";
  /** With its sign, except for settings: `- aws`, `(none) → 14d`. */
  readonly text: Text;
}

/** How much is managed. */
export interface Coverage {
  readonly kind: "coverage";
  readonly text: Text;
  readonly shares: readonly { readonly label: string; readonly percent: number }[];
}

/** What the code does not have. */
export interface Unmanaged {
  readonly kind: "unmanaged";
  readonly heading: string;
  readonly projects: readonly Holder[];
  readonly areProjectsDrift: boolean;
  /** Workspaces by their project: those that are drift first, then by the name of the project. */
  readonly groups: readonly (Holder & {
    readonly isDrift: boolean;
    readonly place: "default" | "managed" | "unmanaged" | "other";
  })[];
}

/** A project with names of workspaces in it. */
export interface Holder {
  readonly name: string;
  readonly workspaces: readonly string[];
}

/** A text in our words, in which printers format what comes from outside. */
export type Text = readonly Part[];

/** Our words; a name; the value of an attribute, null if it is unset, undefined if unknown; a sentence with names. */
export type Part =
  | string
  | { readonly name: string }
  | { readonly value: string | null | undefined }
  | { readonly sentence: string };

/** How a medium shows what comes from outside. */
export interface Format {
  readonly name: (name: string) => string;
  readonly value: (value: string | null | undefined) => string;
  readonly sentence: (sentence: string) => string;
}

/** A text as a medium shows it. */
export function printed(parts: Text, format: Format): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if ("name" in part) return format.name(part.name);
      return "value" in part ? format.value(part.value) : format.sentence(part.sentence);
    })
    .join("");
}

/** A text of words and what is between them: `` text`the change of ${attribute} of ${{ name }}` ``. */
export function text(words: TemplateStringsArray, ...values: readonly (Part | number | Text)[]): Text {
  return words.flatMap((word, index): Text => {
    const value = values[index] ?? "";
    return [word, ...(typeof value === "number" ? [String(value)] : isText(value) ? value : [value])];
  });
}

function isText(value: Part | Text): value is Text {
  return Array.isArray(value);
}

/** Texts with commas, or another separator, between them. */
export function joined(texts: readonly Text[], separator = ", "): Text {
  return texts.flatMap((it, index) => (index === 0 ? it : [separator, ...it]));
}

/** Texts for a sentence, sorted; a long list is cut, and the rest counted. */
export function listed(texts: readonly Text[], max = MAX_LISTED): Text {
  const all = texts.map((it) => ({ it, key: printed(it, PLAIN) }));
  const shown = all.sort((one, other) => one.key.localeCompare(other.key, "en")).slice(0, max);
  const rest = texts.length - shown.length;
  return text`${joined(shown.map(({ it }) => it))}${rest === 0 ? "" : ` and ${rest} more`}`;
}

/** Names as in {@link listed}. */
export function listedNames(names: readonly string[]): Text {
  return listed(names.map((name) => [{ name }]));
}

/** Shows texts from outside as they are. */
export const PLAIN: Format = { name: (it) => it, value: (it) => it ?? "", sentence: (it) => it };

/** `Web → Data (2 workspaces)`, or `40 pairs of projects (80 workspaces)`. */
export function pairsTitle(pairs: readonly Pair[]): Text {
  const [only, ...others] = pairs;
  const count = pairs.reduce((sum, pair) => sum + pair.count, 0);
  const title =
    only === undefined || others.length > 0
      ? text`${pairs.length} pairs of projects`
      : text`${{ name: only.from }} → ${{ name: only.to }}`;
  return text`${title} (${pluralize(count, "workspace")})`;
}

/** `Web → Data (2)` */
export function pairText({ from, to, count }: Pair): Text {
  return text`${{ name: from }} → ${{ name: to }} (${count})`;
}
