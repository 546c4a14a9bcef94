import type { Compared } from "../../plan/comparison";
import { REPORT_KINDS } from "../kind";
import { nameInPrograms } from "../../option-name";
import type { ReportOptions } from "../options";
import { driftSection } from "./drift";
import { article, pageOf } from "./frame";
import { PAGE_SCRIPT } from "./generated/assets";
import { planSection } from "./plan";

/**
 * An HTML page of organizations before and after their plans, or of how they differ from the code, which has no script.
 * Pure.
 */
export function asHtml(compared: Compared, { optionName = nameInPrograms }: ReportOptions = {}): string {
  const names = compared.map(({ organization }) => organization).join(", ");
  const articles = compared.map((it, index) => {
    const context = { prefix: `o${index}`, optionName };
    const section = it.kind === "plan" ? planSection(it, context) : driftSection(it, context);
    return article(REPORT_KINDS[it.kind], it, context, section);
  });
  const kind = compared[0]?.kind ?? "plan";
  return pageOf(`${REPORT_KINDS[kind].title} ${names}`, articles, kind === "plan" ? PAGE_SCRIPT : undefined);
}
