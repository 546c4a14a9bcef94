import type { Notify } from "../engine/host";
import { wrapText } from "../engine/report/wrap";
import { writeGroups } from "../import/app";
import { readDefaultProject, type DefaultProject } from "../import/grouping/default-project";
import { describeGroups, unroutedTexts } from "../import/grouping/grouped-organization";
import { Grouper, type Grouping } from "../import/grouping/grouping";
import { layoutOf, type Layout } from "../import/grouping/layout";
import { formOf, suggestionsAsJson, suggestionsFor, type Suggestions } from "../import/grouping/suggestions";
import { suggestionsAsPage } from "../import/grouping/suggestions-page";
import { suggestionsAsText } from "../import/grouping/suggestions-text";
import { readTeamAccess, workspacesInGroups, type TeamAccess } from "../import/grouping/team-access";
import { wayText, type Way } from "../import/grouping/ways";
import { lacksTags, tagsNotShown } from "../import/select-projects";
import { firstTexts, MAX_LISTED, MAX_RULES, nearestName } from "../model";
import { formatList, pluralize, quote, type OrganizationView } from "../reconcile";
import { sanitize } from "../sanitize";
import { shellWord } from "../shell-quote";
import { UserError } from "../user-error";
import { frameworkOf, reading, WIDTH, type CodeForm, type ImportSource, type ReadingOptions } from "./import-source";
import { groupsAppSteps, groupsHclSteps } from "./import-steps";
import { asInvoked } from "./next-step";
import { printText, writeHtml } from "./report";
import { printErr, stdoutColors, terminalWidth } from "./output";

/** How suggestions are shown. */
interface SuggestOptions extends ReadingOptions {
  readonly json?: boolean;
  readonly html?: string;
  /** Whether to read what teams may on the workspaces of groups. */
  readonly withAccess?: boolean;
}

/** Shows ways to group the workspaces of the default project. */
export async function suggest(options: SuggestOptions): Promise<void> {
  const suggestions = await reading(options, async (view, notify) => {
    const found = await readDefault(view, true, notify);
    if (lacksTags(found.workspaces)) {
      printErr(sanitize(`Warning: ${tagsNotShown(found.organization)}: there are no ways by tag.`));
    }
    const without = suggestionsFor(found);
    return options.withAccess === true ? { ...without, access: await readAccess(view, without, notify) } : without;
  });
  const { html, json } = options;
  // If the page cannot be written, the only document is the error.
  if (html !== undefined) await writeHtml(html, suggestionsAsPage(suggestions, commandOf));
  if (json === true) return printText(suggestionsAsJson(suggestions));
  await printText(
    [
      suggestionsAsText(suggestions, { colors: stdoutColors, width: terminalWidth(), cutNote: CUT }),
      ...nextSteps(suggestions),
    ].join("\n"),
  );
}

/** Says how many requests it takes, before they are sent. */
async function readAccess(view: OrganizationView, { groupings }: Suggestions, notify: Notify): Promise<TeamAccess> {
  const workspaces = workspacesInGroups(groupings);
  if (workspaces.length === 0) return new Map();
  const count = pluralize(workspaces.length, "workspace");
  printErr(`Reading the team access of ${count}: one request for each, and those for the list of teams.`);
  void notify({ kind: "started", work: { kind: "read", organization: view.name, address: view.client.address } });
  return readTeamAccess(view, workspaces);
}

const CUT = "Long lists are cut: --html and --json have everything.";

/** How to write the best way, and the one that adds most to it. */
function nextSteps({ groupings }: Suggestions): readonly string[] {
  const best = groupings.find(({ groups }) => groups.length <= MAX_RULES);
  if (best === undefined) return [];
  const left = new Set(best.left);
  const [further] = groupings
    .filter((it) => it !== best)
    .map((grouping) => ({
      grouping,
      added: grouping.groups.flatMap((group) => group.workspaces.filter((it) => left.has(it))).length,
    }))
    .filter(({ added }) => added > 0)
    .sort((one, other) => other.added - one.added);
  const command = commandOf(best.way);
  const steps = [
    "",
    `To write the code of a way: ${command}`,
    ...(further === undefined
      ? []
      : [
          `With ${pluralize(further.added, "workspace")} that it leaves: ` +
            `${command} ${byOption(further.grouping.way)}`,
        ]),
  ];
  return steps.map((step) => asInvoked(step));
}

/** The command that writes the code of a way. */
function commandOf(way: Way): string {
  return `tfprojects import ${byOption(way)}`;
}

function byOption(way: Way): string {
  return `--by ${shellWord(sanitize(wayText(way)))}`;
}

/** Reads the default project, to move its workspaces into projects. @param ways - Of which the first decides. */
export async function readGroups(
  ways: readonly [Way, ...Way[]],
  options: ReadingOptions & CodeForm,
): Promise<ImportSource> {
  const withTags = ways.some(({ by }) => by === "tag");
  const found = await reading(options, (view, notify) => readDefault(view, withTags, notify));
  const grouper = new Grouper(found.workspaces, found.project.name);
  const [first, ...others] = ways;
  const groupings = [grouper.by(first), ...others.map((way) => grouper.by(way))] as const;
  for (const grouping of groupings) checkGroups(found, grouping, grouper);
  const layout = layoutOf(groupings, found.projects);
  checkRules(layout);
  const grouped = describeGroups(found, layout);
  const framework = frameworkOf(options);
  const moves = { created: layout.created.length, moved: found.workspaces.length - layout.left.length };
  return {
    organization: found.organization,
    toCode: ({ requirement }) => ({
      files: writeGroups(grouped, options.hcl === true ? "hcl" : { framework, requirement }),
      content: contentOf(found, layout, moves.moved),
      left: resultOf(layout).flatMap((text) => wrapText(sanitize(text), WIDTH, 2)),
      steps: (folder) =>
        options.hcl === true ? groupsHclSteps({ folder, ...moves }) : groupsAppSteps({ folder, ...moves }),
    }),
  };
}

async function readDefault(view: OrganizationView, tags: boolean, notify: Notify): Promise<DefaultProject> {
  const found = await readDefaultProject(view, { tags }, notify);
  void notify({ kind: "ended" });
  for (const warning of found.warnings) printErr(sanitize(`Warning: ${warning}`));
  return found;
}

/** @throws UserError when a way has no groups. */
function checkGroups(
  { organization, project, workspaces }: DefaultProject,
  { way, groups }: Grouping,
  grouper: Grouper,
): void {
  if (groups.length > 0) return;
  const where = `the default project of ${organization}, ${project.name}`;
  const others = grouper.all().map((it) => wayText(it.way));
  const [example] = others;
  const nextStep =
    example === undefined
      ? "No way does: see `tfprojects import --suggest`."
      : `Ways with groups: ${firstTexts(others, MAX_LISTED, (it) => it)}. ` +
        `For example: tfprojects import --by ${shellWord(example)}`;
  if (way.by !== "tag") throw new UserError(`${wayText(way)} gives no groups of workspaces in ${where}.`, nextStep);
  if (lacksTags(workspaces)) {
    throw new UserError(`${tagsNotShown(organization)}, so they cannot be grouped by tags.`, nextStep);
  }
  const keys = new Set(workspaces.flatMap(({ tags = [] }) => tags.map(({ key }) => key)));
  if (keys.has(way.key)) throw new UserError(`${wayText(way)} gives no groups of workspaces in ${where}.`, nextStep);
  const nearest = nearestName(way.key, keys);
  const hint = nearest === undefined ? "" : ` Did you mean ${quote(nearest)}?`;
  throw new UserError(`No workspace in ${where}, has a tag ${quote(way.key)}.${hint}`, nextStep);
}

/** @throws UserError when there are too many rules for a placement. */
function checkRules({ rules, taken }: Layout): void {
  if (rules.length <= MAX_RULES) return;
  const ways = taken.map(({ grouping }) => wayText(grouping.way)).join(", ");
  throw new UserError(
    `${ways} gives ${rules.length} groups, and a placement can have at most ${MAX_RULES} rules.`,
    "To see all ways to group the workspaces, run `tfprojects import --suggest`.",
  );
}

/** The content of the code: `14 projects (12 new) for 871 of 900 workspaces of the default project`. */
function contentOf({ workspaces }: DefaultProject, { rules, lists, created }: Layout, moved: number): string {
  const projects = new Set([...rules, ...lists].map(({ project }) => project)).size;
  const all = `${pluralize(workspaces.length, "workspace")} of the default project`;
  return `${pluralize(projects, "project")} (${created.length} new) for ${moved} of ${all}`;
}

/** What each way has decided, if there are several, what rules do not do, and what is left. */
function resultOf(layout: Layout): readonly string[] {
  const { taken, left } = layout;
  const names = left.map(({ name }) => name);
  return [
    ...(taken.length === 1 ? [] : taken.map(takenText)),
    ...unroutedTexts(layout),
    ...(names.length === 0
      ? []
      : [`Left in the default project: ${pluralize(names.length, "workspace")}: ${formatList(names)}`]),
  ];
}

function takenText({ grouping, groups, workspaces }: Layout["taken"][number], index: number): string {
  const way = wayText(grouping.way);
  if (workspaces === 0) return `${way}: nothing, because the ways before it have groups for all of its workspaces`;
  const more = index === 0 ? "" : " more";
  const count = `${workspaces}${more} workspace${workspaces === 1 ? "" : "s"}`;
  return `${way}: ${count} in ${pluralize(groups, "group")}, as ${formOf(grouping)}`;
}
