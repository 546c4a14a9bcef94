import { attributeOf, type SettingName } from "../model";
import { formatList } from "../reconcile";
import { formatBlock } from "../terraform/hcl-format";
import { hclString } from "../terraform/hcl-string";
import { innerBlock, pieceIn, setsArgument, textOf } from "./code";
import { append, remove, replace, type Edit } from "./edits";
import { argumentIn, type Folded, type SettingsOfProjects } from "./fold";
import type { LiveProjects } from "./live";
import { importAt, removeImport } from "./mention-edits";
import type { Mention } from "./mentions";
import { PROJECT, TFE_PROJECT_SETTINGS, type ProjectResource, type Resource } from "./resources";
import { ignoresChanges, KEPT_SETTINGS, keptValue, SETTINGS } from "./settings";

/*
 * `hashicorp/tfe` keeps settings that the code does not set (its arguments are also computed); this provider clears
 * them. So settings that a project has, and its code lacks, become arguments, or their changes are ignored where one
 * value cannot say what all instances have.
 */

/** Removes a `tfe_project_settings` whose arguments become those of its project, and what imports it. */
export function removeSettings({ settings, block, project }: Folded, mentions: readonly Mention[]): readonly Edit[] {
  const address = `${TFE_PROJECT_SETTINGS}.${settings.name}`;
  const why = `its settings are those of ${PROJECT}.${project.name}`;
  const imports = mentions.flatMap((it) => importAt(it) ?? []);
  return [
    remove(block.file, block.hcl, { what: `remove ${address}`, why }),
    ...imports.map((it) => removeImport(it, address, why)),
  ];
}

interface Context {
  readonly live: LiveProjects | undefined;
  /** All `tfe_project_settings` of the state. */
  readonly inState: readonly Resource[];
  readonly settings: SettingsOfProjects;
}

/** Adds to a project what it has, and what its code lacks after all other edits. */
export function setSettings(project: ProjectResource, { live, inState, settings }: Context): readonly Edit[] {
  const { block, instances } = project;
  const folded = settings.folded.filter((it) => it.project === project).flatMap(({ lines }) => lines);
  const foldedNames = folded.map(argumentIn);
  const isStaying = settings.staying.some(({ projects }) => projects.includes(project));
  const kept = KEPT_SETTINGS.map((name) => ({ name, attribute: attributeOf(name) }))
    .filter(({ attribute }) => {
      return !foldedNames.includes(attribute) && !setsArgument(block, attribute) && !ignoresChanges(block, attribute);
    })
    .map((it) => ({ ...it, values: instances.map((instance) => keptValue(instance, it.name, live, inState)) }));
  const isOfSettings = ({ name }: { readonly name: SettingName }): boolean => SETTINGS.includes(name);
  const isOpen = (it: (typeof kept)[number]): boolean =>
    (isStaying && isOfSettings(it)) || it.values.some((value) => value !== it.values[0]);
  // A mode without its agent pool would be invalid.
  const isModeOpen = kept.some((it) => isOfSettings(it) && isOpen(it));
  const ignored = kept.filter((it) => isOpen(it) || (isModeOpen && isOfSettings(it)));
  const set = kept.filter((it) => !ignored.includes(it) && it.values[0] !== undefined);
  const setNames = set.map(({ attribute }) => attribute);
  const ofProject = `of ${PROJECT}.${project.name}`;
  return added(
    project,
    [
      { lines: folded, what: `set ${formatList(foldedNames)} ${ofProject}` },
      {
        lines: set.map(({ attribute, values: [value = ""] }) => `${attribute} = ${hclString(value)}`),
        what: `set ${formatList(setNames)} ${ofProject}`,
        why: `the project has ${set.length === 1 ? "it" : "them"}, and the code does not`,
      },
    ],
    ignored.map(({ attribute }) => attribute),
  );
}

/** What the block of a project gets. */
interface Addition {
  readonly lines: readonly string[];
  readonly what: string;
  readonly why?: string;
}

function added(
  { block, name }: ProjectResource,
  additions: readonly Addition[],
  ignored: readonly string[],
): readonly Edit[] {
  const ignore = {
    what: `ignore changes of ${formatList(ignored)} of ${PROJECT}.${name}`,
    why: "hashicorp/tfe keeps them",
  };
  const argument = `ignore_changes = [${ignored.join(", ")}]`;
  const lifecycle = innerBlock(block, "lifecycle");
  const list = lifecycle && pieceIn(lifecycle, "ignore_changes");
  const isNew = ignored.length > 0 && lifecycle === undefined;
  const own = isNew ? [{ ...ignore, lines: ["", ...formatBlock("lifecycle", [argument])] }] : [];
  // One edit, since the block may be in one line.
  const all = [...additions, ...own].filter(({ lines }) => lines.length > 0);
  const why = all.flatMap((it) => it.why ?? []).join(", ");
  const edit = { what: all.map(({ what }) => what).join(", "), why: why === "" ? undefined : why };
  const lines = all.flatMap((it) => it.lines);
  const edits = lines.length === 0 ? [] : [append(block.file, block.hcl, lines, edit)];
  if (ignored.length === 0 || lifecycle === undefined) return edits;
  if (list === undefined) return [...edits, append(lifecycle.file, lifecycle.hcl, [argument], ignore)];
  return [...edits, replace(list.file, list, textOf(list).replace("[", `[${ignored.join(", ")}, `), ignore)];
}
