import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleExecutable } from "../../scripts/bundle";
import { reference } from "../in-process-terraform";
import { BothTerraforms, type Resources } from "../support/both-terraforms";
import { describeWithDefaultTerraform } from "../support/terraform";

const build = mkdtempSync(join(tmpdir(), "recording-test-"));
const executable = join(build, "terraform-provider-recording");
beforeAll(() => bundleExecutable("test/plugin/recording-provider/main.ts", executable));
afterAll(() => rmSync(build, { recursive: true, force: true }));

/** Each depends on the one before: Terraform promises no order of what is independent. */
const CHAIN: Resources = {
  "recording_a.it": { value: "one" },
  "recording_b.it": { value: "two", input: reference("recording_a.it", "output") },
  "recording_c.it": { value: "three", depends_on: ["recording_b.it"] },
  "data.recording_source.it": { of: reference("recording_c.it", "id") },
};

describeWithDefaultTerraform(
  "Terraform in process makes the calls of the real one, and ends with the same state",
  () => {
    let both: BothTerraforms;
    afterEach(() => both.remove());

    const launched = () => BothTerraforms.startLaunched(executable);
    const attached = () => BothTerraforms.start();

    // That a connection stands for a launch is shown here: for the other tests Terraform connects.
    test.each([
      ["launches", launched],
      ["connects to", attached],
    ])("when it creates a chain, plans no changes, and destroys it, with a provider that it %s", async (_, start) => {
      both = (await start()).configure(CHAIN);
      expect(await both.expectSame("plan")).toBe(true);
      await both.expectSame("apply");
      await both.expectSame("apply");
      await both.expectSame("plan", "-refresh=false");
      await both.expectSame("destroy");
    });

    test("when one object is replaced, one is removed from the code and one is updated", async () => {
      both = await attached();
      await both.configure(CHAIN).expectSame("apply");
      both.configure({
        "recording_a.it": { value: "changed", fixed: "here" },
        "recording_c.it": { value: reference("recording_a.it", "id") },
        "data.recording_source.it": { of: reference("recording_c.it", "id") },
      });
      expect(await both.expectSame("apply")).toBe(true);
      await both.expectSame("apply", "-replace=recording_c.it");
      await both.expectSame("destroy", "-refresh=false");
    });

    test("when objects with dependents and with dependencies are removed from the code", async () => {
      both = await attached();
      await both.configure(CHAIN).expectSame("apply");
      const staying = { value: "still here", depends_on: ["recording_a.it"] };
      both.configure({ "recording_a.it": { value: "one" }, "recording_c.it": staying });
      expect(await both.expectSame("apply")).toBe(true);
      expect(await both.configure({ "recording_c.it": { value: "still here" } }).expectSame("apply")).toBe(true);
    });

    test.each([
      ["a creation fails", "fail-create"],
      ["a creation fails half-way", "half-create"],
      ["a plan fails", "fail-plan"],
    ])("when %s, and then works", async (_, behaviour) => {
      both = await attached();
      both.configure({ ...CHAIN, "recording_b.it": { ...CHAIN["recording_b.it"], behaviour } });
      expect(await both.expectSame("apply")).toBe(false);
      await both.expectSame("plan");
      both.configure(CHAIN);
      expect(await both.expectSame("apply")).toBe(true);
      await both.expectSame("destroy");
    });

    test("when an update and a deletion fail", async () => {
      both = await attached();
      await both.configure(CHAIN).expectSame("apply");
      const failing = { ...CHAIN["recording_b.it"], value: "2", behaviour: "fail-update" };
      expect(await both.configure({ ...CHAIN, "recording_b.it": failing }).expectSame("apply")).toBe(false);
      const kept = { ...CHAIN["recording_c.it"], behaviour: "fail-delete" };
      await both.configure({ ...CHAIN, "recording_c.it": kept }).expectSame("apply");
      expect(await both.expectSame("destroy")).toBe(false);
      expect(await both.configure({}).expectSame("apply")).toBe(false);
    });

    test("when one object is changed and another deleted out of band", async () => {
      both = await attached();
      await both.configure(CHAIN).expectSame("apply");
      both.outside((folder) => {
        const file = join(folder, "recording_a.json");
        writeFileSync(file, readFileSync(file, "utf8").replace('"one"', '"other"'));
        rmSync(join(folder, "recording_c.json"));
      });
      await both.expectSame("plan");
      await both.expectSame("apply", "-refresh-only");
      await both.expectSame("apply");
    });

    test("when an object that was changed out of band is removed from the code", async () => {
      both = await attached();
      await both.configure(CHAIN).expectSame("apply");
      both.outside((folder) => {
        const file = join(folder, "recording_c.json");
        writeFileSync(file, readFileSync(file, "utf8").replace('"three"', '"other"'));
      });
      const { "recording_a.it": a, "recording_b.it": b } = CHAIN;
      expect(await both.configure({ "recording_a.it": a!, "recording_b.it": b! }).expectSame("apply")).toBe(true);
    });

    test("when data sources are read before and after what they depend on changes", async () => {
      both = await attached();
      const code = (value: string): Resources => ({
        "recording_a.it": { value },
        "data.recording_source.it": { of: "recording_a", depends_on: ["recording_a.it"] },
        "recording_b.it": { value: reference("data.recording_source.it", "found") },
        "data.recording_source.last": { of: reference("recording_b.it", "id") },
      });
      await both.configure(code("one")).expectSame("apply");
      await both.configure(code("two")).expectSame("apply");
      await both.expectSame("plan");
    });

    test("when an object is imported", async () => {
      both = await attached();
      both.outside((folder) => {
        mkdirSync(folder, { recursive: true });
        const found = { id: "recording_a-7", value: "one", input: null, fixed: null, output: "ONE", behaviour: null };
        writeFileSync(join(folder, "recording_a.json"), JSON.stringify(found));
      });
      both.configure({ "recording_a.it": { value: "one" } });
      expect(await both.expectSame("import", "recording_a.it", "recording_a-8")).toBe(false);
      expect(await both.expectSame("import", "recording_a.it", "recording_a-7")).toBe(true);
      await both.expectSame("apply");
    });

    test("when objects are moved, also to another type", async () => {
      both = await attached();
      // One after the other: Terraform promises no order of what is independent.
      await both.configure({ "recording_a.it": { value: "one" } }).expectSame("apply");
      const before = { "recording_a.it": { value: "one" }, "recording_c.it": { value: "three" } };
      await both.configure(before).expectSame("apply");
      both.outside((folder) => {
        const state = readFileSync(join(folder, "recording_a.json"), "utf8");
        writeFileSync(join(folder, "recording_b.json"), state);
      });
      const moved = [
        { from: "recording_a.it", to: "recording_b.moved" },
        { from: "recording_c.it", to: "recording_c.moved" },
      ];
      both.configure({ "recording_b.moved": { value: "one" }, "recording_c.moved": { value: "three" } }, moved);
      await both.expectSame("plan");
      expect(await both.expectSame("apply")).toBe(true);
      expect(await both.expectSame("apply")).toBe(true);
      // Nothing says how to make one of these two.
      both.configure({ "recording_d.it": { value: "one" } }, [{ from: "recording_b.moved", to: "recording_d.it" }]);
      expect(await both.expectSame("plan")).toBe(false);
    });

    test("when the code does not match the schema", async () => {
      both = await attached();
      expect(await both.configure({ "recording_a.it": { id: "mine" } }).expectSame("validate")).toBe(false);
      expect(await both.configure({ "data.recording_source.it": {} }).expectSame("plan")).toBe(false);
    });
  },
);
