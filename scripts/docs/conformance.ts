import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { titleOf, sentenceOf, type Need } from "../../src/conformance/check";
import { CHECKS } from "../../src/conformance/checks";
import { conformanceAsJson } from "../../src/conformance/render";
import { nameOf } from "../../src/cli/commands/conformance";
import { ConformanceFixture } from "../../test/conformance/fixture";
import { table } from "./block";
import { documentPath } from "./document";

const REPORTS = documentPath("conformance");

/** The report of the emulator, as reports of services are collected. */
export const EMULATOR_REPORT = join(REPORTS, "emulator.json");

/** Runs all checks on the emulator. */
export async function emulatorReportNow(): Promise<string> {
  const fixture = await ConformanceFixture.start();
  try {
    return conformanceAsJson(await fixture.check(), nameOf);
  } finally {
    await fixture.stop();
  }
}

/** @returns whether it has changed */
export async function writeEmulatorReport(): Promise<boolean> {
  const report = await emulatorReportNow();
  mkdirSync(REPORTS, { recursive: true });
  if (readdirSync(REPORTS).includes("emulator.json") && readFileSync(EMULATOR_REPORT, "utf8") === report) return false;
  writeFileSync(EMULATOR_REPORT, report);
  return true;
}

/** All checks of `tfprojects conformance`. */
export function conformanceChecks(): string {
  const needs = (all: readonly Need[] = []): string => all.map((need) => `\`${nameOf(need)}\``).join(", ");
  return table(
    ["check", "expected", "needs", "if the service differs"],
    CHECKS.map((check) => [
      `\`${check.id}\``,
      `${titleOf(check)}: ${sentenceOf(check).replaceAll("](#", "](fidelity.md#")}`,
      needs(check.needs),
      check.consequence,
    ]),
  );
}

interface Report {
  readonly tfprojects_version: string;
  readonly wrote: boolean;
  readonly service: { readonly application: string | null; readonly release: string | null };
  readonly checks: readonly { readonly id: string; readonly status: string }[];
}

/** The reports in docs/conformance. */
export function conformanceReports(): string {
  const rows = readdirSync(REPORTS).map((file) => {
    const report = JSON.parse(readFileSync(join(REPORTS, file), "utf8")) as Report;
    const { tfprojects_version: version, service, checks } = report;
    const of = (status: string): readonly string[] => checks.filter((it) => it.status === status).map(({ id }) => id);
    return [
      `[${file.replace(/\.json$/, "")}](docs/conformance/${file})`,
      [service.application ?? "–", service.release ?? ""].join(" ").trim(),
      version,
      String(of("as-expected").length),
      of("differs").join(", ") || "none",
      String(of("skipped").length),
    ];
  });
  return table(["report", "names itself", "tfprojects", "as expected", "differs", "skipped"], rows);
}
