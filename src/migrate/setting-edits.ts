import { attributeOf, type SettingName } from "../model";
import { formatList } from "../reconcile";
import { formatBlock } from "../terraform/hcl-format";
import { hclString } from "../terraform/hcl-string";
import type { StateResource } from "../terraform/state";
import { innerBlock, pieceIn, setsArgument, textOf } from "./code";
import { append, remove, replace, type Change } from "./edits";
import { ownLifecycle, type Folded, type SettingsOfProjects } from "./fold";
import type { LiveProjects } from "./live";
import { importAt, removeImport } from "./mention-edits";
import type { Mention } from "./mentions";
import {
  PROJECT,
  projectAddress,
  projectIdOf,
  TFE_PROJECT_SETTINGS,
  type ProjectResource,
  type Resource,
} from "./resources";
import { ignoresChanges, KEPT_SETTINGS, keptValue, SETTINGS } from "./settings";

/*
 * `hashicorp/tfe` keeps settings that the code does not set (its arguments are also computed); this provider clears
 * them. So settings that a project has, and its code lacks, become arguments, or their changes are ignored where one
 * value cannot say what all instances have.
 */

/** Removes a `tfe_project_settings` whose arguments become those of its project, and what imports it. */
export function removeSettings({ settings, code, project }: Folded, mentions: readonly Mention[]): readonly Change[] {
  const address = `${TFE_PROJECT_SETTINGS}.${settings.name}`;
  const why = `its settings are those of ${PROJECT}.${project.name}`;
  const lifecycle = ownLifecycle(project.code);
  const own = mentions.filter(({ name, module }) => name === settings.name && module === settings.folder);
  return [
    remove(code.file, code.block, { what: `remove ${address}`, why, movedTo: project.code.file.path }),
    ...own.flatMap((it) => importAt(it) ?? []).map((it) => removeImport(it, address, why)),
    ...(lifecycle === undefined
      ? []
      : [
          remove(lifecycle.file, lifecycle.block, {
            what: `no longer ignore changes of ${PROJECT}.${project.name}`,
            why,
          }),
        ]),
  ];
}

/** What the block of a project gets. */
interface Addition {
  readonly lines: readonly string[];
  readonly what: string;
  readonly why?: string;
}

interface Context {
  readonly live: LiveProjects | undefined;
  /** All `tfe_project_settings` of the state. */
  readonly inState: readonly Resource[];
  readonly settings: SettingsOfProjects;
}

/** Adds to a project what it has, and what its code lacks after all other edits. */
export function setSettings(project: ProjectResource, { live, inState, settings }: Context): readonly Change[] {
  const { code, instances } = project;
  const folded = settings.folded.filter((it) => it.project === project).flatMap(({ lines }) => lines);
  const isLifted = folded.length > 0 && ownLifecycle(code) !== undefined;
  const isStaying = settings.staying.some(({ projects }) => projects.includes(project));
  const lacking = KEPT_SETTINGS.filter((name) => {
    const attribute = attributeOf(name);
    const isFolded = folded.some((line) => line.startsWith(`${attribute} `));
    return !isFolded && !setsArgument(code, attribute) && (isLifted || !ignoresChanges(code, attribute));
  });
  const kept = lacking.map((name) => {
    const values = instances.map((it) => keptValue(it, name, live, inState));
    return { name, attribute: attributeOf(name), values, isOne: values.every((value) => value === values[0]) };
  });
  const isElsewhere = (name: SettingName): boolean => isStaying && SETTINGS.includes(name);
  const differing = kept.filter(({ name, isOne }) => isElsewhere(name) || !isOne);
  // A mode without its agent pool would be invalid.
  const isAnyIgnored = differing.some(({ name }) => SETTINGS.includes(name));
  const ignored = kept.filter((it) => differing.includes(it) || (isAnyIgnored && SETTINGS.includes(it.name)));
  const set = kept.filter((it) => !ignored.includes(it) && it.values[0] !== undefined);
  const names = (its: readonly { readonly attribute: string }[]): string => formatList(its.map((it) => it.attribute));
  const foldedNames = folded.map((line) => line.replace(/ .*/s, ""));
  const additions: readonly Addition[] = [
    ...(folded.length === 0
      ? []
      : [{ lines: folded, what: `set ${formatList(foldedNames)} of ${PROJECT}.${project.name}` }]),
    ...(set.length === 0
      ? []
      : [
          {
            lines: set.map(({ attribute, values: [value = ""] }) => `${attribute} = ${hclString(value)}`),
            what: `set ${names(set)} of ${PROJECT}.${project.name}`,
            why: whyOf(set.length),
          },
        ]),
    ...keepDefaultProject(project, live),
  ];
  return [
    ...added(
      project,
      additions,
      ignored.map(({ attribute }) => attribute),
    ),
    ...ignored
      .filter(({ name }) => !isElsewhere(name))
      .flatMap(({ attribute, values }) => valuesByHand(project, attribute, values)),
    ...defaultByHand(project, live),
  ];
}

/** One edit, since a block may be in one line. */
function added(
  { code, name }: ProjectResource,
  additions: readonly Addition[],
  ignored: readonly string[],
): readonly Change[] {
  const address = `${PROJECT}.${name}`;
  if (code.kind === "json") {
    const lines = [...additions.flatMap((it) => it.lines), ...(ignored.length === 0 ? [] : ignoring(ignored))];
    return lines.length === 0 ? [] : [{ where: code.file.path, what: `Add to ${address}, as JSON:`, lines }];
  }
  const lifecycle = ignored.length === 0 ? undefined : innerBlock(code, "lifecycle");
  const list = lifecycle && pieceIn(lifecycle, "ignore_changes");
  const ignore = { what: `ignore changes of ${formatList(ignored)} of ${address}`, why: "hashicorp/tfe keeps them" };
  const own = ignored.length === 0 || lifecycle !== undefined ? [] : [{ ...ignore, lines: ["", ...ignoring(ignored)] }];
  const all = [...additions, ...own];
  const whys = all.flatMap(({ why }) => why ?? []);
  const edit = { what: all.map(({ what }) => what).join(", "), why: whys.length === 0 ? undefined : whys.join(", ") };
  return [
    ...(all.length === 0
      ? []
      : [
          append(
            code.file,
            code.block,
            all.flatMap(({ lines }) => lines),
            edit,
          ),
        ]),
    ...(lifecycle === undefined || list !== undefined
      ? []
      : [append(lifecycle.file, lifecycle.block, [`ignore_changes = [${ignored.join(", ")}]`], ignore)]),
    ...(list === undefined
      ? []
      : [replace(list.file, list, textOf(list).replace("[", `[${ignored.join(", ")}, `), ignore)]),
  ];
}

function ignoring(attributes: readonly string[]): readonly string[] {
  return formatBlock("lifecycle", [`ignore_changes = [${attributes.join(", ")}]`]);
}

/** The values that a person may set for single instances. */
function valuesByHand(
  { instances, code }: ProjectResource,
  attribute: string,
  values: readonly (string | undefined)[],
): readonly Change[] {
  return instances.flatMap((instance, index): readonly Change[] => {
    const value = values[index];
    if (value === undefined) return [];
    const argument = `${attribute} of ${projectAddress(instance)}`;
    const what = `To manage ${argument}, set it to ${hclString(value)}, and do not ignore its changes.`;
    return [{ where: code.file.path, what }];
  });
}

/** Whether it is the default project of its organization, if that was read. */
export function isDefault(project: StateResource, live: LiveProjects | undefined): boolean {
  return live?.defaultIds.has(projectIdOf(project)) === true;
}

const WHY_RETAINED = "the default project cannot be deleted";

/** Lets the default project be, which cannot be deleted, when its resource leaves the code. */
function keepDefaultProject(project: ProjectResource, live: LiveProjects | undefined): readonly Addition[] {
  const { name, code, instances } = project;
  if (!instances.every((it) => isDefault(it, live)) || setsArgument(code, "deletion_policy")) return [];
  const what = `set deletion_policy of ${PROJECT}.${name}`;
  return [{ lines: ['deletion_policy = "retain"'], what, why: WHY_RETAINED }];
}

function defaultByHand({ code, instances }: ProjectResource, live: LiveProjects | undefined): readonly Change[] {
  const found = instances.find((it) => isDefault(it, live));
  if (found === undefined || instances.length === 1 || setsArgument(code, "deletion_policy")) return [];
  const what = `Set deletion_policy = "retain" for ${projectAddress(found)}: ${WHY_RETAINED}.`;
  return [{ where: code.file.path, what }];
}

function whyOf(count: number): string {
  return `the project has ${count === 1 ? "it" : "them"}, and the code does not`;
}
