import { warningOf } from "../../src/diagnostics";
import { WARNINGS } from "./samples";

test("a warning about inherited settings names the sources of the most workspaces first, and counts the others", () => {
  const { data } = WARNINGS["auto-destroy"];
  const [source] = data.sources;
  const sources = [2, 10, 1, 2].map((workspaces, index) => ({
    ...source!,
    from: { id: `prj-${index}`, name: `Source ${4 - index}` },
    workspaces,
  }));
  const textOf = (all: typeof sources): string => warningOf("auto-destroy", { ...data, sources: all }).detail;
  expect(textOf(sources)).toBe(
    '15 workspaces that move to "Web" get auto-destroy after 14d of inactivity: 10 from "Source 3" (before: none), ' +
      '2 from "Source 1" (before: none), 2 from "Source 4" (before: none), 1 from "Source 2" (before: none).',
  );
  const many = Array.from({ length: 12 }, (_, index) => ({ ...sources[0]!, workspaces: index + 1 }));
  expect(textOf(many)).toMatch(/: 12 from .*, 3 from "Source 4" \(before: none\) and 2 more\.$/);
});
