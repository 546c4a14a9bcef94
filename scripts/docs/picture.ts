import { chromium } from "playwright-core";
import { findExecutable } from "../../src/terraform/find-executable";
import { demoPlanPage } from "./demo";

/** Relative to docs/. */
export const PICTURE = "images/plan.png";

/** Limits the size, because README shows the picture. */
export const MAX_PICTURE_BYTES = 200_000;

/** In pixels, above the heading. */
const MARGIN = 24;

/**
 * A picture of the projects before and after in the page of a plan, as PNG; undefined without Chromium.
 *
 * @throws Error if it is too large
 */
export async function planPicture(): Promise<Buffer | undefined> {
  const executablePath = findExecutable("chromium", process.env);
  if (executablePath === undefined) return undefined;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1080, height: 900 } });
    const page = await context.newPage();
    await page.setContent(await demoPlanPage());
    const heading = await page.getByRole("heading", { name: "Projects before and after" }).boundingBox();
    const whole = await page.locator("body").boundingBox();
    if (heading === null || whole === null) throw new Error("The page of the plan has no projects before and after.");
    const top = heading.y - MARGIN;
    const clip = { x: 0, y: top, width: whole.width, height: whole.y + whole.height - top };
    const picture = await page.screenshot({ fullPage: true, clip });
    if (picture.length > MAX_PICTURE_BYTES) {
      throw new Error(`The picture has ${picture.length} bytes; README allows ${MAX_PICTURE_BYTES}.`);
    }
    return picture;
  } finally {
    await browser.close();
  }
}
