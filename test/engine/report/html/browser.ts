import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type Locator, type Page } from "playwright-core";

const executable = find("chromium");

/**
 * Tests in a real browser, Debian's chromium. Without it they are skipped by name, or fail in CI.
 *
 * @param tests - Are given the browser.
 */
export function describeInChromium(name: string, tests: (pages: Pages) => void): void {
  if (executable !== undefined) describe(name, () => testIn(new Pages(executable), tests));
  else if (process.env["CI"] === "true") {
    describe(name, () => {
      it("needs chromium on the PATH", () => {
        throw new Error("CI must run these tests, and chromium was not found on the PATH.");
      });
    });
  } else describe.skip(`${name} (skipped: no chromium on the PATH)`, () => tests(new Pages("")));
}

function testIn(pages: Pages, tests: (pages: Pages) => void): void {
  beforeAll(() => pages.launch());
  beforeEach(() => pages.forget());
  afterAll(() => pages.close());
  tests(pages);
}

export interface PageOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
}

/** A browser that opens files. */
export class Pages {
  /** What the pages of the test asked for, and what they and the browser said. */
  readonly requests: string[] = [];
  readonly messages: string[] = [];
  #browser: Browser | undefined;
  #folder = "";

  constructor(private readonly executablePath: string) {}

  async launch(): Promise<void> {
    const { executablePath } = this;
    this.#folder = mkdtempSync(join(tmpdir(), "tfprojects-page-"));
    this.#browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 0 });
  }

  forget(): void {
    this.requests.length = 0;
    this.messages.length = 0;
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    rmSync(this.#folder, { recursive: true });
  }

  async open(html: string, { colorScheme = "light", width = 1240 }: PageOptions = {}): Promise<Page> {
    const path = join(this.#folder, "page.html");
    writeFileSync(path, html);
    const viewport = { width, height: 900 };
    const context = await this.#browser!.newContext({ colorScheme, reducedMotion: "reduce", viewport });
    // Jest has the only timeout.
    context.setDefaultTimeout(0);
    const page = await context.newPage();
    page.on("request", (request) => this.requests.push(request.url()));
    page.on("console", (message) => this.messages.push(message.text()));
    page.on("pageerror", (error) => this.messages.push(String(error)));
    page.on("dialog", (dialog) => {
      this.messages.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(pathToFileURL(path).href);
    return page;
  }
}

/** The texts of elements, with single spaces. */
export async function textsOf(elements: Locator): Promise<string[]> {
  return (await elements.allTextContents()).map((it) => it.replace(/\s+/g, " ").trim());
}

function find(command: string): string | undefined {
  try {
    return execFileSync("which", [command], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
