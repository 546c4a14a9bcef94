import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { chromium, type Browser, type Locator, type Page } from "playwright-core";
import { flagName } from "../../../../src/cli/report";
import { asHtml } from "../../../../src/engine/report/html/page";
import type { Drift } from "../../../../src/engine/plan/comparison";
import { driftFor } from "../organization";
import { casesOf, fc } from "../../../support/property";
import { describeInChromium } from "./browser";

const LONG = "international-customer-relations-and-loyalty-programmes-".repeat(3).slice(0, 90);

/** An organization with every kind of drift. */
function everyDrift(): Drift {
  return driftFor(
    [
      { name: "Default Project", workspaces: ["api", "left"] },
      { name: "Platform", description: "Old", workspaces: ["stray", "etl", LONG] },
      { name: "Sandbox", workspaces: ["toy-1", "toy-2", "toy-3", "toy-4", "toy-5", "toy-6"] },
      { name: LONG },
    ],
    [
      { name: "Platform", description: "New", workspaces: ["api"] },
      { name: "Data", autoDestroy: "14d", workspaces: ["etl"], exclusive: true },
    ],
    { strict: true, organization: "acme" },
  );
}

/** An organization with many unmanaged projects. */
function byHand(count: number): Drift {
  const projects = Array.from({ length: count }, (_, index) => ({ name: `Team ${index}`, workspaces: [`w-${index}`] }));
  return driftFor([{ name: "Default Project" }, ...projects], [], { organization: "third" });
}

describeInChromium("the page of drift", (executablePath) => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 0 });
    folder = mkdtempSync(join(tmpdir(), "tfprojects-page-"));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  async function opened(
    organizations: readonly Drift[],
    { colorScheme = "light", width = 1240 }: { colorScheme?: "light" | "dark"; width?: number } = {},
  ): Promise<Page> {
    const path = join(folder, "drift.html");
    writeFileSync(path, asHtml(organizations, { optionName: flagName }));
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    // Jest has the only timeout.
    context.setDefaultTimeout(0);
    const page = await context.newPage();
    await page.goto(pathToFileURL(path).href);
    return page;
  }

  const textsOf = async (elements: Locator): Promise<string[]> =>
    (await elements.allTextContents()).map((it) => it.replace(/\s+/g, " ").trim());

  test("shows what is missing, changed, misplaced and unmanaged, and the coverage", async () => {
    const page = await opened([everyDrift()]);
    expect(await page.title()).toBe("Drift of acme");
    expect(await textsOf(page.locator(".tiles li"))).toEqual([
      "1 project missing",
      "1 project changed",
      "2 workspaces misplaced",
      "2 projects unmanaged",
      "9 workspaces unmanaged",
    ]);
    expect(await textsOf(page.locator(".card.created, .overview:first-of-type .card.updated"))).toEqual([
      "Missing 1 Data auto-destroy 14d",
      "Changed 1 Platform description now Old → in the code New",
    ]);
    expect(await textsOf(page.locator(".misplaced tbody tr"))).toEqual([
      "Platform Data 1etl",
      "Default Project Platform 1api",
    ]);
    expect(await textsOf(page.locator(".coverage p"))).toEqual([
      "Coverage: 1 of 4 projects (25%) and 2 of 11 workspaces (18.1%) are managed; the default project is not in the " +
        "code.",
      "Projects 25%",
      "Workspaces 18.1%",
    ]);
    expect(await textsOf(page.locator("[aria-label='Unmanaged in acme'] h3"))).toEqual([
      "In projects of the code (drift) 2",
      "Projects (drift) 2",
      "In other projects 1",
    ]);
    expect(await textsOf(page.locator("[aria-label^='Projects (drift)'] li"))).toEqual([
      LONG,
      "Sandbox 6 workspacestoy-1, toy-2, toy-3 and 3 moretoy-4, toy-5, toy-6",
    ]);
  });

  test("has no words of a plan", async () => {
    const page = await opened([everyDrift()]);
    const text = `${await page.title()} ${await page.locator("main").textContent()}`;
    expect(text).not.toMatch(/\b(plan|will|create|update|delete|move)(s|d|ing)?\b|\b(before|after)\b/i);
    expect(await page.locator(".diagram, .filter, script").count()).toBe(0);
  });

  test("says that there is no drift", async () => {
    const page = await opened([driftFor([{ name: "Default Project" }, { name: "Data" }], [{ name: "Data" }])]);
    expect(await textsOf(page.locator(".summary"))).toEqual(["No drift. The organization matches the code."]);
    expect(await textsOf(page.locator("h2"))).toEqual(["Coverage"]);
  });

  test("collapses long lists, and says where all of them are", async () => {
    const page = await opened([byHand(600)]);
    expect(await page.locator(".card.unmanaged li:visible").count()).toBe(10);
    const more = page.locator(".card.unmanaged .more");
    expect(await more.locator("> summary").textContent()).toBe("590 more");
    await more.locator("> summary").click();
    expect(await textsOf(more.locator(".note"))).toEqual(["90 more are not in this page. --json has all of them."]);
  });

  test("links a warning to the missing project that it is about", async () => {
    const page = await opened([
      driftFor([{ name: "Default Project" }, { name: "Old", workspaces: ["a"] }], [{ name: "New", workspaces: ["a"] }]),
    ]);
    await page.locator(".warnings a").click();
    expect(await page.locator(":target b").textContent()).toBe("New");
  });

  test.each(["light", "dark"] as const)("has no violations that axe-core finds, in %s", async (colorScheme) => {
    for (const width of [1240, 390]) {
      const renamed = driftFor(
        [{ name: "Default Project" }, { name: "Old", workspaces: ["a"] }],
        [{ name: "New", workspaces: ["a"] }],
        { organization: "second" },
      );
      const page = await opened([everyDrift(), renamed, byHand(30)], { colorScheme, width });
      for (const fold of await page.locator("summary").all()) await fold.click();
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        "axe.run()",
      );
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    }
  });
});

describe("the source of the page of drift", () => {
  test("has every name as text, whatever its characters, and allows no script", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
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
        driftFor(
          [
            { name: "Default Project", workspaces: [workspace], id: "prj-1" },
            { name: project, id: "prj-2", workspaces: [`${workspace}2`] },
          ],
          [{ name: "Data", description, workspaces: [workspace] }],
        ),
      ]);
    const shape = shapeOf(parse(page("a", "b", "c")));
    fc.assert(
      fc.property(name, name, name, (workspace, project, description) => {
        fc.pre(!["data", "default project"].includes(project.toLowerCase()));
        const source = page(workspace, project, description);
        expect(shapeOf(parse(source))).toEqual(shape);
        expect(source).not.toContain("script-src");
      }),
      { numRuns: casesOf(100) },
    );
  });
});
