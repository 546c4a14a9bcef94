import { toDocument } from "../engine/report/json";
import { wrapText } from "../engine/report/wrap";
import { groupBy } from "../lists";
import { formatList, pluralize } from "../reconcile";
import type { ManualEdit } from "./edits";
import type { Evidence } from "./make-edits";
import type { Migration } from "./migration";
import { projectAddress, projectIdOf, resourceAddresses } from "./resources";
import type { WrittenFile } from "./write-files";

/** The result of a migration, and the remaining steps. */
export interface MigrationReport {
  /** The path as the user wrote it. */
  readonly folder: string;
  readonly migration: Migration;
  readonly files: readonly ReportedFile[];
  readonly evidence: Evidence;
  readonly editsMade: boolean;
  readonly nextSteps: readonly string[];
}

interface ReportedFile {
  readonly path: string;
  /** `shown`: only previewed. */
  readonly status: WrittenFile["status"] | "shown";
}

const WIDTH = 80;

/**
 * The result for people. Pure.
 *
 * @param howToEdit - How to make the remaining edits.
 */
export function migrationForTerminal(report: MigrationReport, howToEdit: string): string {
  const { migration, editsMade, nextSteps } = report;
  const { edits, manual, notes } = migration;
  const width = Math.max(...edits.map(({ line }) => `${line}`.length));
  return [
    ...wrapText(`${filesText(report)}${contentText(report)}.`, WIDTH),
    ...section(
      editsMade ? "Edits made:" : `Edits to make (${howToEdit}):`,
      [...groupBy(edits, ({ file }) => file)].flatMap(([file, own]) => [
        `  ${file}`,
        ...own.flatMap(({ line, what, why }) => {
          const text = `    ${`${line}`.padStart(width)}  ${what}${why === undefined ? "" : `: ${why}`}`;
          return wrapText(text, WIDTH, width + 6);
        }),
      ]),
    ),
    ...section("To do by hand first:", manual.filter(({ isFirst }) => isFirst === true).flatMap(manualLines)),
    ...section("To do by hand:", manual.filter(({ isFirst }) => isFirst !== true).flatMap(manualLines)),
    ...section("Check:", wrapText(evidenceText(report.evidence), WIDTH, 2)),
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

function evidenceText(evidence: Evidence): string {
  switch (evidence.kind) {
    case "none":
      return "";
    case "validated":
      return `  \`${evidence.program} validate\` finds no new errors in a copy of the edited code.`;
    case "not-checked":
      return `  Not checked: ${evidence.reason.replace(/\.$/, "")}.`;
    case "planned":
      return (
        `  \`${evidence.program} plan\` changes nothing in the organization that it did not change before the ` +
        "edits."
      );
  }
}

function manualLines({ where, what, lines = [] }: ManualEdit): readonly string[] {
  return [...wrapText(`  - ${where}: ${what}`, WIDTH, 4), ...lines.map((line) => (line === "" ? "" : `      ${line}`))];
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

function contentText({ folder, migration }: MigrationReport): string {
  const { projects, waiting, settings, organizations } = migration;
  if (waiting.length > 0 && projects.length === 0)
    return `Nothing was taken over in ${folder}: see what is to do first`;
  if (projects.length === 0)
    return `Nothing to take over in ${folder}: no tfe_project is both in the state and in the code`;
  const parts = [
    pluralize(projects.flatMap((project) => project.instances).length, "project"),
    ...(settings.length === 0 ? [] : [formatList(settings.flatMap(resourceAddresses))]),
  ];
  return `${new Intl.ListFormat("en").format(parts)} of ${formatList(organizations)}`;
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.join("") === "" ? [] : ["", heading, ...lines];
}

/** The result as a JSON document. Pure. */
export function migrationAsJson({ folder, migration, files, evidence, editsMade, nextSteps }: MigrationReport): string {
  const { organizations, projects, settings, edits, manual, notes, missing, changing } = migration;
  const instances = projects.flatMap((project) => project.instances);
  return toDocument("migrate", {
    folder,
    organizations,
    projects: instances.map((instance) => ({
      from: instance.address,
      to: projectAddress(instance),
      project_id: projectIdOf(instance),
    })),
    removed: settings.flatMap(resourceAddresses),
    files: files.map(({ path, status }) => ({ path, status })),
    edits: edits.map(({ file, line, what, why }) => ({ file, line, what, why: why ?? null, made: editsMade })),
    manual_edits: manual.map(({ where, what, lines = [], isFirst = false }) => ({
      where,
      what,
      lines,
      first: isFirst,
    })),
    check: { result: evidence.kind, reason: evidence.kind === "not-checked" ? evidence.reason : null },
    notes,
    expected_plan: { import: 0, add: missing.length, change: changing.length, destroy: 0 },
    next: nextSteps,
  });
}
