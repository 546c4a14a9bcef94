import { execFileSync } from "node:child_process";

/**
 * Prints how many files and lines each layer of src has in this checkout: `npm run -s size`; with a commit
 * (`npm run -s size -- COMMIT`) also how many it had there. Only tracked files count, not generated ones.
 */
interface Size {
  readonly files: number;
  readonly lines: number;
}

function sizes(commit?: string): ReadonlyMap<string, Size> {
  const args = ["grep", "--count", "--full-name", "", ...(commit === undefined ? [] : [commit]), "--", "src/*.ts"];
  const layers = new Map<string, Size>();
  for (const [, path = "", lines] of execFileSync("git", args, { encoding: "utf8" }).matchAll(/src\/(.*):(\d+)$/gm)) {
    const layer = path.includes("/") ? path.slice(0, path.indexOf("/")) : "(src)";
    for (const name of [layer, "total"]) {
      const size = layers.get(name) ?? { files: 0, lines: 0 };
      layers.set(name, { files: size.files + 1, lines: size.lines + Number(lines) });
    }
  }
  return layers;
}

const commit = process.argv[2];
const now = sizes();
const before = commit === undefined ? undefined : sizes(commit);
const layers = [...new Set([...(before?.keys() ?? []), ...now.keys()])].filter((layer) => layer !== "total").sort();
const row = (layer: string): Record<string, number> => ({
  ...(before && {
    [`files ${commit}`]: before.get(layer)?.files ?? 0,
    [`lines ${commit}`]: before.get(layer)?.lines ?? 0,
  }),
  files: now.get(layer)?.files ?? 0,
  lines: now.get(layer)?.lines ?? 0,
});
console.table(Object.fromEntries([...layers, "total"].map((layer) => [layer, row(layer)])));
