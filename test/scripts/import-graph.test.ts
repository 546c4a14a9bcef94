import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { Imports } from "../../scripts/import-graph";
import { testsOf } from "../../scripts/test-changed/selection";
import { TSX } from "../support/tsx";

const ROOT = resolve(__dirname, "../..");

/** In a process of its own, since Jest cannot load the parser, an ECMAScript module. */
function importGraph(): ReadonlyMap<string, Imports> {
  const program = `require("./scripts/import-graph").importGraph("src", "test").then((graph) => {
    console.log(JSON.stringify([...graph]));
  });`;
  const output = execFileSync(process.execPath, [...TSX, "-e", program], { cwd: ROOT, maxBuffer: 2 ** 24 });
  return new Map(JSON.parse(output.toString()) as [string, Imports][]);
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

describe("the modules of this repository", () => {
  const graph = importGraph();
  const sources = [...graph].filter(([module]) => module.startsWith("src/"));

  test("do not import each other, types included", () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(graph.get("src/index.ts")!.named).toEqual(["src/constructs/index.ts"]);
    expect(cyclesIn(new Map(sources.map(([module, { named }]) => [module, named])))).toEqual([]);
  });

  test("use what is behind an index.ts, but not the modules of types", () => {
    const { named, used } = graph.get("test/support/acme.ts")!;
    expect(named).toEqual(["src/api/index.ts", "src/emulator/index.ts", "src/reconcile/index.ts"]);
    expect(used).toEqual(["src/api/client.ts", "src/emulator/emulator.ts", "src/reconcile/view.ts"]);
  });

  test("use what they import when it is needed", () => {
    expect(graph.get("src/cli/commands/index.ts")!.used).toContain("src/cli/commands/plan.ts");
  });

  test("have about a hundred test files to run after a change, not hundreds", () => {
    // Most tests of the emulator start it.
    const others = sources.filter(([module]) => module !== "src/emulator/emulator.ts");
    const counts = others.map(([module]) => testsOf(module, graph).length);
    expect(Math.min(...counts)).toBe(0);
    expect(Math.max(...counts)).toBeLessThan(110);
    expect(testsOf("src/model/name.ts", graph)).toEqual(
      expect.arrayContaining(["test/model/name.test.ts", "test/emulator/seed.test.ts"]),
    );
  });
});
