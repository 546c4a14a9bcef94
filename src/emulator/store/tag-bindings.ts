import type { AttributeProblem } from "../errors";
import { newId } from "./identifiers";
import type { ProjectRecord, TagBinding, WorkspaceRecord } from "./records";
import type { Store } from "./store";

/*
 * Key-value tags of projects and workspaces, with the documented limits. Keys are case-sensitive (our choice:
 * undocumented).
 */

const MAX_TAG_BINDINGS = 10;
const KEY_MAX_LENGTH = 128;
const VALUE_MAX_LENGTH = 256;
const RESERVED_PREFIX = /^(hc|hcp):/i;

/** A tag in a request. */
export interface TagInput {
  readonly key: string;
  /** Null when absent. */
  readonly value: string | null;
}

/** The own tags of a project or workspace by key; the value is null when absent. */
export function tagValues({ tagBindings = [] }: ProjectRecord | WorkspaceRecord): Record<string, string | null> {
  return Object.fromEntries(tagBindings.map(({ key, value }) => [key, value]));
}

/** An effective tag of a project or workspace. */
export interface EffectiveTag extends TagBinding {
  /** The project it is inherited from; undefined for an own tag. */
  readonly inheritedFrom?: string;
}

/** JSON pointer of the tags in a document. */
const POINTER = "/data/relationships/tag-bindings/data";

/** Problems with the complete set of tags of a project or workspace. @param pointer JSON pointer of the list */
export function checkTagSet(tags: readonly TagInput[] | undefined, pointer = POINTER): AttributeProblem[] {
  if (tags === undefined) return [];
  const keys = new Set(tags.map((tag) => tag.key));
  return [...checkTags(tags, pointer), ...checkTagCount(keys.size, pointer)];
}

/** Problems with tags that are added to existing ones. */
export function checkAddedTags(
  bindings: readonly TagBinding[],
  tags: readonly TagInput[],
  pointer: string,
): AttributeProblem[] {
  const keys = new Set([...bindings, ...tags].map((tag) => tag.key));
  return [...checkTags(tags, pointer), ...checkTagCount(keys.size, pointer)];
}

function checkTags(tags: readonly TagInput[], pointer: string): AttributeProblem[] {
  return tags.flatMap(({ key, value }, index) => [
    ...checkText(key, "key", KEY_MAX_LENGTH, `${pointer}/${index}/attributes/key`),
    ...(value === null ? [] : checkText(value, "value", VALUE_MAX_LENGTH, `${pointer}/${index}/attributes/value`)),
  ]);
}

function checkText(text: string, attribute: "key" | "value", limit: number, pointer: string): AttributeProblem[] {
  const name = attribute === "key" ? "Key" : "Value";
  const problem = (detail: string): AttributeProblem => ({ attribute, detail: `${name} ${detail}`, pointer });
  if (attribute === "key" && text === "") return [problem("can't be blank")];
  const problems: AttributeProblem[] = [];
  if (text.length > limit) problems.push(problem(`is too long (maximum is ${limit} characters)`));
  if (/[^A-Za-z0-9_.=+@:-]/.test(text)) {
    problems.push(problem("may only contain letters, numbers and the symbols _ . = + - @ :"));
  }
  if (attribute === "key" && RESERVED_PREFIX.test(text)) {
    problems.push(problem("must not begin with hc: or hcp:, which are reserved"));
  }
  return problems;
}

function checkTagCount(count: number, pointer: string): AttributeProblem[] {
  if (count <= MAX_TAG_BINDINGS) return [];
  const detail = `Tag bindings cannot exceed ${MAX_TAG_BINDINGS} bindings per resource`;
  return [{ attribute: "tag-bindings", detail, pointer }];
}

/** Adds tags; an existing key gets the new value. The last of equal keys wins. */
export function mergeTags(
  store: Store,
  bindings: readonly TagBinding[],
  tags: readonly TagInput[],
): readonly TagBinding[] {
  const byKey = new Map(bindings.map((binding) => [binding.key, binding]));
  for (const { key, value } of tags) {
    const there = byKey.get(key) ?? { id: newId("tagBinding"), key, createdAt: store.clock.timestamp() };
    byKey.set(key, { ...there, value });
  }
  return [...byKey.values()];
}

/** Replaces all tags; existing keys keep their binding. */
export function replaceTags(
  store: Store,
  bindings: readonly TagBinding[],
  tags: readonly TagInput[],
): readonly TagBinding[] {
  const keys = new Set(tags.map((tag) => tag.key));
  return mergeTags(
    store,
    bindings.filter((binding) => keys.has(binding.key)),
    tags,
  );
}

/** The effective tags of a project, which inherits none. */
export function projectTags(project: ProjectRecord): readonly EffectiveTag[] {
  return project.tagBindings ?? [];
}

/** The workspace's own tags, and those of its project with other keys. */
export function workspaceTags(store: Store, workspace: WorkspaceRecord): readonly EffectiveTag[] {
  const own = workspace.tagBindings ?? [];
  const inherited = store.projects.expect(workspace.projectId).tagBindings ?? [];
  if (inherited.length === 0) return own;
  const keys = new Set(own.map((binding) => binding.key));
  const others = inherited.filter((binding) => !keys.has(binding.key));
  return [...own, ...others.map((binding) => ({ ...binding, inheritedFrom: workspace.projectId }))];
}
