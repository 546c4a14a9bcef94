import { nameInPrograms } from "../../option-name";
import type { Compared } from "../../plan/comparison";
import { REPORT_KINDS } from "../kind";
import type { ReportOptions } from "../options";
import { article } from "./article";
import { pageOf } from "./frame";
import { PAGE_SCRIPT } from "./generated/assets";

/**
 * An HTML page of organizations before and after their plans, or of how they differ from the code, which has no script.
 * Pure.
 */
export function asHtml(compared: Compared, { optionName = nameInPrograms }: ReportOptions = {}): string {
  const names = compared.map(({ organization }) => organization).join(", ");
  const articles = compared.map((it, index) => article(it, { prefix: `o${index}`, optionName }));
  const kind = compared[0]?.kind ?? "plan";
  return pageOf(`${REPORT_KINDS[kind].title} ${names}`, articles, kind === "plan" ? PAGE_SCRIPT : undefined);
}
