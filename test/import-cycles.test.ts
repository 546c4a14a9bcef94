import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { preProcessFile } from "typescript";

const ROOT = resolve(__dirname, "..");

/** The modules of src by their path from the repository's root, each with those it imports, types included. */
function importGraph(): ReadonlyMap<string, readonly string[]> {
  const modules = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => posix.join("src", file));
  const known = new Set(modules);
  return new Map(
    modules.map((module) => {
      const { importedFiles } = preProcessFile(readFileSync(join(ROOT, module), "utf8"));
      const imported = importedFiles.flatMap(({ fileName }) => {
        if (!fileName.startsWith(".")) return [];
        const path = posix.join(posix.dirname(module), fileName);
        return [`${path}.ts`, posix.join(path, "index.ts")].find((candidate) => known.has(candidate)) ?? [];
      });
      return [module, imported] as const;
    }),
  );
}

/** Groups of nodes that can reach each other (Tarjan's algorithm). */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1 || graph.get(node)?.includes(node) === true) cycles.push(group.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles;
}

test("finds cycles", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", ["e"]],
    ["e", []],
    ["f", ["f"]],
  ]);
  expect(cyclesIn(graph)).toEqual([["a", "b", "c"], ["f"]]);
});

test("no modules import each other, types included", () => {
  const graph = importGraph();
  expect(graph.size).toBeGreaterThan(200);
  expect(graph.get("src/index.ts")).toEqual(["src/constructs/index.ts"]);
  expect(cyclesIn(graph)).toEqual([]);
});
