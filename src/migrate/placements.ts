import { setsProject, TFE_PROJECT, TFE_WORKSPACE } from "../model";
import { blocksOf, codeOf, innerBlock, itemsOf, pieceIn, setsArgument, type CodeBlock } from "./code";
import type { Configuration, HclCode, ModuleFolder, Piece } from "./code";
import { PROJECT } from "./resources";

/*
 * Where code puts workspaces, if that can be read without evaluating it: `project_id` of a `tfe_workspace`, or the
 * argument of a module that passes it on.
 */

/** The meaning of an expression for the ID of a project. */
type Placement =
  /** `tfe_project.platform.id`, or `tfe_project.team["red"].id` with the key. */
  | { readonly kind: "project"; readonly project: string; readonly key?: string | number | undefined }
  /** `tfe_project.team[each.value.team].id`: each instance has its own project; `own` if by its own key. */
  | { readonly kind: "by-key"; readonly project: string; readonly key: Piece | "own" }
  /** `var.project_id`: the caller decides. */
  | { readonly kind: "variable"; readonly name: string }
  /** The same project for all instances, which only the state has. `project` is the only one in a conditional. */
  | { readonly kind: "constant"; readonly project?: string | undefined; readonly text: string }
  /** The instances differ in an unknown way. `text` is the expression. */
  | { readonly kind: "unknown"; readonly text: string };

/** How a resource or a call is repeated. */
export interface Repetition {
  readonly kind: "none" | "count" | "for_each";
  /** The expression in HCL. */
  readonly of?: Piece | undefined;
}

/** A resource or a call that puts workspaces into a project. */
export interface Source {
  /** `tfe_workspace.api`, or `module.app`. */
  readonly address: string;
  readonly code: CodeBlock;
  readonly placement: Placement;
  readonly repetition: Repetition;
  /** Whether the code does not decide on the project of existing instances: it sets none, or ignores changes. */
  readonly isReleased: boolean;
  /** For a call, the module and its variable for the project. */
  readonly call?: { readonly name: string; readonly folder: ModuleFolder; readonly variable: string } | undefined;
}

const PROJECT_TYPE = `(?:${TFE_PROJECT}|${PROJECT})`;
const NAME = "([\\p{ID_Start}_][\\p{ID_Continue}-]*)";
const WHOLE = new RegExp(`^${PROJECT_TYPE}\\.${NAME}\\.id$`, "u");
const INDEXED = new RegExp(`^${PROJECT_TYPE}\\.${NAME}\\[([^]*)\\]\\.id$`, "u");
const EVERY = new RegExp(`^${PROJECT_TYPE}\\.${NAME}$`, "u");
const VARIABLE = new RegExp(`^var\\.${NAME}$`, "u");
const LITERAL_KEY = /^(?:"((?:[^"\\$%])*)"|(\d+))$/;

/** The sources of a module: its workspaces, and its calls of local modules with workspaces. */
export function sourcesOf(folder: ModuleFolder, configuration: Configuration): readonly Source[] {
  return [...workspaceSources(folder), ...callSources(folder, configuration)];
}

function workspaceSources(folder: ModuleFolder): readonly Source[] {
  return blocksOf(folder, "resource", TFE_WORKSPACE).map((code) => ({
    address: `${TFE_WORKSPACE}.${code.name}`,
    code,
    placement: placementOf(code, "project_id"),
    repetition: repetitionOf(code),
    isReleased: !decidesOnProject(code),
  }));
}

function callSources(folder: ModuleFolder, configuration: Configuration): readonly Source[] {
  return [...folder.calls.values()].flatMap(({ name, folder: path, code }) => {
    const called = configuration.folders.get(path ?? "");
    if (path === undefined || called === undefined || code.kind === "json") return [];
    return variablesOf(called, configuration)
      .filter((variable) => setsArgument(code, variable))
      .map((variable) => ({
        address: `module.${name}`,
        code,
        placement: placementOf(code, variable),
        repetition: repetitionOf(code),
        isReleased: false,
        call: { name, folder: called, variable },
      }));
  });
}

/** Variables of a module that set the project of its workspaces. */
function variablesOf(folder: ModuleFolder, configuration: Configuration): readonly string[] {
  const placements = sourcesOf(folder, configuration).map(({ placement }) => placement);
  return [...new Set(placements.flatMap((it) => (it.kind === "variable" ? [it.name] : [])))];
}

/** The repetition of a resource or of a call. */
export function repetitionOf(code: CodeBlock): Repetition {
  const kind = (["count", "for_each"] as const).find((it) => setsArgument(code, it));
  return kind === undefined ? { kind: "none" } : { kind, of: pieceIn(code, kind) };
}

function placementOf(code: CodeBlock, argument: string): Placement {
  const piece = pieceIn(code, argument);
  const text = code.kind === "json" ? templated(code.body[argument]) : piece === undefined ? "" : trimmedCode(piece);
  const placed = placementIn(text);
  if (placed !== undefined) return placed;
  if (dependsOnInstance(text)) {
    return (piece && chosenByKey(text, piece, repetitionOf(code))) ?? { kind: "unknown", text };
  }
  return { kind: "constant", project: piece && onlyProjectIn(piece), text };
}

/** The expression of an argument in JSON: `${tfe_project.platform.id}` without the braces. */
function templated(value: unknown): string {
  if (typeof value !== "string") return "";
  return /^\$\{([^]*)\}$/.exec(value)?.[1]?.trim() ?? JSON.stringify(value);
}

/** The placement of an expression that differs between instances, if it selects a project by key. */
function chosenByKey(text: string, { file, start }: Piece, repetition: Repetition): Placement | undefined {
  const over = repetition.of && projectRepeatedOver(repetition.of);
  // `for_each = tfe_project.team` has the keys of the projects.
  if (over !== undefined && text === "each.value.id") return { kind: "by-key", project: over, key: "own" };
  const [, project, key] = INDEXED.exec(text) ?? [];
  if (project === undefined || key === undefined || !isBalanced(key)) return undefined;
  if (/^(each\.key|count\.index)$/.test(key.trim())) return { kind: "by-key", project, key: "own" };
  const at = start + text.indexOf("[") + 1;
  return { kind: "by-key", project, key: { file, start: at, end: at + key.length } };
}

/** The only project that an expression names. */
function onlyProjectIn({ file, start, end }: Piece): string | undefined {
  const named = file.references.filter(
    (it) => (it.root === TFE_PROJECT || it.root === PROJECT) && it.start >= start && it.start < end,
  );
  const [only, ...others] = new Set(named.map(({ next }) => next));
  return others.length === 0 ? only : undefined;
}

/** The placement that can be read from the text alone. */
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

/** The project whose instances `for_each` iterates over: `team` for `tfe_project.team`. */
export function projectRepeatedOver(over: Piece): string | undefined {
  return EVERY.exec(trimmedCode(over))?.[1];
}

/** Whether an expression may differ between the instances of a resource. */
export function dependsOnInstance(text: string): boolean {
  return /\b(each|count)\.|\bself\./.test(text);
}

/** Whether the brackets in a text are balanced, so that it is one index and not the end of one and begin of another. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "[") depth += 1;
    if (character === "]" && (depth -= 1) < 0) return false;
  }
  return depth === 0;
}

/** The text of a piece, without comments and surrounding spaces. */
export function trimmedCode(piece: Piece): string {
  return codeOf(piece).trim();
}

/** Whether the code decides on the project of existing workspaces: it sets `project_id`, and follows changes. */
export function decidesOnProject(code: CodeBlock): boolean {
  if (code.kind === "json") return setsProject(code.body);
  return setsArgument(code, "project_id") && !ignoredChanges(code).some((item) => IGNORING.has(item));
}

function ignoredChanges(code: HclCode): readonly string[] {
  const lifecycle = innerBlock(code, "lifecycle");
  const ignored = lifecycle === undefined ? undefined : pieceIn(lifecycle, "ignore_changes");
  return ignored === undefined ? [] : itemsOf(ignored);
}

/** Items of `ignore_changes` that include the project, also quoted, as up to Terraform 0.11. */
const IGNORING: ReadonlySet<string> = new Set(["project_id", '"project_id"', "all", '"all"', '"*"']);

/** Replacements for `each.key`, `each.value` and `count.index` in another place. */
export interface Stand {
  readonly key: string;
  readonly value: string;
}

const OWN_KEY = /\s*\.\s*(key|value|index)\b/y;

/**
 * The text of a piece for another place, with the new type of projects and the given names of the instance.
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
      result += file.text.slice(at, reference.start) + PROJECT;
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

/** Whether a piece uses the value of the instance, and not only its key. */
export function usesValue(piece: Piece): boolean {
  return /\beach\s*\.\s*value\b/.test(trimmedCode(piece));
}
