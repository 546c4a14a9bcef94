import type { ProjectSettings } from "../../../model";
import { pluralize, type MovedWorkspace } from "../../../reconcile";
import type { OrganizationViewModel, ProjectViewModel } from "../view-model";
import { attributeChanges } from "../project-change";
import { markup, type Markup } from "./markup";

/** Longer lists of workspaces are collapsed. */
const MAX_UNFOLDED = 12;

/** A workspace that moves, with the names of both projects. */
interface WorkspaceMove {
  readonly workspace: MovedWorkspace;
  readonly from: string;
  readonly to: string;
}

/** A row for each project that changes, with its state before and after. The script draws links between them. */
export function diagramOf(model: OrganizationViewModel, prefix: string): Markup | string {
  const changed = model.projects.filter((it) => !isUnchanged(it));
  const unchanged = model.projects.filter(isUnchanged);
  if (changed.length === 0) return unchangedList(unchanged);
  return markup`<div class="diagram">
      <svg class="links" aria-hidden="true" focusable="false"></svg>
      <div class="heads" aria-hidden="true"><span>Before</span><span></span><span>After</span></div>
      ${changed.map((project) => row(project, prefix))}
    </div>
    ${unchangedList(unchanged)}`;
}

/** The ID of the project's row in the page. */
export function rowId(prefix: string, key: string): string {
  return `${prefix}-${Buffer.from(key).toString("hex")}`;
}

function row(project: ProjectViewModel, prefix: string): Markup {
  const { before, after, key } = project;
  const names = [
    before?.name ?? "",
    after?.name ?? "",
    ...[...project.outgoing, ...project.incoming, ...project.unmoved].map(({ name }) => name),
  ];
  const own = (after ?? before)?.name ?? "";
  const outgoing = project.outgoing.map((it): WorkspaceMove => ({ workspace: it, from: it.from.name, to: it.to.name }));
  const incoming = project.incoming.map((it): WorkspaceMove => ({ workspace: it, from: it.from.name, to: own }));
  return markup`<div
    role="group"
    class="row ${project.change}"
    id="${rowId(prefix, key)}"
    data-names="${names.join("\n").toLowerCase()}"
    aria-label="Project ${own}, ${project.change}"
  >
    <div class="side before">
      ${
        before === null
          ? markup`<p class="absent">does not exist yet</p>`
          : markup`${title(project, before, "before")}${chips(outgoing, "before", prefix)}${unmovedList(project)}`
      }
    </div>
    <div class="side after">
      ${
        after === null
          ? markup`<p class="absent">deleted</p>`
          : markup`${title(project, after, "after")}
              ${attributes(before, after, project.temporaryName)}${chips(incoming, "after", prefix)}
              ${unmovedList(project)}`
      }
    </div>
  </div>`;
}

function title(project: ProjectViewModel, { name }: ProjectSettings, side: "before" | "after"): Markup {
  const tag =
    project.change === "unchanged" || (side === "before" && project.change !== "deleted") ? "" : TAGS[project.change];
  return markup`<h3>
    <button type="button" class="project" aria-label="${name}, ${side}${tag === "" ? "" : `: ${tag}`}">${name}</button
    >${
      tag === "" ? "" : markup`<span class="tag ${project.change}">${SIGNS[project.change]} ${tag}</span>`
    }${project.isDefault ? markup`<span class="tag">default</span>` : ""}
  </h3>`;
}

const TAGS = { created: "new", deleted: "deleted", renamed: "renamed", updated: "changed", unchanged: "" } as const;
const SIGNS = { created: "+", deleted: "−", renamed: "~", updated: "~", unchanged: "" } as const;

function attributes(
  before: ProjectSettings | null,
  after: ProjectSettings,
  temporaryName: string | null,
): Markup | string {
  const changes = attributeChanges(before, after);
  if (changes.length === 0) return "";
  return markup`<dl>
    ${changes.map(
      ({ attribute, from, to }) =>
        markup`<dt>${attribute}</dt>
          <dd>
            ${before === null ? "" : markup`<del>${from ?? "none"}</del> <span aria-hidden="true">→</span> `}<ins
              >${to ?? "none"}</ins
            >
          </dd>`,
    )}${
      temporaryName === null
        ? ""
        : markup`<dt>temporary name</dt>
            <dd>${temporaryName}</dd>`
    }
  </dl>`;
}

function chips(moves: readonly WorkspaceMove[], side: "before" | "after", prefix: string): Markup | string {
  if (moves.length === 0) return "";
  const all = moves.map((it) => markup`<li>${chip(it, side, prefix)}</li>`);
  const direction = side === "before" ? "moving out" : "moving in";
  const label = `Workspaces ${direction}`;
  // Collapsing a single item would not save space.
  if (all.length <= MAX_UNFOLDED + 1)
    return markup`<ul class="chips" aria-label="${label}">
      ${all}
    </ul>`;
  return markup`<ul class="chips" aria-label="${label}">
      ${all.slice(0, MAX_UNFOLDED)}
    </ul>
    <details class="more">
      <summary>${all.length - MAX_UNFOLDED} more ${direction}</summary>
      <ul class="chips">
        ${all.slice(MAX_UNFOLDED)}
      </ul>
    </details>`;
}

function chip({ workspace, from, to }: WorkspaceMove, side: "before" | "after", prefix: string): Markup {
  const reason = { member: "", evicted: ", evicted", evacuated: ", evacuated", released: ", released" }[
    workspace.reason
  ];
  const id = `${prefix}-${Buffer.from(workspace.id).toString("hex")}`;
  const route =
    side === "before"
      ? markup`<span class="visually-hidden"> moves to </span><span aria-hidden="true">→ </span>${to}`
      : markup`<span class="visually-hidden"> comes from </span><span aria-hidden="true">← </span>${from}`;
  return markup`<button type="button" class="workspace ${workspace.reason}" data-link="${id}"
    ><span class="name">${workspace.name}</span><small>${route}${reason}</small></button
  >`;
}

function unmovedList({ unmoved }: ProjectViewModel): Markup | string {
  if (unmoved.length === 0) return "";
  return markup`<details class="unmoved">
    <summary>${unmoved.length} ${unmoved.length === 1 ? "stays" : "stay"}</summary>
    <p>${unmoved.map(({ name }) => name).join(", ")}</p>
  </details>`;
}

function unchangedList(projects: readonly ProjectViewModel[]): Markup | string {
  if (projects.length === 0) return "";
  return markup`<details class="unchanged-projects">
    <summary>${pluralize(projects.length, "project")} unchanged</summary>
    <ul>
      ${projects.map(
        ({ before, unmoved }) =>
          markup`<li data-names="${[before?.name ?? "", ...unmoved.map(({ name }) => name)].join("\n").toLowerCase()}">
            <b>${before?.name ?? ""}</b>${
              unmoved.length === 0 ? "" : markup` <span>${unmoved.map(({ name }) => name).join(", ")}</span>`
            }
          </li>`,
      )}
    </ul>
  </details>`;
}

function isUnchanged({ change, outgoing, incoming }: ProjectViewModel): boolean {
  return change === "unchanged" && outgoing.length + incoming.length === 0;
}
