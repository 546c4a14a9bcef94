import { inspect } from "node:util";
import { usageError, type UserError } from "../../user-error";
import type { Compared, Drift, Plan } from "../plan/comparison";
import { asHtml } from "./html/page";
import { asJson } from "./json";
import { asMarkdown, type MarkdownOptions } from "./markdown/markdown";
import { asText, type TextOptions } from "./text";

/**
 * The form of a report: `text` for terminals and logs, `markdown` for comments on pull requests, `json` for programs
 * (`schema/plan.schema.json` describes it), `html` for a page that needs no other file.
 */
export type ReportFormat = "text" | "markdown" | "json" | "html";

/** How a report looks. Each format ignores the options of the others. */
export interface RenderOptions extends TextOptions, MarkdownOptions {}

/** @throws UserError `USAGE` when there is no such format. */
export function render(compared: Plan | Drift | Compared, format: ReportFormat, options: RenderOptions = {}): string {
  const all = listOf(compared);
  switch (format) {
    case "text":
      return asText(all, options);
    case "markdown":
      return asMarkdown(all, options);
    case "json":
      return asJson(all);
    case "html":
      return asHtml(all, options);
    default:
      throw unknownFormat(format);
  }
}

/** Plain JavaScript can pass anything. */
function unknownFormat(format: never): UserError {
  return usageError(`There is no format ${inspect(format)}.`, "Use text, markdown, json or html.");
}

function listOf(compared: Plan | Drift | Compared): Compared {
  if (!("kind" in compared)) return compared;
  return compared.kind === "plan" ? [compared] : [compared];
}
