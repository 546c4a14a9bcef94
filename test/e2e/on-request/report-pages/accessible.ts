import axe from "axe-core";
import type { Page } from "playwright-core";

/** Unfolds a page, and expects no violations that axe-core finds, and nothing beyond its width. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const fold of await page.locator("summary").all()) await fold.click();
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>("axe.run()");
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
}
