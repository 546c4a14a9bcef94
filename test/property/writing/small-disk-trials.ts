import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { messageOf } from "../../../src/system-errors";
import { writeFiles } from "../../../src/files/write-files";
import { fc } from "../../support/property";

/*
 * Runs in an empty file system of 256 KB with 40 inodes. Writes random files while random space is left, and checks
 * that all of them are new or all of them are old. Prints how often which was the case.
 */

const MAX_BYTES = 40_000;

const anyFile = fc.record({
  old: fc.option(fc.nat(MAX_BYTES), { nil: undefined }),
  now: fc.nat(MAX_BYTES),
  isKnown: fc.boolean(),
});

const counts = { written: 0, refused: 0 };

const property = fc.asyncProperty(
  fc.array(anyFile, { minLength: 1, maxLength: 6 }),
  fc.nat(3 * MAX_BYTES),
  fc.nat(8),
  async (files, bytesLeft, inodesLeft) => {
    for (const name of readdirSync(".")) rmSync(name);
    const before = new Map<string, string>();
    const after = new Map<string, string>();
    for (const [index, { old, now }] of files.entries()) {
      if (old !== undefined) before.set(`file-${index}`, "o".repeat(old));
      after.set(`file-${index}`, "n".repeat(now));
    }
    for (const [name, content] of before) writeFileSync(name, content);
    const fillers = fill(bytesLeft, inodesLeft);
    const error = await writeFiles(
      files.map(({ isKnown }, index) => {
        const [path, found] = [`file-${index}`, before.get(`file-${index}`)];
        const known = found === undefined ? null : Buffer.from(found);
        return { path, content: after.get(path) ?? "", ...(isKnown ? { found: known } : {}) };
      }),
      { advice: "" },
    ).then(
      () => undefined,
      (reason: unknown) => messageOf(reason),
    );
    for (const name of fillers) rmSync(name);
    const expected = error === undefined ? after : before;
    const found = new Map(readdirSync(".").map((name) => [name, readFileSync(name, "utf8")]));
    const isSame =
      found.size === expected.size && [...expected].every(([name, content]) => found.get(name) === content);
    if (!isSame)
      throw new Error(`Neither old nor new: ${[...found].map(([name, it]) => `${name} ${it.length}`).join()}`);
    if (error === undefined) counts.written += 1;
    else if (error.includes("no space is left on the disk (ENOSPC)")) counts.refused += 1;
    else throw new Error(`Another error: ${error}`);
  },
);

/** Leaves only so much space. Returns the names of the files that take the rest. */
function fill(bytesLeft: number, inodesLeft: number): readonly string[] {
  const names = ["filler"];
  try {
    for (;;) writeFileSync("filler", Buffer.alloc(4096), { flag: "a" });
  } catch {
    truncateSync("filler", Math.max(0, statSync("filler").size - bytesLeft));
  }
  try {
    for (let index = 0; ; index += 1) {
      writeFileSync(`empty-${index}`, "");
      names.push(`empty-${index}`);
    }
  } catch {
    for (const name of names.splice(Math.max(1, names.length - inodesLeft))) rmSync(name);
  }
  return names;
}

void fc.assert(property, { endOnFailure: true }).then(
  () => void process.stdout.write(JSON.stringify(counts)),
  (error: unknown) => {
    process.stderr.write(String(error));
    process.exitCode = 1;
  },
);
