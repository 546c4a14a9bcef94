import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * Prints how many files, lines, and lines with code (not only comments and blanks) each layer of src has in this
 * checkout: `npm run -s size`; with a commit (`npm run -s size -- COMMIT`) also how many it had there. Only tracked
 * files count, not generated ones.
 */
interface Size {
  readonly files: number;
  readonly lines: number;
  readonly code: number;
}

const NONE: Size = { files: 0, lines: 0, code: 0 };

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28 });
}

function sizes(commit?: string): ReadonlyMap<string, Size> {
  const listed = commit === undefined ? ["ls-files", "src"] : ["ls-tree", "-r", "--name-only", commit, "src"];
  const layers = new Map<string, Size>();
  for (const path of git(...listed).split("\n")) {
    if (!path.endsWith(".ts")) continue;
    const own = sizeOf(path, commit === undefined ? readFileSync(path, "utf8") : git("show", `${commit}:${path}`));
    const [, layer = "(src)"] = /^src\/([^/]+)\//.exec(path) ?? [];
    for (const name of [layer, "total"]) layers.set(name, sum(layers.get(name) ?? NONE, own));
  }
  return layers;
}

function sizeOf(path: string, text: string): Size {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const lineAt = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line;
  const code = new Set<number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file).filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
    for (const child of children) visit(child);
    if (children.length > 0 || node.getText(file) === "") return;
    // A template has several lines.
    for (let line = lineAt(node.getStart(file)); line <= lineAt(node.end); line += 1) code.add(line);
  };
  visit(file);
  return { files: 1, lines: text.split("\n").length - 1, code: code.size };
}

function sum(one: Size, other: Size): Size {
  return { files: one.files + other.files, lines: one.lines + other.lines, code: one.code + other.code };
}

const commit = process.argv[2];
const now = sizes();
const before = commit === undefined ? undefined : sizes(commit);
const layers = [...new Set([...(before?.keys() ?? []), ...now.keys()])].filter((layer) => layer !== "total").sort();
const row = (layer: string): Record<string, number> => {
  const { files, lines, code } = before?.get(layer) ?? NONE;
  const earlier = { [`files ${commit}`]: files, [`lines ${commit}`]: lines, [`code ${commit}`]: code };
  return { ...(before && earlier), ...(now.get(layer) ?? NONE) };
};
console.table(Object.fromEntries([...layers, "total"].map((layer) => [layer, row(layer)])));
