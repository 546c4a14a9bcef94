import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandLine, waitForExit } from "../../cli/command-line";
import { project, stateWith } from "../../migrate/configurations";
import { sharedBundle } from "../../support/shared-bundle";

/** Says where it is initialized, and waits until it is let go. */
const TERRAFORM = '#!/bin/sh\npwd -P > "$STARTED"\ncat "$RELEASE"\n';
const CODE = 'provider "tfe" {\n  organization = "acme"\n}\nresource "tfe_project" "a" {\n  name = "A"\n}\n';

let cli: CommandLine;
let folder: string;
beforeAll(() => {
  cli = CommandLine.build();
  sharedBundle("src/provider/main.ts", join(cli.folder, "terraform-provider-tfprojects"));
  folder = mkdtempSync(join(tmpdir(), "tfprojects-interrupted-"));
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s while a copy is validated removes the copy, and nothing is written", async (signal, status) => {
  const at = (...names: string[]): string => join(folder, signal, ...names);
  for (const name of ["bin", "code", "tmp"]) mkdirSync(at(name), { recursive: true });
  writeFileSync(at("bin/terraform"), TERRAFORM);
  chmodSync(at("bin/terraform"), 0o755);
  writeFileSync(at("code/main.tf"), CODE);
  writeFileSync(at("state.json"), JSON.stringify(stateWith([project("a", "prj-a")])));
  const [STARTED, RELEASE] = [at("started"), at("release")];
  execFileSync("mkfifo", [STARTED, RELEASE]);

  const child = cli.start(["migrate", at("code"), "--edit", "--offline", "--state", at("state.json")], {
    PATH: `${at("bin")}:${process.env["PATH"]}`,
    TMPDIR: at("tmp"),
    STARTED,
    RELEASE,
  });
  child.stdin.end();
  const ended = waitForExit(child);
  const copy = (await readFile(STARTED, "utf8")).trim();
  const [own] = readdirSync(at("tmp"));
  expect([copy.startsWith(at("tmp", own!)), statSync(at("tmp", own!)).mode & 0o777]).toEqual([true, 0o700]);
  expect(readFileSync(join(copy, "main.tf"), "utf8")).toBe(CODE);
  child.kill(signal);
  await new Promise((resolve) => child.once("exit", resolve));
  expect(readdirSync(at("tmp"))).toEqual([]);
  await writeFile(RELEASE, "");
  expect((await ended).status).toBe(status);
  expect([readdirSync(at("code")), readFileSync(at("code/main.tf"), "utf8")]).toEqual([["main.tf"], CODE]);
});
