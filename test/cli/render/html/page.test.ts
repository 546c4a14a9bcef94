import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { chromium, type Browser, type Page } from "playwright-core";
import ts from "typescript";
import type { PlannedOrganization } from "../../../../src/cli/render/view-model";
import { planAsHtml } from "../../../../src/cli/render/html/page";
import { PAGE_SCRIPT } from "../../../../src/cli/render/html/script";
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
    organizations: readonly PlannedOrganization[],
    options: { colorScheme?: "light" | "dark"; width?: number } = {},
  ): Promise<Page> {
    const path = join(folder, "plan.html");
    writeFileSync(path, planAsHtml(organizations));
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
      (activeElement.getAttribute("aria-label") ?? activeElement.textContent).replace(/[→←] /g, "").trim();
    }`);

  test("draws a link for every workspace that moves, and makes no requests", async () => {
    const page = await opened([everyChange()]);
    expect(await page.locator(".links path").count()).toBe(5);
    expect(await page.locator(".diagram .row").count()).toBe(6);
    expect(await page.locator(".unchanged-projects summary").textContent()).toBe("1 project unchanged");
    expect(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("has keyboard navigation: arrows move the focus, and follow a workspace to its other project", async () => {
    const page = await opened([everyChange()]);
    await page.locator(".warnings a").first().press("Enter");
    await page.waitForFunction("document.activeElement.matches('.project')");
    expect(await focused(page)).toBe("Legacy, before: deleted");
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("old-api moves to Default Project, evacuated");
    expect(await page.locator(".links path.active").count()).toBe(1);
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate("!!document.activeElement.closest('.after')")).toBe(true);
    expect(await focused(page)).toBe("old-api comes from Legacy, evacuated");
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).toBe("Default Project, after");
    expect(await page.locator(".links path.active").count()).toBe(5);
    await page.keyboard.press("/");
    await page.keyboard.type("etl-night");
    expect(await page.locator(".row:visible").count()).toBe(2);
    expect(await page.locator(".found").textContent()).toBe("2 of 6 changed projects, 0 of 1 unchanged");
    await page.keyboard.press("Escape");
    expect(await page.locator(".row:visible").count()).toBe(6);
    expect(messages).toEqual([]);
  });

  test("has one tab stop in the diagram, and expands a collapsed list to focus a workspace", async () => {
    const page = await opened([movesOf(500)]);
    expect(await page.locator(".diagram button[tabindex='0']").count()).toBe(1);
    // 12 single links, and one between the collapsed lists.
    expect(await page.locator(".links path").count()).toBe(13);
    await page.locator(".before .more summary").click();
    await page.locator(".before .workspace").nth(400).press("ArrowRight");
    expect(await page.locator(".after .more").getAttribute("open")).not.toBeNull();
    expect(await focused(page)).toBe("workspace-0400 comes from Default Project");
  });

  test.each(["light", "dark"] as const)("has no violations that axe-core finds, in %s", async (colorScheme) => {
    const refused = planFor([{ name: "Default Project" }, { name: "Full", workspaces: ["a"] }], [], {
      prune: true,
      organization: "other",
    });
    for (const width of [1240, 420]) {
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
    expect(await page.locator(".after .workspace").textContent()).toContain(HOSTILE);
    expect(requests.filter((url) => url.startsWith("http"))).toEqual([]);
    expect(messages).toEqual([]);
  });

  test("is usable with 1,000 projects and 5,000 workspaces that all move", async () => {
    const workspaces = (index: number): string[] =>
      Array.from({ length: 5 }, (_, inner) => `workspace-${String(index).padStart(4, "0")}-${inner}`);
    const all = Array.from({ length: 1_000 }, (_, index) => index);
    const large = planFor(
      [
        { name: "Default Project" },
        ...all.map((index) => ({ name: `Project ${index}`, workspaces: workspaces(index) })),
      ],
      all.map((index) => ({ name: `Project ${index}`, workspaces: workspaces((index + 1) % 1_000) })),
      { maxMoves: "all" },
    );
    const page = await opened([large]);
    await page.locator(".links path").first().waitFor({ state: "attached" });
    expect(await page.locator(".row").count()).toBe(1_000);
    // Only links near the viewport are drawn.
    expect(await page.locator(".links path").count()).toBeLessThan(300);
    await page.locator(".filter").fill("workspace-0500-3");
    expect(await page.locator(".row:visible").count()).toBe(2);
    expect(messages).toEqual([]);
  });
});

describe("the source of the page", () => {
  test("has a script that is type-checked against the DOM", () => {
    const host = ts.createCompilerHost({});
    const file = ts.createSourceFile("page.js", PAGE_SCRIPT, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
    const options = {
      allowJs: true,
      checkJs: true,
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
    };
    const program = ts.createProgram(["page.js"], options, {
      ...host,
      getSourceFile: (name, ...rest) => (name === "page.js" ? file : host.getSourceFile(name, ...rest)),
      fileExists: (name) => name === "page.js" || host.fileExists(name),
    });
    const problems = ts.getPreEmitDiagnostics(program);
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
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
      planAsHtml([
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

  test("allows only its own style and script, and is the same for equal plans", () => {
    const page = planAsHtml([everyChange()]);
    expect(planAsHtml([structuredClone(everyChange())])).toBe(page);
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)![1]!;
    const hash = createHash("sha256").update(script).digest("base64");
    expect(page).toContain(`script-src &#39;sha256-${hash}&#39;`);
    expect(page).toContain("default-src &#39;none&#39;");
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  });
});
