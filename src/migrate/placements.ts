import { RESOURCES, setsProject, TFE_PROJECT, TFE_WORKSPACE } from "../model";
import { asObject } from "../json";
import type { ConfigurationFile, ModuleFolder } from "./configuration";
import { attributeIn, codeOf, itemsOf, withoutComments } from "./edits";
import type { HclAttribute, HclBlock } from "../terraform/hcl-scanner";
import type { ResourceCode } from "./projects";

/*
 * Where code puts workspaces, as far as it can be read without evaluating it: `project_id` of a `tfe_workspace`, or the
 * argument of a module that hands it on.
 */

/** What an expression for the ID of a project says. */
export type Placement =
  /** `tfe_project.platform.id`, or `tfe_project.team["red"].id` with the key. */
  | { readonly kind: "project"; readonly project: string; readonly key?: string | number | undefined }
  /** `tfe_project.team[each.value.team].id`: each instance its own; `own` for the key of the instance itself. */
  | { readonly kind: "by-key"; readonly project: string; readonly key: Piece | "own" }
  /** `var.project_id`: the caller decides. */
  | { readonly kind: "variable"; readonly name: string }
  /** The same for all instances; only the state knows which. If it is conditional, the only project that it names. */
  | { readonly kind: "constant"; readonly project?: string | undefined; readonly text: string }
  /** Another one for each instance, in a way that is not known; `text` is the expression. */
  | { readonly kind: "unknown"; readonly text: string };

/** A part of a file. */
export interface Piece {
  readonly file: ConfigurationFile;
  readonly start: number;
  readonly end: number;
}

/** How often the code has a resource or a call. */
export type Repetition =
  | { readonly kind: "none" }
  | { readonly kind: "count" | "for_each"; readonly of: Piece | undefined };

/** Something in a module that puts workspaces into a project. */
export interface Source {
  /** `tfe_workspace.api`, or `module.app`. */
  readonly address: string;
  readonly placement: Placement;
  readonly repetition: Repetition;
  /** Whether nothing that the code says decides where present instances are: it does not set it, or ignores changes. */
  readonly isReleased: boolean;
  /** For a call, the module and its variable for the project. */
  readonly call?: { readonly name: string; readonly folder: ModuleFolder; readonly variable: string } | undefined;
}

const PROJECT_TYPE = `(?:${TFE_PROJECT}|${RESOURCES.tfprojects_project.type})`;
const NAME = "([\\p{ID_Start}_][\\p{ID_Continue}-]*)";
const WHOLE = new RegExp(`^${PROJECT_TYPE}\\.${NAME}\\.id$`, "u");
const INDEXED = new RegExp(`^${PROJECT_TYPE}\\.${NAME}\\[([^]*)\\]\\.id$`, "u");
const EVERY = new RegExp(`^${PROJECT_TYPE}\\.${NAME}$`, "u");
const VARIABLE = new RegExp(`^var\\.${NAME}$`, "u");
const LITERAL_KEY = /^(?:"((?:[^"\\$%])*)"|(\d+))$/;

/** The sources of a module: its workspaces, and its calls of local modules with workspaces. */
export function sourcesOf(folder: ModuleFolder, folders: ReadonlyMap<string, ModuleFolder>): readonly Source[] {
  return [...workspaceSources(folder), ...callSources(folder, folders)];
}

/** Variables of a module that decide on the project of workspaces in it. */
function variablesOf(folder: ModuleFolder, folders: ReadonlyMap<string, ModuleFolder>): readonly string[] {
  const names = sourcesOf(folder, folders).flatMap(({ placement }) =>
    placement.kind === "variable" ? [placement.name] : [],
  );
  return [...new Set(names)];
}

function workspaceSources(folder: ModuleFolder): readonly Source[] {
  const inHcl = folder.files.flatMap((file) =>
    file.blocks
      .filter(({ type, labels }) => type === "resource" && labels[0]?.text === TFE_WORKSPACE)
      .map((block): Source => ({
        address: `${TFE_WORKSPACE}.${block.labels[1]?.text ?? ""}`,
        placement: placementOf(file, block, attributeIn(block, "project_id")),
        repetition: repetitionOf(file, block),
        isReleased: attributeIn(block, "project_id") === undefined || ignoresProject(file, block),
      })),
  );
  const inJson = folder.jsonFiles.flatMap(({ content }) =>
    Object.entries(asObject(asObject(content["resource"])[TFE_WORKSPACE])).map(([name, value]): Source => {
      const body = asObject(Array.isArray(value) ? value[0] : value);
      return {
        address: `${TFE_WORKSPACE}.${name}`,
        placement: placementInJson(body["project_id"]),
        repetition: repetitionInJson(body),
        isReleased: !setsProject(body),
      };
    }),
  );
  return [...inHcl, ...inJson];
}

function callSources(folder: ModuleFolder, folders: ReadonlyMap<string, ModuleFolder>): readonly Source[] {
  return [...folder.calls].flatMap(([name, { folder: path, block: found }]) => {
    const called = path === undefined ? undefined : folders.get(path);
    if (called === undefined || found === undefined) return [];
    const { file, block } = found;
    return variablesOf(called, folders).flatMap((variable): readonly Source[] => {
      const argument = attributeIn(block, variable);
      if (argument === undefined) return [];
      return [
        {
          address: `module.${name}`,
          placement: placementOf(file, block, argument),
          repetition: repetitionOf(file, block),
          isReleased: false,
          call: { name, folder: called, variable },
        },
      ];
    });
  });
}

/** The repetition of a resource or of a call. */
function repetitionOf(file: ConfigurationFile, block: HclBlock): Repetition {
  for (const kind of ["count", "for_each"] as const) {
    const attribute = attributeIn(block, kind);
    if (attribute !== undefined) return { kind, of: { file, start: attribute.valueStart, end: attribute.end } };
  }
  return { kind: "none" };
}

/** The repetition of a resource in HCL or JSON. */
export function repetitionIn(code: ResourceCode): Repetition {
  return code.kind === "hcl" ? repetitionOf(code.file, code.block) : repetitionInJson(code.body);
}

function repetitionInJson(body: Readonly<Record<string, unknown>>): Repetition {
  for (const kind of ["count", "for_each"] as const) if (body[kind] !== undefined) return { kind, of: undefined };
  return { kind: "none" };
}

function placementOf(file: ConfigurationFile, block: HclBlock, attribute: HclAttribute | undefined): Placement {
  if (attribute === undefined) return { kind: "constant", text: "" };
  const text = codeOf(file, attribute).trim();
  const placed = placementIn(text);
  if (placed !== undefined) return placed;
  if (dependsOnInstance(text)) {
    const repetition = repetitionOf(file, block);
    const over =
      repetition.kind === "for_each" && repetition.of !== undefined ? projectRepeatedOver(repetition.of) : undefined;
    // `for_each = tfe_project.team` has the keys of the projects.
    if (over !== undefined && text === "each.value.id") return { kind: "by-key", project: over, key: "own" };
    const [, project, key] = INDEXED.exec(text) ?? [];
    if (project === undefined || key === undefined || !isBalanced(key)) return { kind: "unknown", text };
    if (/^(each\.key|count\.index)$/.test(key.trim())) return { kind: "by-key", project, key: "own" };
    const start = attribute.valueStart + text.indexOf("[") + 1;
    return { kind: "by-key", project, key: { file, start, end: start + key.length } };
  }
  const named = file.references.filter(
    ({ root, start }) =>
      (root === TFE_PROJECT || root === RESOURCES.tfprojects_project.type) &&
      start >= attribute.valueStart &&
      start < attribute.end,
  );
  const names = new Set(named.map(({ next }) => next));
  const [only] = names.size === 1 ? names : [];
  return { kind: "constant", project: only, text };
}

/** @param value - An argument in JSON: a template. */
function placementInJson(value: unknown): Placement {
  const text = typeof value === "string" ? value : "";
  const expression = /^\$\{([^]*)\}$/.exec(text)?.[1]?.trim() ?? "";
  return placementIn(expression) ?? { kind: dependsOnInstance(text) ? "unknown" : "constant", text: expression };
}

/** What can be read from the text alone. */
function placementIn(text: string): Placement | undefined {
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return { kind: "project", project: whole };
  const variable = VARIABLE.exec(text)?.[1];
  if (variable !== undefined) return { kind: "variable", name: variable };
  const [, project, index = ""] = INDEXED.exec(text) ?? [];
  const [, key, number] = LITERAL_KEY.exec(index) ?? [];
  if (project === undefined || (key === undefined && number === undefined)) return undefined;
  return { kind: "project", project, key: key ?? Number(number) };
}

/** The project over whose instances something repeats: `team` of `tfe_project.team`. */
export function projectRepeatedOver(over: Piece): string | undefined {
  return EVERY.exec(textOf(over))?.[1];
}

/** Whether it differs between the instances of a resource. */
function dependsOnInstance(text: string): boolean {
  return /\b(each|count)\.|\bself\./.test(text);
}

/** Whether the brackets of a text close one another: that of an index is not that of a later one. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[") depth += 1;
    if (character === "]" && (depth -= 1) < 0) return false;
  }
  return depth === 0;
}

/** The text of a part, without comments and spaces around it. */
export function textOf({ file, start, end }: Piece): string {
  return withoutComments(file, { start, end }).trim();
}

/** Whether changes of `project_id` are ignored, or those of all arguments. */
export function ignoresProject(file: ConfigurationFile, block: HclBlock): boolean {
  const lifecycle = block.blocks.find(({ type }) => type === "lifecycle");
  const ignored = lifecycle === undefined ? undefined : attributeIn(lifecycle, "ignore_changes");
  return ignored !== undefined && itemsOf(file, ignored).some((item) => IGNORING.has(item));
}

/** Items of `ignore_changes` that include the project; as texts, as they were written up to Terraform 0.11. */
const IGNORING: ReadonlySet<string> = new Set(["project_id", '"project_id"', "all", '"all"', '"*"']);

/** What stands for `each.key`, `each.value` and `count.index` in another place. */
export interface Stand {
  readonly key: string;
  readonly value: string;
}

const OWN_KEY = /\s*\.\s*(key|value|index)\b/y;

/**
 * The text of a part for use elsewhere: projects have their new type, and the instance has the given names.
 *
 * @param isRenamed - Whether a project of this name has the new type.
 */
export function rewritten(
  { file, start, end }: Piece,
  isRenamed: (project: string) => boolean,
  { key, value }: Stand = { key: "each.key", value: "each.value" },
): string {
  let result = "";
  let at = start;
  for (const reference of file.references) {
    if (reference.start < start || reference.end > end) continue;
    if (reference.root === TFE_PROJECT && isRenamed(reference.next ?? "")) {
      result += file.text.slice(at, reference.start) + RESOURCES.tfprojects_project.type;
      at = reference.end;
    } else if (reference.root === "each" || reference.root === "count") {
      OWN_KEY.lastIndex = reference.end;
      const found = OWN_KEY.exec(file.text);
      if (found === null) continue;
      result += file.text.slice(at, reference.start) + (found[1] === "value" ? value : key);
      at = OWN_KEY.lastIndex;
    }
  }
  return (result + file.text.slice(at, end)).trim();
}

/** Whether a part needs the value of the instance, and not only its key. */
export function usesValue(piece: Piece): boolean {
  return /\beach\s*\.\s*value\b/.test(textOf(piece));
}
