import type { ProjectSettings } from "../../../model";
import { pluralize, type MovedWorkspace } from "../../../reconcile";
import type { OrganizationViewModel, ProjectViewModel } from "../view-model";
import { attributeChanges } from "../project-change";
import { markup, type Markup } from "./markup";

/** Moved workspaces of one project that are shown unfolded. */
const UNFOLDED = 12;

/** One workspace that travels, with the names of both ends. */
interface WorkspaceMove {
  readonly workspace: MovedWorkspace;
  readonly from: string;
  readonly to: string;
}

/** The organization before on the left, after on the right, a row for each project that changes; the script draws the ways between. */
export function diagramOf(picture: OrganizationViewModel, prefix: string): Markup | string {
  const changed = picture.projects.filter((it) => !isUnchanged(it));
  const unchanged = picture.projects.filter(isUnchanged);
  if (changed.length === 0) return unchangedList(unchanged);
  return markup`<div class="board">
      <svg class="ways" aria-hidden="true" focusable="false"></svg>
      <div class="heads" aria-hidden="true"><span>Before</span><span></span><span>After</span></div>
      ${changed.map((project) => row(project, prefix))}
    </div>
    ${unchangedList(unchanged)}`;
}

/** The id of the project's row in the page. */
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
  const leaving = project.outgoing.map((it): WorkspaceMove => ({ workspace: it, from: it.from.name, to: it.to.name }));
  const entering = project.incoming.map((it): WorkspaceMove => ({ workspace: it, from: it.from.name, to: own }));
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
          : markup`${title(project, before, "before")}${chips(leaving, "before", prefix)}${unmovedList(project)}`
      }
    </div>
    <div class="side after">
      ${
        after === null
          ? markup`<p class="absent">deleted</p>`
          : markup`${title(project, after, "after")}${attributes(before, after, project.temporaryName)}${chips(entering, "after", prefix)}${unmovedList(project)}`
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
        : markup`<dt>for a moment</dt>
            <dd>${temporaryName}</dd>`
    }
  </dl>`;
}

function chips(travellers: readonly WorkspaceMove[], side: "before" | "after", prefix: string): Markup | string {
  if (travellers.length === 0) return "";
  const all = travellers.map((it) => markup`<li>${chip(it, side, prefix)}</li>`);
  const label = `Workspaces that ${side === "before" ? "leave" : "come"}`;
  // One that is folded away alone would save no room.
  if (all.length <= UNFOLDED + 1)
    return markup`<ul class="chips" aria-label="${label}">
      ${all}
    </ul>`;
  const direction = side === "before" ? "leave" : "come";
  return markup`<ul class="chips" aria-label="${label}">
      ${all.slice(0, UNFOLDED)}
    </ul>
    <details class="more">
      <summary>${all.length - UNFOLDED} more ${direction}</summary>
      <ul class="chips">
        ${all.slice(UNFOLDED)}
      </ul>
    </details>`;
}

function chip({ workspace, from, to }: WorkspaceMove, side: "before" | "after", prefix: string): Markup {
  const why = { member: "", evicted: ", evicted", evacuated: ", evacuated" }[workspace.reason];
  const id = `${prefix}-${Buffer.from(workspace.id).toString("hex")}`;
  const way =
    side === "before"
      ? markup`<span class="said"> moves to </span><span aria-hidden="true">→ </span>${to}`
      : markup`<span class="said"> comes from </span><span aria-hidden="true">← </span>${from}`;
  return markup`<button type="button" class="workspace ${workspace.reason}" data-way="${id}"
    ><span class="name">${workspace.name}</span><small>${way}${why}</small></button
  >`;
}

function unmovedList({ unmoved: staying }: ProjectViewModel): Markup | string {
  if (staying.length === 0) return "";
  return markup`<details class="stays">
    <summary>${staying.length} ${staying.length === 1 ? "stays" : "stay"}</summary>
    <p>${staying.map(({ name }) => name).join(", ")}</p>
  </details>`;
}

function unchangedList(projects: readonly ProjectViewModel[]): Markup | string {
  if (projects.length === 0) return "";
  return markup`<details class="untouched">
    <summary>${pluralize(projects.length, "project")} unchanged</summary>
    <ul>
      ${projects.map(
        ({ before, unmoved: staying }) =>
          markup`<li data-names="${[before?.name ?? "", ...staying.map(({ name }) => name)].join("\n").toLowerCase()}">
            <b>${before?.name ?? ""}</b>${
              staying.length === 0 ? "" : markup` <span>${staying.map(({ name }) => name).join(", ")}</span>`
            }
          </li>`,
      )}
    </ul>
  </details>`;
}

function isUnchanged({ change, outgoing: leaving, incoming: entering }: ProjectViewModel): boolean {
  return change === "unchanged" && leaving.length + entering.length === 0;
}
