import { formatList, groupBy, pluralize } from "../reconcile";
import type { MigrationReport } from "./report";
import { toDocument } from "../engine/report/json";
import { wrapText } from "../engine/report/wrap";

const WIDTH = 80;

/** The result for people. Pure. */
export function migrationForTerminal(report: MigrationReport): string {
  const { manual, notes, nextSteps } = report;
  return [
    ...wrapText(`${filesText(report)}${contentText(report)}.`, WIDTH),
    ...editLines(report),
    ...section(
      "To do by hand:",
      manual.flatMap(({ where, what, code = [] }) => [
        ...wrapText(`  - ${where}: ${what}`, WIDTH, 4),
        ...code.map((line) => `      ${line}`.trimEnd()),
      ]),
    ),
    ...section(
      "Notes:",
      notes.flatMap((note) => wrapText(`  - ${note}`, WIDTH, 4)),
    ),
    ...section(
      "Next steps:",
      nextSteps.map((step) => `  ${step}`),
    ),
  ].join("\n");
}

/** `Wrote migrate.tf and tfprojects.tf, edited main.tf: `; empty if nothing was written. */
function filesText({ files }: MigrationReport): string {
  const verbs = { written: "wrote", overwritten: "overwrote", edited: "edited", unchanged: "left unchanged" } as const;
  const parts = [...groupBy(files, ({ status }) => status)].flatMap(([status, own]) =>
    status === "shown" ? [] : [`${verbs[status]} ${formatList(own.map(({ path }) => path))}`],
  );
  const text = parts.join(", ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}: `;
}

function contentText({ folder, projects, removed, memberships, organizations }: MigrationReport): string {
  if (projects.length === 0)
    return `Nothing to take over in ${folder}: no tfe_project is both in the state and in the code`;
  const workspaces = memberships.flatMap((membership) => membership.workspaces).length;
  const parts = [
    pluralize(projects.length, "project"),
    ...(memberships.length === 0
      ? []
      : [`${pluralize(memberships.length, "membership")} with ${pluralize(workspaces, "workspace")}`]),
    ...(removed.length === 0 ? [] : [formatList(removed)]),
  ];
  return `${new Intl.ListFormat("en").format(parts)} of ${formatList(organizations)}`;
}

function editLines({ edits, editsMade }: MigrationReport): readonly string[] {
  const width = Math.max(...edits.map(({ line }) => `${line}`.length));
  return section(
    editsMade ? "Edits made:" : "Edits to make (--edit makes them):",
    [...groupBy(edits, ({ file }) => file)].flatMap(([file, own]) => [
      `  ${file}`,
      ...own.flatMap(({ line, what, why }) => {
        const text = `    ${`${line}`.padStart(width)}  ${what}${why === undefined ? "" : `: ${why}`}`;
        return wrapText(text, WIDTH, width + 6);
      }),
    ]),
  );
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", heading, ...lines];
}

/** The result as a JSON document. Pure. */
export function migrationAsJson(report: MigrationReport): string {
  const { folder, organizations, projects, memberships, imports, removed, files, edits, manual, notes } = report;
  return toDocument("migrate", {
    folder,
    organizations,
    projects: projects.map(({ from, to, projectId }) => ({ from, to, project_id: projectId })),
    memberships: memberships.map((membership) => ({
      address: membership.address,
      project_id: membership.projectId,
      imported: imports.includes(membership),
      workspaces: membership.workspaces.map(({ id, name, resource }) => ({
        id,
        name,
        address: resource?.address ?? null,
      })),
    })),
    removed,
    files: files.map(({ path, status }) => ({ path, status })),
    edits: edits.map(({ file, line, what, why }) => ({ file, line, what, why: why ?? null, made: report.editsMade })),
    manual_edits: manual.map(({ where, what, code = [], otherwise = null }) => ({ where, what, code, otherwise })),
    notes,
    expected_plan: { ...report.expected, destroy: 0 },
    next: report.nextSteps,
  });
}
