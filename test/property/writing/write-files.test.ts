import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sharedBundle } from "../../support/shared-bundle";
import { canMount, onSmallDisk } from "../../support/small-disk";
import { casesOf, fc, SEED } from "../../support/property";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-writing-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const needsMount = canMount ? test : test.skip;

needsMount(`on a disk that becomes full, all files are written or none (TFPROJECTS_SEED=${SEED})`, async () => {
  const script = join(folder, "trials.js");
  sharedBundle("test/property/writing/small-disk-trials.ts", script);
  const disk = mkdtempSync(join(folder, "disk-"));
  const env = { TFPROJECTS_SEED: String(SEED), TFPROJECTS_CASES: String(casesOf(300)) };
  const output = await onSmallDisk(disk, "size=256k,nr_inodes=40", `'${process.execPath}' '${script}'`, env);
  const { written, refused } = JSON.parse(output) as { readonly written: number; readonly refused: number };
  expect(Math.min(written, refused)).toBeGreaterThan(casesOf(300) / 10);
});

const kills = casesOf(10);

test(`a kill leaves the old or the new content of each file, ${kills} times (TFPROJECTS_SEED=${SEED})`, async () => {
  const script = join(folder, "write-forever.js");
  sharedBundle("test/property/writing/write-forever.ts", script);
  const own = mkdtempSync(join(folder, "killed-"));
  const names = ["a.tf", "b.tf", "c.tf"];
  const contentOf = (count: number): string => `${count}\n${String(count).repeat(20_000)}\nend\n`;
  for (const name of names) writeFileSync(join(own, name), contentOf(0));
  let last = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(50), async (delay) => {
      const child = spawn(process.execPath, [script, String(last), ...names], {
        cwd: own,
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      await setTimeout(delay);
      child.kill("SIGKILL");
      await once(child, "close");
      const before = last;
      for (const name of names) {
        const text = readFileSync(join(own, name), "utf8");
        const count = Number(text.split("\n", 1)[0]);
        expect(text === contentOf(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(before);
        last = Math.max(last, count);
      }
      for (const name of readdirSync(own)) if (!names.includes(name)) rmSync(join(own, name));
    }),
    { numRuns: kills, endOnFailure: true },
  );
  expect(last).toBeGreaterThan(0);
});
