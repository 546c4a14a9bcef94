import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { chromium, type Browser, type Locator, type Page } from "playwright-core";
import type { Plan } from "../../../../src/engine/plan/comparison";
import { flagName } from "../../../../src/cli/report";
import { asHtml } from "../../../../src/engine/report/html/page";
import { planFor } from "../organization";
import { everyChange, movesOf } from "../scenarios";
import { describeInChromium } from "./browser";
import { casesOf, fc } from "../../../support/property";

const HOSTILE = `</script><img src=https://example.com/x onerror=alert(1)>"'\``;

describeInChromium("the page", (executablePath) => {
  let browser: Browser;
  let folder: string;
  const requests: string[] = [];
  const messages: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 0 });
    folder = mkdtempSync(join(tmpdir(), "tfprojects-page-"));
  });
  beforeEach(() => {
    requests.length = 0;
    messages.length = 0;
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  async function opened(
    organizations: readonly Plan[],
    options: { colorScheme?: "light" | "dark"; width?: number } = {},
  ): Promise<Page> {
    const path = join(folder, "plan.html");
    writeFileSync(path, asHtml(organizations));
    // axe-core is put into the page, which the page's own policy forbids.
    const context = await browser.newContext({
      colorScheme: options.colorScheme ?? "light",
      reducedMotion: "reduce",
      viewport: { width: options.width ?? 1240, height: 900 },
    });
    // Jest has the only timeout.
    context.setDefaultTimeout(0);
    const page = await context.newPage();
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(String(error)));
    page.on("dialog", (dialog) => {
      messages.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(pathToFileURL(path).href);
    return page;
  }

  /** The accessible text of the focused element, without arrows. */
  const focused = (page: Page): Promise<string> =>
    page.evaluate(`{
      const { activeElement } = document;
      const text = activeElement.getAttribute("aria-label") ?? activeElement.textContent;
      text.replace(/[→←]/g, "").replace(/\\s+/g, " ").trim();
    }`);

  /** The text of an element, with single spaces. */
  const textOf = async (element: Locator): Promise<string> =>
    ((await element.textContent()) ?? "").replace(/\s+/g, " ").trim();

  test("draws a link for every pair of projects that workspaces move between, and makes no requests", async () => {
    const page = await opened([everyChange()]);
    await page.locator(".links path").first().waitFor({ state: "attached" });
    expect(await page.locator(".links path").count()).toBe(4);
    expect(await page.locator(".diagram .row").count()).toBe(6);
    expect(await page.locator(".unchanged-projects summary").textContent()).toBe("1 project unchanged");
    expect(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("has keyboard navigation: arrows move the focus, and follow moves to their other project", async () => {
    const page = await opened([everyChange()]);
    await page.locator(".warnings a").first().press("Enter");
    await page.waitForFunction("document.activeElement.matches('.project')");
    expect(await focused(page)).toBe("Legacy, before: deleted");
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("2 workspaces move to Default Project evacuated 2");
    expect(await page.locator(".links path.active").count()).toBe(1);
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate("!!document.activeElement.closest('.after')")).toBe(true);
    expect(await focused(page)).toBe("2 workspaces come from Legacy evacuated 2");
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).toBe("Default Project, after");
    expect(await page.locator(".links path.active").count()).toBe(4);
    await page.keyboard.press("/");
    await page.keyboard.type("etl-night");
    expect(await page.locator(".row:visible").count()).toBe(2);
    expect(await page.locator(".found").textContent()).toBe("2 of 6 changed projects, 0 of 1 unchanged");
    await page.keyboard.press("Escape");
    expect(await page.locator(".row:visible").count()).toBe(6);
    expect(messages).toEqual([]);
  });

  test("bundles 500 workspaces that move between two projects, and lists their names when it is opened", async () => {
    const page = await opened([movesOf(500)]);
    expect(await page.locator(".links path").count()).toBe(1);
    const bundle = page.locator(".before .bundle");
    expect(await textOf(bundle.locator(".route"))).toBe("500 workspaces move to → Platform 500");
    expect(await textOf(bundle.locator("summary"))).toBe("workspace-0000, workspace-0001, workspace-0002 and 497 more");
    await bundle.locator("summary").click();
    expect((await bundle.locator("p").textContent())!.split(", ")).toHaveLength(497);
    await page.locator(".filter").fill("workspace-0400");
    expect(await page.locator(".after .names").getAttribute("open")).not.toBeNull();
  });

  test("has one tab stop in the diagram, and opens a collapsed list to focus the other end of a move", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `w${String(index).padStart(2, "0")}`);
    const page = await opened([
      planFor(
        [{ name: "Default Project", workspaces: names }],
        names.map((name) => ({ name: `To ${name}`, workspaces: [name] })),
        { maxMoves: "all" },
      ),
    ]);
    expect(await page.locator(".diagram [tabindex='0']").count()).toBe(1);
    // Links of the collapsed list begin at its summary.
    await page.locator(".links path").first().waitFor({ state: "attached" });
    expect(await page.locator(".links path").count()).toBe(40);
    await page.locator(".after .route").nth(30).press("ArrowLeft");
    expect(await page.locator(".before .more").getAttribute("open")).not.toBeNull();
    expect(await focused(page)).toBe("1 workspace moves to To w30 1");
    await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe("1 workspace comes from Default Project 1");
  });

  test("has a summary first: what is deleted, renamed and new, and from where to where how many workspaces move", async () => {
    const page = await opened([everyChange()]);
    const cards = page.locator(".overview .card");
    expect(await Promise.all((await cards.all()).map(textOf))).toEqual([
      "Deleted 1 Legacy 2 workspaces → Default Project",
      "Renamed 3 Platform → to Platform Engineering Blue → to Green Green → to Lime",
      "New 1 Data",
      expect.stringMatching(/^Moves 5 /),
    ]);
    expect(await Promise.all((await page.locator(".moves tbody tr").all()).map(textOf))).toEqual([
      "Legacy Default Project 2 evacuated",
      "Default Project Data 1",
      "Platform Default Project 1 evicted",
      "Default Project Platform Engineering 1",
    ]);
    const positions = await page.evaluate<number[]>(
      "['.tiles', '.overview', '.warnings', '.diagram'].map((it) => document.querySelector(it).offsetTop)",
    );
    expect(positions).toEqual([...positions].sort((one, other) => one - other));
    await page.locator(".moves a", { hasText: "Data" }).click();
    await page.waitForFunction("document.activeElement.matches('.project')");
    expect(await focused(page)).toBe("Data, after: new");
  });

  test("has the heaviest changes first: deletions, then the projects that most workspaces enter and leave", async () => {
    const page = await opened([
      planFor(
        [
          { name: "Default Project", workspaces: ["a"] },
          { name: "Alpha", description: "old" },
          { name: "Bravo" },
          { name: "Charlie", workspaces: ["b", "c", "d"] },
          { name: "Zulu" },
        ],
        [
          { name: "Alpha", description: "new" },
          { name: "Bravo", workspaces: ["a"] },
          { name: "Charlie", workspaces: ["d"] },
          { name: "Delta", workspaces: ["b", "c"] },
          { name: "Echo" },
        ],
        { prune: true, maxMoves: "all" },
      ),
    ]);
    const rows = await page.locator(".row").all();
    expect(await Promise.all(rows.map((row) => row.getAttribute("aria-label")))).toEqual([
      "Project Zulu, deleted",
      "Project Delta, created",
      "Project Charlie, only workspaces move",
      "Project Bravo, only workspaces move",
      "Project Default Project, only workspaces move",
      "Project Echo, created",
      "Project Alpha, updated",
    ]);
  });

  test("collapses long lists of the summary and of warnings", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Project ${index}`);
    const page = await opened([
      planFor([{ name: "Default Project" }, ...names.map((name) => ({ name, workspaces: [`in ${name}`] }))], [], {
        prune: true,
        evacuate: true,
        maxDeletes: 30,
        maxMoves: "all",
      }),
    ]);
    const folds = page.locator(".overview .more > summary, .warnings .more > summary");
    expect(await folds.allTextContents()).toEqual(["22 more", "20 more pairs of projects", "21 more warnings"]);
    expect(await page.locator(".card.deleted li:visible").count()).toBe(8);
    expect(await page.locator(".moves tbody tr:visible").count()).toBe(10);
  });

  test.each(["light", "dark"] as const)("fits a screen that is 390 pixels wide, in %s", async (colorScheme) => {
    const long = "international-customer-relations-and-loyalty-programmes-".repeat(3).slice(0, 90);
    const page = await opened(
      [
        planFor(
          [
            { name: "Default Project", workspaces: [long, "api"] },
            { name: "International-Customer-Relations-Service", workspaces: ["old"] },
          ],
          [{ name: "Loyalty-Programmes-And-Vouchers-And-More", description: long, workspaces: [long, "api"] }],
          { prune: true, evacuate: true },
        ),
        everyChange(),
      ],
      { colorScheme, width: 390 },
    );
    for (const fold of await page.locator("summary").all()) await fold.click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(
      await page.evaluate(`[...document.querySelectorAll("main *:not(.visually-hidden):not(.visually-hidden *)")]
        .filter((it) => it.getClientRects().length > 0 && it.getBoundingClientRect().right > innerWidth).length`),
    ).toBe(0);
    // One card for a project, which has its name once.
    const legacy = page.locator(".row", { hasText: "Legacy" }).filter({ hasText: "deleted" });
    expect(await legacy.locator("h3:visible").count()).toBe(1);
    const renamed = page.locator(".row.renamed", { hasText: "Platform Engineering" });
    expect(await renamed.locator("h3:visible").allInnerTexts()).toEqual([
      expect.stringContaining("Platform Engineering"),
    ]);
    expect(await page.locator(".links").first().isVisible()).toBe(false);
  });

  test.each(["light", "dark"] as const)("has no violations that axe-core finds, in %s", async (colorScheme) => {
    const refused = planFor([{ name: "Default Project" }, { name: "Full", workspaces: ["a"] }], [], {
      prune: true,
      organization: "other",
    });
    for (const width of [1240, 390]) {
      const page = await opened([everyChange(), refused], { colorScheme, width });
      for (const fold of await page.locator("summary").all()) await fold.click();
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        "axe.run()",
      );
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    }
  });

  test("shows names with markup as text", async () => {
    const page = await opened([
      planFor(
        [{ name: "Default Project", workspaces: [HOSTILE] }],
        [{ name: "Data", description: HOSTILE, workspaces: [HOSTILE] }],
      ),
    ]);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator(".after .bundle").textContent()).toContain(HOSTILE);
    expect(requests.filter((url) => url.startsWith("http"))).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("is usable with 1,000 projects and 9,000 workspaces that all move, and has less than 3 MB", async () => {
    const workspaces = (index: number): string[] =>
      Array.from({ length: 9 }, (_, inner) => `workspace-${String(index).padStart(4, "0")}-${inner}`);
    const all = Array.from({ length: 1_000 }, (_, index) => index);
    const large = planFor(
      [
        { name: "Default Project" },
        ...all.map((index) => ({ name: `Project ${index}`, workspaces: workspaces(index) })),
      ],
      all.map((index) => ({ name: `Project ${index}`, workspaces: workspaces((index + 1) % 1_000) })),
      { maxMoves: "all" },
    );
    expect(Buffer.byteLength(asHtml([large]))).toBeLessThan(3_000_000);
    const page = await opened([large]);
    await page.locator(".links path").first().waitFor({ state: "attached" });
    expect(await page.locator(".row").count()).toBe(1_000);
    // Only links near the viewport are drawn.
    expect(await page.locator(".links path").count()).toBeLessThan(300);
    await page.locator(".filter").fill("workspace-0500-7");
    expect(await page.locator(".row:visible").count()).toBe(2);
    expect(await page.locator(".row:visible details.names[open]").count()).toBe(2);
    expect(messages).toEqual([]);
  });

  test("lists what changes in further projects of a very large plan, for its filter and its links", async () => {
    const page = await opened([largePlan(1_100)]);
    expect(await page.locator(".row").count()).toBe(300);
    const further = page.locator(".further-projects");
    expect(await further.locator("summary").textContent()).toBe("800 more projects that change");
    expect(await further.locator("li").count()).toBe(800);
    const last = further.locator("li").last();
    const name = (await last.locator("b").textContent())!;
    const number = Number(name.replace("Project ", ""));

    await page.locator(".filter").fill(`network-${number}`);
    expect(await last.isVisible()).toBe(true);
    expect(await textOf(last)).toContain(`~ changed description: old → new → Project ${number - 1}: `);
    expect(await textOf(page.locator(".found"))).toContain(" of 1100 changed projects");

    // A link of the summary clears the filter and opens the list.
    await page.locator(".filter").fill("nothing is found");
    await page.evaluate(`document.querySelectorAll("details").forEach((it) => { it.open = it.matches(".more"); })`);
    const first = await further.locator("li").first().getAttribute("id");
    await page.evaluate(`document.querySelector('.overview a[href="#${first}"]').click()`);
    expect(await further.locator("li").first().isVisible()).toBe(true);

    // So does a move from a row to a project of the list.
    await page.evaluate(`document.querySelectorAll("details").forEach((it) => { it.open = it.matches(".more"); })`);
    const id = await page.evaluate<string>(`{
      const moves = [...document.querySelectorAll(".route")];
      const move = moves.find((it) => document.querySelector(".further-projects").querySelector(it.hash));
      move.click();
      move.hash.slice(1);
    }`);
    expect(await further.locator(`[id="${id}"]`).isVisible()).toBe(true);
    expect(page.url()).toContain(`#${id}`);
    expect(messages).toEqual([]);
  });
});

/** A plan in which this many projects change their description, and give their workspaces to the next one. */
function largePlan(count: number): Plan {
  const all = Array.from({ length: count }, (_, index) => index);
  const workspaces = (index: number): string[] => [`network-${index % count}`, `database-${index % count}`];
  return planFor(
    [
      { name: "Default Project" },
      ...all.map((index) => ({ name: `Project ${index}`, description: "old", workspaces: workspaces(index) })),
    ],
    all.map((index) => ({ name: `Project ${index}`, description: "new", workspaces: workspaces(index + 1) })),
    { maxMoves: "all" },
  );
}

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
