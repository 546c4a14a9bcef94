import { attributeOf, RESOURCES, type SettingName } from "../model";
import { formatList } from "../reconcile";
import { asObject } from "../json";
import { hclString } from "../terraform/hcl-string";
import { findProject, NONE, REFACTORING, type CodeEdits } from "./code-edits";
import { append, attributeIn, expressionOf, remove, type ManualEdit } from "./edits";
import type { LiveProjects } from "./live";
import { projectIdOf } from "./members";
import { rewritten } from "./placements";
import { findResource, setsArgument, TFE_PROJECT_SETTINGS, type Resource, type ResourceCode } from "./projects";
import type { StateResource } from "../terraform/state";

/*
 * `hashicorp/tfe` keeps what the code does not set (its arguments are computed, too), and this provider clears it. So
 * what a project has, and its code lacks, becomes an argument.
 */

const PROJECT = RESOURCES.tfprojects_project.type;

/** The settings that `tfe_project_settings` has by the same names. */
const SETTINGS = ["defaultExecutionMode", "defaultAgentPoolId"] as const satisfies readonly SettingName[];

/** Settings that are kept. Tags are left alone where the code sets none. */
const KEPT_SETTINGS = ["description", ...SETTINGS] as const;

type KeptSetting = (typeof KEPT_SETTINGS)[number];

type HclCode = Extract<ResourceCode, { kind: "hcl" }>;

/** The ID of the project whose settings these are. */
export function settingsProjectId({ values }: StateResource): string {
  return String(values["project_id"] ?? values["id"]);
}

/** The settings of a project, in the code and in the state. */
function settingsFor(project: Resource, settings: readonly Resource[]): readonly Resource[] {
  const ids = new Set(project.instances.map(projectIdOf));
  return settings.filter(({ instances }) => instances.some((instance) => ids.has(settingsProjectId(instance))));
}

/**
 * An empty description: the state of `hashicorp/tfe` cannot tell it from none, so it is taken over as none, and an
 * empty text in the code would be an update that changes nothing.
 */
export function clearEmptyDescription({ folder, name, instances }: Resource): CodeEdits {
  const code = folder === undefined ? undefined : findProject(folder, name);
  const attribute = code?.kind === "hcl" ? attributeIn(code.block, "description") : undefined;
  if (code?.kind !== "hcl" || attribute === undefined) return NONE;
  const text = expressionOf(code.file, attribute);
  const shown = `description of ${PROJECT}.${name}`;
  if (text === '""') {
    const change = { what: `remove ${shown}`, why: "an empty one is none" };
    return { edits: [remove(code.file, attribute, change)], manual: [] };
  }
  if (text.startsWith('"') || !instances.some(({ values }) => values["description"] === "")) return NONE;
  const what = `Let ${shown} be null instead of "" where it is empty: the plan shows an update otherwise.`;
  return { edits: [], manual: [{ where: code.file.path, what, otherwise: "changes" }] };
}

/** Moves the arguments of `tfe_project_settings` into the project, and removes the resource from the code. */
export function takeOverSettings(settings: Resource, projects: readonly Resource[]): CodeEdits {
  const { folder } = settings;
  const code = folder === undefined ? undefined : findResource(folder, TFE_PROJECT_SETTINGS, settings.name);
  if (folder === undefined || code === undefined) return NONE;
  const address = `${TFE_PROJECT_SETTINGS}.${settings.name}`;
  const names = SETTINGS.map((name) => attributeOf(name));
  const project = projects.find((it) => settingsFor(it, [settings]).length > 0);
  const target = project?.folder === folder ? findProject(folder, project.name) : undefined;
  if (code.kind === "json" || project === undefined || target?.kind !== "hcl") {
    const what = `Move ${formatList(names)} of ${address} into its project, and remove the resource.`;
    return { edits: [], manual: [{ where: code.file.path, what, otherwise: "fails" }] };
  }
  const { file, block } = code;
  const renamed = new Set(projects.filter((it) => it.folder === folder).map((it) => it.name));
  const own = names.flatMap((name) => {
    const attribute = attributeIn(block, name);
    if (attribute === undefined || attributeIn(target.block, name) !== undefined) return [];
    const piece = { file, start: attribute.valueStart, end: attribute.end };
    return [{ name, text: rewritten(piece, (it) => renamed.has(it)) }];
  });
  const shown = `${PROJECT}.${project.name}`;
  // One without the other would be invalid.
  const isCopied = hasSameRepetition(code, target) || !own.some(({ text }) => /\b(each|count)\.|\bself\./.test(text));
  const removed = remove(file, block, {
    what: `remove ${address}`,
    why: `its settings are those of ${shown}`,
    movedTo: target.file.path,
  });
  const references = folder.files.flatMap((it) => {
    const skipped = it.blocks.filter((other) => REFACTORING.has(other.type) || other === block);
    return it.references
      .filter(({ root, next }) => root === TFE_PROJECT_SETTINGS && next === settings.name)
      .filter(({ start }) => !skipped.some((other) => other.start < start && start < other.end))
      .map((): ManualEdit => ({
        where: it.path,
        what: `Remove the reference to ${address}, which leaves the code.`,
        otherwise: "fails",
      }));
  });
  if (!isCopied) {
    const manual = own.map(({ name, text }): ManualEdit => ({
      where: target.file.path,
      what: `Set ${name} of ${shown}: ${address} had ${text.replace(/\s+/g, " ")}.`,
      otherwise: "changes",
    }));
    return { edits: [removed], manual: [...manual, ...references] };
  }
  const lines = own.map(({ name, text }) => `${name} = ${text}`);
  const what = `set ${formatList(own.map(({ name }) => name))} of ${shown}`;
  return {
    edits: [removed, ...(lines.length === 0 ? [] : [append(target.file, target.block, lines, { what })])],
    manual: references,
  };
}

function hasSameRepetition(one: HclCode, other: HclCode): boolean {
  const textOf = ({ file, block }: HclCode, name: string): string | undefined => {
    const attribute = attributeIn(block, name);
    return attribute === undefined ? undefined : expressionOf(file, attribute);
  };
  return ["count", "for_each"].every((name) => textOf(one, name) === textOf(other, name));
}

/** What projects have, and their code lacks after all other edits, becomes an argument. */
export function keepSettings(
  project: Resource,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): CodeEdits {
  const { folder, instances, name: projectName } = project;
  const code = folder === undefined ? undefined : findProject(folder, projectName);
  if (folder === undefined || code === undefined) return NONE;
  const address = `${PROJECT}.${projectName}`;
  const taken = settingsFor(project, settings).flatMap((it) => {
    const found = it.folder === undefined ? undefined : findResource(it.folder, TFE_PROJECT_SETTINGS, it.name);
    return found === undefined ? [] : [found];
  });
  const lacking = KEPT_SETTINGS.filter((name) => ![code, ...taken].some((it) => setsArgument(it, attributeOf(name))));
  const found = lacking.map((name) => {
    const values = instances.map((instance) => keptValue(instance, name, live, settings));
    return { name: attributeOf(name), values, isSame: new Set(values).size === 1 };
  });
  const set = found.flatMap(({ name, values: [value], isSame }) =>
    isSame && value !== undefined ? [{ name, value }] : [],
  );
  const manual = instances.flatMap((instance, index): readonly ManualEdit[] => {
    const own = found.flatMap(({ name, values, isSame }) => {
      const value = values[index];
      return value === undefined || (isSame && code.kind === "hcl") ? [] : [{ name, value }];
    });
    if (own.length === 0) return [];
    const shown = own.map(({ name, value }) => `${name} = ${hclString(value)}`);
    return [
      {
        where: code.file.path,
        what: `Set ${formatList(shown)} for ${instance.address}: ${WHY(own.length)}.`,
        otherwise: "changes",
      },
    ];
  });
  if (set.length === 0 || code.kind !== "hcl") return { edits: [], manual };
  const lines = set.map(({ name, value }) => `${name} = ${hclString(value)}`);
  const change = { what: `set ${formatList(set.map(({ name }) => name))} of ${address}`, why: WHY(set.length) };
  return { edits: [append(code.file, code.block, lines, change)], manual };
}

const WHY = (count: number): string => `the project has ${count === 1 ? "it" : "them"}, and the code does not`;

/** What a project has, in the organization if it was read, or else in the state. */
function keptValue(
  instance: StateResource,
  name: KeptSetting,
  live: LiveProjects | undefined,
  settings: readonly Resource[],
): string | undefined {
  const id = projectIdOf(instance);
  const actual = live?.projects.get(id)?.[name];
  const value = actual === undefined ? recordedValue(instance, name, settings) : actual;
  return typeof value === "string" && value !== "" ? value : undefined;
}

function recordedValue(instance: StateResource, name: KeptSetting, settings: readonly Resource[]): unknown {
  const attribute = attributeOf(name);
  if (name === "description") return instance.values[attribute];
  const own = settings
    .flatMap(({ instances }) => instances)
    .find((it) => settingsProjectId(it) === projectIdOf(instance))?.values;
  // The state also has what the project inherits from its organization.
  return asObject(own?.["overwrites"])[attribute] === false ? undefined : own?.[attribute];
}

/** The settings in the code that the project no longer has since the last refresh: the plan changes them back. */
export function changedSince(project: Resource, live: LiveProjects, settings: readonly Resource[]): readonly Changed[] {
  const { folder, name } = project;
  const code = folder === undefined ? undefined : findProject(folder, name);
  if (code === undefined) return [];
  return project.instances.flatMap((instance): readonly Changed[] => {
    const actual = live.projects.get(projectIdOf(instance));
    if (actual === undefined) return [];
    const own = settings
      .flatMap((it) => it.instances.map((found) => ({ folder: it.folder, name: it.name, found })))
      .filter(({ found }) => settingsProjectId(found) === projectIdOf(instance));
    const changed = COMPARED.filter((setting) => {
      const attribute = attributeOf(setting);
      const recorded = own.find((it) => {
        const block = it.folder === undefined ? undefined : findResource(it.folder, TFE_PROJECT_SETTINGS, it.name);
        return block !== undefined && setsArgument(block, attribute);
      });
      const values = recorded?.found.values ?? (setsArgument(code, attribute) ? instance.values : undefined);
      if (values === undefined || !(attribute in values) || actual[setting] === undefined) return false;
      // The state of `hashicorp/tfe` has an empty text for none.
      return orNone(values[attribute]) !== orNone(actual[setting]);
    });
    return changed.length === 0
      ? []
      : [{ address: instance.address, attributes: changed.map((it) => attributeOf(it)) }];
  });
}

function orNone(value: unknown): unknown {
  return value === "" ? null : value;
}

const COMPARED = [
  "name",
  "description",
  "autoDestroyActivityDuration",
  ...SETTINGS,
] as const satisfies readonly SettingName[];

/** A project that something else has changed. */
export interface Changed {
  readonly address: string;
  readonly attributes: readonly string[];
}
