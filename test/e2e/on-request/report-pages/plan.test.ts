import type { Locator, Page } from "playwright-core";
import type { Plan } from "../../../../src/engine/plan/comparison";
import { asHtml } from "../../../../src/engine/report/html/page";
import { describeInChromium, textsOf, type PageOptions } from "../../../engine/report/html/browser";
import { planFor } from "../../../engine/report/organization";
import { everyChange, largePlan, movesOf } from "../../../engine/report/scenarios";
import { expectAccessible } from "./accessible";

describeInChromium("the page of a plan", (pages) => {
  const opened = (organizations: readonly Plan[], options?: PageOptions) => pages.open(asHtml(organizations), options);

  /** The project that the last link led to. */
  const target = (page: Page): Promise<string> => page.evaluate("document.querySelector(':target').textContent");

  /** The text of an element, with single spaces. */
  const textOf = async (element: Locator): Promise<string> => (await textsOf(element)).join(" ");

  test("has a filter, which a link to a hidden project empties", async () => {
    const page = await opened([everyChange()]);
    await page.locator(".filter").fill("etl-night");
    expect(await page.locator(".row:visible").count()).toBe(2);
    expect(await page.locator(".found").textContent()).toBe("2 of 6 changed projects, 0 of 1 unchanged");
    await page.locator(".warnings a").first().press("Enter");
    expect(await target(page)).toBe("Legacy");
    expect(await page.locator(".row:visible").count()).toBe(6);
    await page.locator(".filter").press("x");
    expect(await page.locator(".row:visible").count()).toBe(0);
    await page.keyboard.press("Escape");
    expect(await page.locator(".row:visible").count()).toBe(6);
    expect(pages.messages).toEqual([]);
  });

  test("links moves to their other project", async () => {
    const page = await opened([everyChange()]);
    await page.locator(".before .route", { hasText: "Default Project" }).first().click();
    expect(await target(page)).toBe("Default Project");
    await page.locator(".after .route", { hasText: "Legacy" }).click();
    expect(await target(page)).toBe("Legacy");
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

  test("draws the links of a collapsed list from its summary", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `w${String(index).padStart(2, "0")}`);
    const page = await opened([
      planFor(
        [{ name: "Default Project", workspaces: names }, ...names.map((name) => ({ name: `To ${name}` }))],
        names.map((name) => ({ name: `To ${name}`, workspaces: [name] })),
        { maxMoves: "all" },
      ),
    ]);
    await page.locator(".links path").first().waitFor({ state: "attached" });
    expect(await page.locator(".links path").count()).toBe(40);
    await page.locator(".filter").fill("w30");
    expect(await page.locator(".before .more").getAttribute("open")).not.toBeNull();
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
    expect(await target(page)).toBe("Data");
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
      "Project Charlie, only workspaces move",
      "Project Delta, created",
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
      await expectAccessible(page);
    }
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
    expect(pages.messages).toEqual([]);
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
    expect(pages.messages).toEqual([]);
  });
});
