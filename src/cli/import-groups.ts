import { wrapText } from "../engine/report/wrap";
import { writeGroups } from "../import/app";
import { readDefaultProject, type DefaultProject } from "../import/grouping/default-project";
import { findGroupings, groupWorkspaces, type Grouping } from "../import/grouping/grouping";
import { describeGroups } from "../import/grouping/grouped-organization";
import { suggestionsAsJson, suggestionsAsText } from "../import/grouping/suggestions";
import { wayText, type Way } from "../import/grouping/way";
import { lacksTags, tagsNotShown } from "../import/select-projects";
import { MAX_RULES, nameKey, nearestName } from "../model";
import { formatList, pluralize, quote } from "../reconcile";
import { sanitize } from "../sanitize";
import { shellWord } from "../shell-quote";
import { UserError } from "../user-error";
import { frameworkOf, reading, WIDTH, type CodeForm, type ImportSource, type ReadingOptions } from "./import-source";
import { groupsAppSteps, groupsHclSteps } from "./import-steps";
import { asInvoked } from "./next-step";
import { printText } from "./report";
import { printErr, stdoutColors, terminalWidth } from "./output";

/** Shows ways to group the workspaces of the default project. */
export async function suggest(options: ReadingOptions & { readonly json?: boolean }): Promise<void> {
  const found = await readDefault(options, true);
  const { organization, project, workspaces } = found;
  if (lacksTags(workspaces)) printErr(sanitize(`Warning: ${tagsNotShown(organization)}: there are no ways by tag.`));
  const suggestions = { found, groupings: findGroupings(workspaces, project.name) };
  if (options.json === true) return printText(suggestionsAsJson(suggestions));
  const best = suggestions.groupings.find(({ groups }) => groups.length <= MAX_RULES);
  await printText(
    [
      suggestionsAsText(suggestions, stdoutColors, terminalWidth()),
      ...(best === undefined ? [] : ["", nextStep(best)]),
    ].join("\n"),
  );
}

function nextStep({ way }: Grouping): string {
  return asInvoked(`To write the code of a way: tfprojects import --by ${shellWord(sanitize(wayText(way)))}`);
}

/** Reads the default project, to place its workspaces in projects. */
export async function readGroups(way: Way, options: ReadingOptions & CodeForm): Promise<ImportSource> {
  const found = await readDefault(options, way.by === "tag");
  const grouping = groupWorkspaces(found.workspaces, way, found.project.name);
  checkGroups(found, grouping);
  const grouped = describeGroups(found, grouping);
  const { organization } = found;
  const framework = frameworkOf(options);
  const moves = { created: grouped.projects.length, moved: grouping.covered };
  const left = grouping.left.map(({ name }) => name);
  const summary = `Left in the default project: ${pluralize(left.length, "workspace")}: ${formatList(left)}`;
  return {
    organization,
    toCode: () => ({
      files: writeGroups(grouped, options.hcl === true ? "hcl" : framework),
      content: contentOf(found, grouping, moves.created),
      left: left.length === 0 ? [] : wrapText(summary, WIDTH, 2),
      steps: (folder) =>
        options.hcl === true ? groupsHclSteps({ folder, ...moves }) : groupsAppSteps({ folder, ...moves }),
    }),
  };
}

async function readDefault(options: ReadingOptions, tags: boolean): Promise<DefaultProject> {
  const found = await reading(options, (view, listener) => readDefaultProject(view, { tags }, listener));
  for (const warning of found.warnings) printErr(sanitize(`Warning: ${warning}`));
  return found;
}

/** @throws UserError when there are no groups, or too many for a placement. */
function checkGroups({ organization, project, workspaces }: DefaultProject, { way, groups }: Grouping): void {
  if (groups.length > MAX_RULES) {
    throw new UserError(
      `${wayText(way)} gives ${groups.length} groups, and a placement can have at most ${MAX_RULES} rules.`,
      SUGGEST,
    );
  }
  if (groups.length > 0) return;
  const where = `the default project of ${organization}, ${project.name}`;
  if (way.by === "words") throw new UserError(`${wayText(way)} gives no groups of workspaces in ${where}.`, SUGGEST);
  if (lacksTags(workspaces)) {
    throw new UserError(`${tagsNotShown(organization)}, so they cannot be grouped by tags.`, SUGGEST);
  }
  const keys = new Set(workspaces.flatMap(({ tags = [] }) => tags.map(({ key }) => key)));
  if (keys.has(way.key)) throw new UserError(`${wayText(way)} gives no groups of workspaces in ${where}.`, SUGGEST);
  const nearest = nearestName(way.key, keys);
  const hint = nearest === undefined ? "" : ` Did you mean ${quote(nearest)}?`;
  throw new UserError(`No workspace in ${where}, has a tag ${quote(way.key)}.${hint}`, SUGGEST);
}

const SUGGEST = "To see all ways to group the workspaces, run `tfprojects import --suggest`.";

/** The content of the code: `14 projects (12 new) for 871 of 900 workspaces of the default project`. */
function contentOf({ workspaces }: DefaultProject, { groups, covered }: Grouping, created: number): string {
  const projects = new Set(groups.map(({ project }) => nameKey(project))).size;
  const all = `${pluralize(workspaces.length, "workspace")} of the default project`;
  return `${pluralize(projects, "project")} (${created} new) for ${covered} of ${all}`;
}
