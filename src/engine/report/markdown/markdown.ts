import { capitalized } from "../../../model";
import { groupBy } from "../../../lists";
import { pluralize } from "../../../reconcile";
import { compareNames } from "../../../reconcile/lists";
import { sanitize } from "../../../sanitize";
import { nameInPrograms, type OptionName, type ReportOptions } from "../../option-name";
import type { Compared } from "../../plan/comparison";
import * as blocks from "../blocks";
import type { Block, Item, Report, Text } from "../blocks";
import { assignmentCount } from "../changes";
import { reportOf } from "../sections";
import { code, prose } from "./escape";
import { shortened, type Part, type Shortening } from "./shortening";

/** Maximum length of a comment on GitHub, in characters. Job summaries may be longer. */
const COMMENT_LIMIT = 65_536;
/** Longer lists are collapsed. */
const MAX_UNFOLDED = 20;
/** Names of workspaces in a cell; more are collapsed. */
const MAX_NAMES = 5;
/** Pairs of projects in a cell; more are counted. */
const MAX_PAIRS = 50;

export interface MarkdownOptions extends ReportOptions {
  /** Maximum size in bytes. @default 65,536 */
  readonly limit?: number | undefined;
}

const FORMAT: blocks.Format = {
  name: code,
  value: (value) => (value === undefined ? "(not reported)" : value === null ? "(none)" : code(value)),
  sentence: prose,
};

/** How lists look; without an alert, as tables. */
const TONES: Readonly<Record<blocks.List["tone"], readonly [alert: string, part: Part]>> = {
  error: ["CAUTION", "errors"],
  difference: ["WARNING", "warnings"],
  warning: ["WARNING", "warnings"],
  new: ["", "projects"],
  note: ["NOTE", "warnings"],
};

/**
 * Plans or drift as Markdown, for pull request comments and job summaries. Pure. Errors, deletions and warnings come
 * first, are never collapsed, and are the last to be cut to the limit: every section of one organization is there, and
 * of several at least a line for each.
 */
export function asMarkdown(
  compared: Compared,
  { limit = COMMENT_LIMIT, optionName = nameInPrograms }: MarkdownOptions = {},
): string {
  const reports = compared.map((it) => reportOf(it, "comment", optionName));
  return shortened(
    limit,
    (shortening) => reports.map((report) => new MarkdownPrinter(shortening).report(report)).join(""),
    reports.map(lineOf),
    incompleteNotice(limit, optionName),
  );
}

/** Says that a report is not all, and where all of it is. */
function incompleteNotice(limit: number, optionName: OptionName): (omitted: string) => string {
  const [verbose, json, html] = (["verbose", "json", "html"] as const).map((option) => code(optionName(option)));
  return (omitted) =>
    `_This report is incomplete, because it is limited to ${limit.toLocaleString("en")} bytes${omitted}. ` +
    `To see everything, use ${verbose} on a terminal, ${json} or ${html}._\n\n`;
}

/** The least that a report says of an organization. */
function lineOf({ title, organization, blocks: all }: Report): string {
  const summary = all.flatMap((it) => (it.kind === "summary" ? [print(it.text)] : []));
  return `- ${title} ${code(organization)}: ${summary.join(" ")}\n`;
}

function print(text: Text): string {
  return blocks.printed(text, FORMAT);
}

class MarkdownPrinter {
  readonly #shortening: Shortening;

  constructor(shortening: Shortening) {
    this.#shortening = shortening;
  }

  report({ title, organization, blocks: all }: Report): string {
    return `### ${title} ${code(organization)}\n\n${all.map((block) => this.#block(block)).join("")}`;
  }

  #block(block: Block): string {
    switch (block.kind) {
      case "summary":
        return `**${print(block.text)}**\n\n`;
      case "paragraph":
      case "coverage":
        return `${print(block.text)}\n\n`;
      case "list":
        return this.#list(block);
      case "changes":
        return this.#projects(block) + this.#moves(block);
      case "effects":
        return this.#effects(block);
      case "unmanaged":
        return this.#unmanaged(block);
    }
  }

  /**
   * What cannot be undone in alerts of their own; of a group few with their texts, many with their names only, so that
   * all of them fit.
   */
  #list({ tone, heading, items }: blocks.List): string {
    const [kind, part] = TONES[tone];
    if (kind === "") {
      const rows = items.map(({ where = "", text }) => `${code(where)} | ${print(text)}`);
      return this.#table(heading, "Membership |", rows, part);
    }
    const cautions = groupBy(
      items.filter(({ isCaution }) => isCaution),
      ({ group, label = "" }) => group?.heading ?? capitalized(label),
    );
    const alerts = [...cautions].map(([title, its]) => {
      const names = its.flatMap(({ group }) => group?.name ?? []);
      return alert("CAUTION", title, names.length > MAX_UNFOLDED ? [this.#names(names)] : this.#bullets(its, "errors"));
    });
    const others = items.filter(({ isCaution }) => isCaution !== true);
    return alerts.join("") + alert(kind, heading, this.#bullets(others, part));
  }

  #names(names: readonly string[]): string {
    const [shown, more] = this.#shortening.take("errors", names);
    return `${shown.map(code).join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
  }

  #bullets(items: readonly Item[], part: Part): readonly string[] {
    const [shown, more] = this.#shortening.take(part, items);
    const lines = shown.flatMap(({ where = "", text, code: block }) => [
      `- ${where === "" ? "" : `${code(where)}: `}${print(text)}`,
      ...(block === undefined ? [] : fenced(block)).map((line) => `  ${line}`),
    ]);
    return more === 0 ? lines : [...lines, `- … and ${more} more`];
  }

  #projects({ changes, direction, of }: blocks.Changes): string {
    const rows = changes.flatMap((it) => {
      if (it.change === "none" && it.found === "") return [];
      const verb = it.change === "delete" && of === "plan" ? `**${it.verb}**` : it.verb;
      const attributes = it.attributes.map(({ label, before, after }) =>
        before === undefined ? `${label} ${print(after)}` : `${label} ${print(before)} → ${print(after)}`,
      );
      const assignments = it.assignments.map(({ text }) => print(text));
      const shown =
        assignments.length <= MAX_UNFOLDED
          ? assignments
          : [collapsed(assignmentCount(it.assignments), assignments.join("<br>"))];
      const labels = [verb, it.found].filter((label) => label !== "").join("; ");
      return `${code(it.name)} | ${labels} | ${[...attributes, ...shown].join("<br>")}`;
    });
    const intro = direction === "" ? "" : `${direction}\n\n`;
    return intro + this.#table(pluralize(rows.length, "project"), "Project | | Attributes", rows, "projects");
  }

  /** A row for each pair of projects and reason. */
  #moves({ changes, columns, moves }: blocks.Changes): string {
    const rows = changes
      .flatMap(({ movesIn }) => movesIn)
      .flatMap(({ from, to, parts }) =>
        parts.map((part) => `${code(from.name)} | ${code(to.name)} | ${this.#moved(part)}`),
      );
    return this.#table(moves, [...columns, "Workspaces"].join(" | "), rows, "pairs");
  }

  /** Workspaces that move for the same reason: few by their names, many by their number and collapsed names. */
  #moved({ reason, names }: blocks.Move["parts"][number]): string {
    const [shown, more] = this.#shortening.take("moves", names);
    const because = reason === "" ? "" : ` (${prose(reason)})`;
    const count = `${pluralize(names.length, "workspace")}${because}`;
    if (shown.length === 0) return count;
    const list = [...shown.map(code), ...(more === 0 ? [] : [`… and ${more} more`])].join(", ");
    return names.length <= MAX_NAMES ? `${list}${because}` : collapsed(count, list);
  }

  /** A row for each kind of change; several pairs of projects are listed in their first row. */
  #effects({ heading, groups, notes }: blocks.Effects): string {
    const rows = groups.flatMap(({ pairs, rows: kinds }) =>
      kinds.map(({ label, items }, index) => {
        const isListed = index === 0 || pairs.length === 1;
        const where = isListed ? pairsList(pairs) : `the same ${pairs.length} pairs`;
        return `${where} | ${label} | ${items.map(({ text }) => print(text)).join(", ")}`;
      }),
    );
    const texts = notes.length === 0 ? "" : `${notes.map(print).join(" ")}\n\n`;
    return this.#table(heading, "Workspaces | | Change", rows, "impact") + texts;
  }

  #unmanaged({ projects, areProjectsDrift, groups }: blocks.Unmanaged): string {
    const tableOf = (noun: string, suffix: string, columns: string, rows: readonly string[]): string =>
      this.#table(`${pluralize(rows.length, noun)} unmanaged${suffix}`, columns, rows, "unmanaged");
    const workspaces = (isIncluded: (group: (typeof groups)[number]) => boolean, suffix: string): string => {
      const all = groups
        .filter(isIncluded)
        .flatMap((group) => group.workspaces.map((name) => ({ name, project: group.name })));
      const rows = all.sort(compareNames).map(({ name, project }) => `${code(name)} | ${code(project)}`);
      return tableOf("workspace", suffix, "Workspace | Project", rows);
    };
    const names = projects.map(({ name }) => code(name));
    return (
      tableOf("project", areProjectsDrift ? " (drift)" : "", "Project", names) +
      workspaces(({ isDrift, place }) => isDrift && place !== "default", " in projects of the code (drift)") +
      workspaces(({ isDrift, place }) => isDrift && place === "default", " in the default project (drift)") +
      workspaces(({ isDrift }) => !isDrift, "")
    );
  }

  /**
   * Long tables are collapsed. Of one without room for a row, the title is left.
   *
   * @param columns - The first row; cells have `|` between them.
   */
  #table(title: string, columns: string, rows: readonly string[], part: Part): string {
    if (rows.length === 0) return "";
    const [shown, more] = this.#shortening.take(part, rows);
    if (shown.length === 0) return `**${title}**\n\n`;
    const end = more === 0 ? "" : `… and ${more} more\n`;
    const separator = columns.split("|").fill("---").join(" | ");
    const lines = [columns, separator, ...shown].map((row) => `| ${row} |\n`).join("");
    if (rows.length <= MAX_UNFOLDED) return `**${title}**\n\n${lines}\n${end === "" ? "" : `${end}\n`}`;
    // A click shows it.
    return `<details><summary>${title}</summary>\n\n${lines}${end === "" ? "" : `\n${end}`}\n</details>\n\n`;
  }
}

function alert(kind: string, heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `> [!${kind}]\n> **${heading}**\n>\n${lines.map((line) => `> ${line}\n`).join("")}\n`;
}

function fenced({ language, lines }: NonNullable<Item["code"]>): readonly string[] {
  return [`\`\`\`${language === "terraform" ? "hcl" : language}`, ...lines.map(sanitize), "```"];
}

/** Content of a cell that a click shows. */
function collapsed(title: string, content: string): string {
  return `<details><summary>${title}</summary>${content}</details>`;
}

function pairsList(pairs: readonly blocks.Pair[]): string {
  const shown = pairs.slice(0, MAX_PAIRS).map((pair) => print(blocks.pairText(pair)));
  const more = pairs.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`… and ${more} more`])].join("<br>");
}
