import type { ActualOrganization } from "../engine";
import { wrapText } from "../engine/report/wrap";
import { writeApp, writeHcl } from "../import/app";
import { describeImport, type ImportedOrganization } from "../import/imported";
import { readAssigned, type ImportedKind } from "../import/assignments";
import { formatNotCarriedOver } from "../import/not-carried-over";
import { readSelectedProjects, type SelectedProjects } from "../import/select-projects";
import { formatList, pluralize } from "../reconcile";
import { sanitize } from "../sanitize";
import { UserError } from "../user-error";
import { frameworkOf, reading, WIDTH, type CodeForm, type ImportSource, type ReadingOptions } from "./import-source";
import { appSteps, hclSteps } from "./import-steps";
import { printErr } from "./output";
import { quoteWithNearest } from "./unmatched-patterns";

/** Which projects are imported, and how. */
export interface ProjectOptions extends ReadingOptions, CodeForm {
  readonly project: readonly string[];
  readonly exclude: readonly string[];
  readonly includeDefault?: boolean;
  readonly exclusive?: boolean;
  readonly rules?: boolean;
  readonly imports: boolean;
  readonly skipDurations?: boolean;
  readonly with?: readonly ImportedKind[];
}

const WITH = "--with";

/** Reads the selected projects, to import them as they are. */
export async function readProjects(options: ProjectOptions): Promise<ImportSource> {
  const { project, exclude, includeDefault = false, skipDurations = false, exclusive = false, rules = false } = options;
  const { with: kinds = [] } = options;
  const { organization, projects, warnings } = await reading(options, async (view, listener) => {
    const selection = { projects: project, exclude, includeDefault, skipDurations, exclusive, rules };
    const selected = await readSelectedProjects(view, selection, listener);
    checkSelection(selected);
    const assignments = await readAssigned(view, kinds, selected.projects, WITH);
    return { ...selected, organization: { ...selected.organization, assignments } };
  });
  for (const warning of warnings) printErr(sanitize(`Warning: ${warning}`));
  const { hcl = false, imports } = options;
  const framework = frameworkOf(options);
  return {
    organization: organization.name,
    toCode: ({ constructIds, requirement }) => {
      const imported = describeImport(organization, projects, {
        exclusive,
        rules,
        constructIds,
        includeDefault: "--include-default",
        with: WITH,
        skipped: skipDurations ? "--skip-durations" : undefined,
      });
      return {
        files: hcl ? writeHcl(imported, { imports }) : writeApp(imported, { imports, framework, requirement }),
        content: contentOf(imported, organization, rules),
        left: [
          "Not carried over:",
          ...imported.notCarriedOver.flatMap((item) => wrapText(`  - ${formatNotCarriedOver(item)}`, WIDTH, 4)),
        ],
        steps: (folder) => {
          // The service knows neither placements nor that a membership is exclusive.
          const placed = imported.hasRules ? ["a placement"] : [];
          const updated = exclusive ? ["updates of memberships"] : [];
          const besides = placed.length + updated.length === 0 ? undefined : [...placed, ...updated].join(" and ");
          const written = { organization: organization.name, folder, imports, besides };
          return hcl ? hclSteps(written) : appSteps(written, framework, process.versions.node);
        },
      };
    },
  };
}

/** @throws UserError when no project is selected, or a pattern matches none. */
function checkSelection({ organization, projects, unmatched }: SelectedProjects): void {
  const existing = organization.projects.map((project) => project.name);
  const names = formatList(existing);
  if (unmatched.length > 0) {
    const missing = unmatched.map((pattern) => quoteWithNearest(pattern, existing));
    throw new UserError(
      `Organization ${organization.name} has no project ${missing.join(", ")}, or the token cannot read it.`,
      `Its projects are: ${names}.`,
    );
  }
  if (projects.length === 0) {
    throw new UserError(
      `No project of organization ${organization.name} is selected. Its projects are: ${names}.`,
      "To import the default project too, add --include-default.",
    );
  }
}

/**
 * The content of the code: `2 projects and 30 workspaces of acme, 25 of them by rules, with 4 assignments`.
 *
 * @param rules - Whether rules were looked for.
 */
function contentOf(
  { projects, workspacesByRule, kinds }: ImportedOrganization,
  { name, workspaces }: ActualOrganization,
  rules: boolean,
): string {
  const ids = new Set(projects.map(({ id }) => id));
  const managed = workspaces.filter(({ projectId }) => ids.has(projectId)).length;
  const byRule = workspacesByRule === 0 ? "none" : workspacesByRule;
  const ruled = rules ? `, ${byRule} of them by rules` : "";
  const assigned = projects.flatMap(({ assignments }) => assignments.map(({ count }) => count));
  const total = assigned.reduce((sum, count) => sum + count, 0);
  const assignments = kinds.length === 0 ? "" : `, with ${pluralize(total, "assignment")}`;
  return (
    `${pluralize(projects.length, "project")} and ${pluralize(managed, "workspace")} of ${name}` + ruled + assignments
  );
}
