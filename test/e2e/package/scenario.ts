import type { Seed } from "../../../src/emulator";
import { findRegistry, Newcomer } from "../../support/newcomer";
import { PackageRegistry } from "../../support/package-registry";

/** Packages of others, unless `npm run test:package` runs the tests: none that is published after this day. */
const PACKAGES_AS_OF = "2026-11-20";

/** What a newcomer does, from an empty folder on. */
export interface Scenario {
  readonly name: string;
  /** Of the organization acme. @default - it is empty */
  readonly seed?: Seed | undefined;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly title: string;
  readonly needs?: readonly Need[];
  /** The commands of a document that it runs. */
  readonly documented?: Documented;
  readonly run: (newcomer: Newcomer) => Promise<void> | void;
}

/** A program that not every machine has: why a step is skipped by name, or undefined where the program is. */
export type Need = string | undefined;

/** Blocks of a document, by how they begin. */
interface Documented {
  readonly file: string;
  readonly begins: string;
}

const TAKES_NEWEST = process.env["TFPROJECTS_PACKAGE"] === "newest";

/** Runs the steps of each scenario one after the other. Without a registry all are skipped by name. */
export function describeScenarios(scenarios: readonly Scenario[]): void {
  const npm = findRegistry();
  let registry: PackageRegistry | undefined;
  beforeAll(async () => {
    if (npm !== undefined) registry = await PackageRegistry.start(npm.address);
  });
  afterAll(() => registry?.stop());

  for (const scenario of scenarios) {
    if (npm !== undefined)
      describe(scenario.name, () => describeSteps(scenario, () => ({ registry: registry!, cache: npm.cache })));
    else
      describe.skip(`${scenario.name} (skipped: the registry of npm cannot be reached)`, () =>
        describeSteps(scenario, undefined));
  }
}

function describeSteps(
  { steps, seed }: Scenario,
  source: (() => { readonly registry: PackageRegistry; readonly cache: string }) | undefined,
): void {
  let newcomer: Newcomer | undefined;
  let failed = false;
  beforeAll(async () => {
    if (source !== undefined)
      newcomer = await Newcomer.create({ ...source(), before: TAKES_NEWEST ? undefined : PACKAGES_AS_OF, seed });
  });
  afterAll(() => newcomer?.leave());

  for (const { title, needs = [], run: perform } of steps) {
    const missing = needs.find((need) => need !== undefined);
    if (missing !== undefined) test.skip(`${title} (skipped: ${missing})`, () => undefined);
    else
      test(title, async () => {
        if (failed) throw new Error("An earlier step has failed.");
        failed = true;
        await perform(newcomer!);
        failed = false;
      });
  }
}
