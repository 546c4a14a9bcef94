import { createHash } from "node:crypto";
import type { PlanWarning, OrganizationPlan } from "../../../reconcile";
import { IMPACT_HEADING, impactNotes, impactSections, pairsTitle, pairText } from "../impact";
import { viewModelOf, type PlannedOrganization } from "../view-model";
import { projectKey } from "../move-group";
import { summaryOf } from "../project-change";
import {
  identitiesText,
  ignoredText,
  leftAloneText,
  PLAN_BLOCKED,
  planSummary,
  raisedLimitsText,
  unmanagedDriftText,
} from "../summary";
import { diagramOf } from "./diagram";
import { folded } from "./fold";
import { markup, Markup } from "./markup";
import { overviewOf } from "./overview";
import { rowId } from "./row-id";
import { PAGE_SCRIPT } from "./script";
import { PAGE_STYLE } from "./style";

/**
 * An HTML page that shows organizations before and after their plans. Pure. The page makes no requests: its content
 * security policy allows only its own style and script.
 */
export function planAsHtml(organizations: readonly PlannedOrganization[]): string {
  const names = organizations.map(({ plan }) => plan.organization).join(", ");
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(PAGE_STYLE)}'`,
    `script-src '${hashOf(PAGE_SCRIPT)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>Plan for ${names}</title>
        <link rel="icon" href="data:," />
        ${new Markup(`<style>${PAGE_STYLE}</style>`)}
      </head>
      <body>
        <main>${organizations.map((it, index) => organizationArticle(it, `o${index}`))}</main>
        ${new Markup(`<script>${PAGE_SCRIPT}</script>`)}
      </body>
    </html> `;
  return page.source;
}

function organizationArticle(planned: PlannedOrganization, prefix: string): Markup {
  const { plan } = planned;
  const model = viewModelOf(planned);
  const { create, update, move, delete: deleted } = summaryOf(plan);
  const tiles = [
    ["create", "to create", create],
    ["update", "to update", update],
    ["move", move === 1 ? "workspace to move" : "workspaces to move", move],
    ["delete", "to delete", deleted],
  ] as const;
  return markup`<article class="organization" aria-labelledby="${prefix}-title">
    <header>
      <p class="kicker">tfprojects plan</p>
      <h1 id="${prefix}-title">${plan.organization}</h1>
      <p class="summary">${planSummary(plan)}</p>
      ${notes(plan)}
      <ul class="tiles" aria-label="Summary">
        ${tiles.map(
          ([kind, label, count]) =>
            markup`<li class="${kind} ${count === 0 ? "none" : "some"}"><b>${count}</b> ${label}</li>`,
        )}
      </ul>
    </header>
    ${errorsSection(plan)} ${overviewOf(model, prefix)} ${warningsSection(plan, prefix)} ${impactSection(plan)}
    ${
      plan.actions.length === 0
        ? ""
        : markup`<h2>Projects before and after</h2>
          <div class="tools">
            <label
              >Filter
              <input
                type="search"
                class="filter"
                placeholder="project or workspace"
                autocomplete="off"
                spellcheck="false"
            /></label>
            <span class="found" role="status"></span>
            <span class="hint"
              ><kbd>/</kbd> filter · <kbd>↑</kbd> <kbd>↓</kbd> select · <kbd>←</kbd> <kbd>→</kbd> follow a
              move</span
            >
          </div>`
    }
    ${diagramOf(model, prefix)}
  </article>`;
}

/** What the plan is based on, and what it leaves out. */
function notes(plan: OrganizationPlan): readonly Markup[] {
  const texts = [
    identitiesText(plan, asIs),
    raisedLimitsText(plan),
    unmanagedDriftText(plan),
    ignoredText(plan, asIs),
    leftAloneText(plan),
  ];
  return texts.flatMap((text) => (text === "" ? [] : [markup`<p class="note">${text}</p>`]));
}

function asIs(text: string): string {
  return text;
}

function errorsSection({ organization, refusals }: OrganizationPlan): Markup | string {
  if (refusals.length === 0) return "";
  return markup`<section class="notice errors" aria-label="Errors in the plan for ${organization}">
    <h2>${PLAN_BLOCKED}</h2>
    <ul>
      ${refusals.map(({ subject, message }) => markup`<li><b>${subject}</b> ${message}</li>`)}
    </ul>
  </section>`;
}

/** Longer lists of warnings, and of what moves change, are collapsed. */
const MAX_WARNINGS = 10;
const MAX_IMPACTS = 50;

/** Warnings in a word. */
const WARNING_LABELS: Readonly<Record<PlanWarning["kind"], string>> = {
  delete: "delete",
  evacuate: "evacuate",
  gate: "gate",
  "not-found": "not found",
  "possible-rename": "renamed?",
  "two-owners": "two owners",
  evict: "evict",
  release: "release",
  "auto-destroy": "auto-destroy",
};

function warningsSection(plan: OrganizationPlan, prefix: string): Markup | string {
  if (plan.warnings.length === 0) return "";
  const rows = new Map(
    plan.actions.map((action) => [
      action.id,
      rowId(
        prefix,
        action.kind === "move"
          ? projectKey(action.destination)
          : action.kind === "create"
            ? projectKey({ id: null, name: action.after.name })
            : action.projectId,
      ),
    ]),
  );
  return markup`<section class="notice warnings" aria-label="Warnings of the plan for ${plan.organization}">
    <h2>Warnings</h2>
    ${folded(
      plan.warnings,
      MAX_WARNINGS,
      "more warnings",
      (shown) =>
        markup`<ul>
          ${shown.map(
            ({ kind, action, message }) =>
              markup`<li class="${kind}">
                ${linked(
                  markup`<span class="kind">${WARNING_LABELS[kind]}</span><span>${message}</span>`,
                  action === undefined ? undefined : rows.get(action),
                )}
              </li>`,
          )}
        </ul>`,
    )}
  </section>`;
}

/** What the moves change, a list for the pairs of projects for which the same changes. */
function impactSection(plan: OrganizationPlan): Markup | string {
  const sections = impactSections(plan, asIs);
  const texts = impactNotes(plan, asIs);
  if (sections.length + texts.length === 0) return "";
  return markup`<section class="notice impact" aria-label="${IMPACT_HEADING} in ${plan.organization}">
    <h2>${IMPACT_HEADING}</h2>
    ${folded(
      sections,
      MAX_IMPACTS,
      "more",
      (shown) =>
        markup`<ul>
      ${shown.map(
        ({ pairs, rows }) =>
          markup`<li>
            <b>${pairsTitle(pairs)}</b>
            ${pairs.length > 1 ? markup`<p class="names">${pairs.map(pairText).join(", ")}</p>` : ""}
            <dl>
              ${rows.map(
                ({ label, items }) =>
                  markup`<dt>${label}</dt>
                    <dd>
                      ${items.map(({ kind, text }) => markup`<span class="${kind}">${text}</span> `)}
                    </dd>`,
              )}
            </dl>
          </li>`,
      )}
    </ul>`,
    )}
    ${texts.map((text) => markup`<p class="note">${text}</p>`)}
  </section>`;
}

/** A row of the warnings, as a link to its project if it is about one. */
function linked(content: Markup, row: string | undefined): Markup {
  return row === undefined ? markup`<span class="row">${content}</span>` : markup`<a href="#${row}">${content}</a>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
