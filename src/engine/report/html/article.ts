import { quoteIfAmbiguous } from "../../../reconcile/text";
import type { Drift, Plan } from "../../plan/comparison";
import { REPORT_KINDS } from "../wording";
import { sectionsOf, type Section } from "../sections";
import { viewModelOf } from "../view-model";
import type { Context } from "./context";
import { diagramOf } from "./diagram";
import { coverageSection, differencesSection, driftTiles, unmanagedSection } from "./drift";
import { markup, type Markup } from "./markup";
import { errorsSection, warningsSection } from "./notices";
import { overviewOf } from "./overview";
import { impactSection, leftSection, planTiles, toolsOf } from "./plan";

/** The part of a page about one organization: its sentences and numbers, and then all that there is to list. */
export function article(it: Plan | Drift, context: Context): Markup {
  const { organization } = it;
  const { name, title } = REPORT_KINDS[it.kind];
  const sections = sectionsOf(it, "page", context.optionName);
  const tiles = it.kind === "plan" ? planTiles(it) : driftTiles(it);
  const overview = sections.filter(isOverview);
  const list = (section: Section): Markup | string => {
    if (section !== overview[0]) return listOf(section, organization, `${title} ${organization}`, context);
    // Cards beside each other.
    return it.kind === "plan"
      ? overviewOf(viewModelOf(it), overview, context)
      : differencesSection(it, overview, context);
  };
  return markup`<article class="organization" aria-labelledby="${context.prefix}-title">
    <header>
      <p class="kicker">tfprojects ${name}</p>
      <h1 id="${context.prefix}-title">${organization}</h1>
      ${sections.map((section) => {
        if (!("text" in section)) return "";
        const kind = section.name === "summary" ? "summary" : "note";
        return markup`<p class="${kind}">${section.text(quoteIfAmbiguous)}</p>`;
      })}
      <ul class="tiles" aria-label="Summary">
        ${tiles.map(
          ([kind, label, count]) =>
            markup`<li class="${kind} ${count === 0 ? "none" : "some"}"><b>${count}</b> ${label}</li>`,
        )}
      </ul>
    </header>
    ${sections.map(list)}
    ${it.kind === "plan" ? markup`${toolsOf(it)} ${diagramOf(viewModelOf(it), context)}` : ""}
  </article>`;
}

/**
 * The list of a section; nothing for sentences, and what the overview has.
 *
 * @param label - Names the report among those of other organizations.
 */
function listOf(section: Section, organization: string, label: string, context: Context): Markup | string {
  switch (section.name) {
    case "errors":
      return errorsSection(section, `Errors: ${label}`);
    case "warnings":
      return warningsSection(section, context, `Warnings: ${label}`);
    case "impact":
      return impactSection(section, organization, context);
    case "left":
      return leftSection(section, `${section.heading}: ${label}`);
    case "coverage":
      return coverageSection(section, organization);
    case "unmanaged":
      return unmanagedSection(section, organization, context);
    default:
      return "";
  }
}

function isOverview({ name }: Section): boolean {
  return name === "changes" || name === "missing" || name === "created";
}
