import { countWhile } from "../terraform/hcl-file";
import { blocksOf, pieceIn, type CodeBlock, type ModuleFolder, type Piece } from "./code";

/*
 * What expressions of a module depend on. Nothing is evaluated: it is enough to know what they refer to.
 */

/** What a reference names: `local.pool`, `tfe_agent_pool.main`, `data.tfe_agent_pool.main`, `module.pools`. */
interface Node {
  readonly label: string;
  /** Where its own references are; empty if there are none in this module. */
  readonly parts: readonly Piece[];
}

/** What instances and modules get from outside. */
const GIVEN = new Set(["var", "each", "count", "path", "terraform", "self"]);

/** What an expression depends on. */
interface Dependency {
  /** The labels that lead to it, and its own: `["local.pool", "tfe_agent_pool.main"]`. */
  readonly path: readonly string[];
  readonly label: string;
  /** Whether it is a local of this module, which may depend on nothing more. */
  readonly isLocal: boolean;
}

/** What an expression depends on, also through other things in its module; the nearest first. */
export function dependenciesOf(folder: ModuleFolder, expression: Piece): readonly Dependency[] {
  const found = new Map<string, Dependency>();
  const queue = nodesIn(folder, expression).map((node) => ({ node, path: [node.label] }));
  // The loop also visits what is added here.
  for (const { node, path } of queue) {
    const { label, parts } = node;
    if (found.has(label)) continue;
    found.set(label, { path, label, isLocal: label.startsWith("local.") && parts.length > 0 });
    const next = parts.flatMap((part) => nodesIn(folder, part));
    queue.push(...next.map((it) => ({ node: it, path: [...path, it.label] })));
  }
  return [...found.values()];
}

function nodesIn(folder: ModuleFolder, { file, start, end }: Piece): readonly Node[] {
  const before = (offset: number): number => countWhile(file.references, (reference) => reference.start < offset);
  return file.references.slice(before(start), before(end)).flatMap(({ root, next, start: at }): Node[] => {
    // Keys of objects, functions, `null`.
    if (next === undefined || GIVEN.has(root)) return [];
    if (root === "local") return [{ label: `local.${next}`, parts: localsNamed(folder, next) }];
    if (root === "module") return [node(`module.${next}`, blocksOf(folder, "module"), next)];
    if (root !== "data") return [node(`${root}.${next}`, blocksOf(folder, "resource", root), next)];
    const [, name = ""] = /^data\.[\w-]+\.([\w-]+)/.exec(file.text.slice(at, at + 200)) ?? [];
    return [node(`data.${next}.${name}`, blocksOf(folder, "data", next), name)];
  });
}

function node(label: string, blocks: readonly CodeBlock[], name: string): Node {
  const own = blocks.filter((it) => it.name === name);
  return { label, parts: own.map(({ file, hcl: { start, end } }) => ({ file, start, end })) };
}

/** The expressions of a local; none if it is in Terraform JSON. */
function localsNamed(folder: ModuleFolder, name: string): readonly Piece[] {
  return blocksOf(folder, "locals").flatMap((block) => pieceIn(block, name) ?? []);
}
