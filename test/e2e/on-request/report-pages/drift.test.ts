import { flagName } from "../../../../src/cli/report";
import type { Drift } from "../../../../src/engine/plan/comparison";
import { asHtml } from "../../../../src/engine/report/html/page";
import { describeInChromium, textsOf, type PageOptions } from "../../../engine/report/html/browser";
import { driftFor } from "../../../engine/report/organization";
import { expectAccessible } from "./accessible";

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

describeInChromium("the page of drift", (pages) => {
  const opened = (organizations: readonly Drift[], options?: PageOptions) =>
    pages.open(asHtml(organizations, { optionName: flagName }), options);

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
      await expectAccessible(page);
    }
  });
});
