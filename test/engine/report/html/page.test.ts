import { createHash } from "node:crypto";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { flagName } from "../../../../src/cli/report";
import { asHtml } from "../../../../src/engine/report/html/page";
import { planFor } from "../organization";
import { everyChange, largePlan } from "../scenarios";
import { describeInChromium } from "./browser";
import { anyCharacter, casesOf, fc } from "../../../support/property";

const HOSTILE = `</script><img src=https://example.com/x onerror=alert(1)>"'\``;

// All that people do with it: test/e2e/on-request/report-pages.
describeInChromium("the page", (pages) => {
  test("draws a link for every pair of projects that workspaces move between, and makes no requests", async () => {
    const page = await pages.open(asHtml([everyChange()]));
    await page.locator(".links path").first().waitFor({ state: "attached" });
    expect(await page.locator(".links path").count()).toBe(4);
    expect(await page.locator(".diagram .row").count()).toBe(6);
    expect(await page.locator(".unchanged-projects summary").textContent()).toBe("1 project unchanged");
    expect(pages.requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
    expect(pages.messages).toEqual([]);
  });

  test.each(["before", "after"])("lets the card of one project follow the lines to many others, %s", async (side) => {
    const names = Array.from({ length: 30 }, (_, index) => `Team ${String(index).padStart(2, "0")}`);
    const one = [{ name: "Default Project", workspaces: ["stays", ...names] }];
    const many = names.map((name) => ({ name, workspaces: [name] }));
    const deletions = { prune: true, evacuate: true, maxDeletes: 30, maxMoves: "all" } as const;
    const plan =
      side === "before"
        ? planFor(one, many, { maxMoves: "all" })
        : planFor([{ name: "Default Project" }, ...many], [], deletions);
    const page = await pages.open(asHtml([plan]));
    const boxesOf = (selector: string): Promise<readonly { readonly top: number; readonly bottom: number }[]> =>
      page.evaluate(
        `[...document.querySelectorAll(".diagram .side${selector}")].map((it) => it.getBoundingClientRect().toJSON())`,
      );
    const [card, ...rest] = await boxesOf(`.${side}:has(.bundle + .bundle)`);
    const entries = await boxesOf(`.${side} .bundle`);
    const others = await boxesOf(`:not(.${side}) .bundle`);
    expect([rest.length, entries.length, others.length]).toEqual([0, 30, 30]);
    expect((card!.bottom - card!.top) / (others.at(-1)!.bottom - others[0]!.top)).toBeGreaterThan(0.95);
    const distances = entries.map(({ top }, index) => Math.abs(top - others[index]!.top));
    expect(Math.max(...distances)).toBeLessThan(150);
  });

  test("shows names with markup as text", async () => {
    const page = await pages.open(
      asHtml([
        planFor(
          [{ name: "Default Project", workspaces: [HOSTILE] }],
          [{ name: "Data", description: HOSTILE, workspaces: [HOSTILE] }],
        ),
      ]),
    );
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator(".after .bundle").textContent()).toContain(HOSTILE);
    expect(pages.requests.filter((url) => url.startsWith("http"))).toEqual([]);
    expect(pages.messages).toEqual([]);
  });
});

describe("the source of the page", () => {
  test("shows no change of settings that were not read, or that are not set", () => {
    for (const tags of [undefined, {}]) {
      const page = asHtml([
        planFor(
          [{ name: "Default Project", workspaces: ["a"], settings: { tags } }],
          [{ name: "Data", workspaces: ["a"] }],
        ),
      ]);
      expect(page).toContain("moves to");
      expect(page).not.toMatch(/<dt>|<del>/);
    }
  });

  test("has every name as text, whatever its characters", () => {
    const name = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...Array.from("<>&\"'`=/!- \nab;#x")), minLength: 1, maxLength: 20 }),
      fc.constantFrom("</style>", "</script>", "<!--", "&lt;", "]]>", "\u0000", '" onfocus="alert(1)'),
    );
    /** Elements and attribute names, without values and texts. */
    const shapeOf = (node: DefaultTreeAdapterTypes.Node): unknown => [
      node.nodeName,
      "attrs" in node ? node.attrs.map((attribute) => attribute.name) : [],
      "childNodes" in node ? node.childNodes.filter(({ nodeName }) => nodeName !== "#text").map(shapeOf) : [],
    ];
    const page = (workspace: string, project: string, description: string): string =>
      asHtml([
        planFor(
          [
            { name: "Default Project", workspaces: [workspace], id: "prj-1" },
            { name: project, id: "prj-2" },
          ],
          [{ name: "Data", description, workspaces: [workspace] }],
        ),
      ]);
    const shape = shapeOf(parse(page("a", "b", "c")));
    fc.assert(
      fc.property(name, name, name, (workspace, project, description) => {
        fc.pre(!["data", "default project"].includes(project.toLowerCase()));
        expect(shapeOf(parse(page(workspace, project, description)))).toEqual(shape);
      }),
      { numRuns: casesOf(100) },
    );
  });

  test("takes less than 500 bytes for each project of a very large plan", () => {
    const [small, large] = [1_100, 1_400].map((count) => asHtml([largePlan(count)], { optionName: flagName }));
    expect(Buffer.byteLength(large!) - Buffer.byteLength(small!)).toBeLessThan(500 * 300);
    expect(small).toContain("590 more are not in this page. --json has all of them.");
  });

  test("allows only its own style and script, and is the same for equal plans", () => {
    const page = asHtml([everyChange()]);
    expect(asHtml([structuredClone(everyChange())])).toBe(page);
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)![1]!;
    const hash = createHash("sha256").update(script).digest("base64");
    expect(page).toContain(`script-src &#39;sha256-${hash}&#39;`);
    expect(page).toContain("default-src &#39;none&#39;");
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  });
});
