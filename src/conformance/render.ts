import { listedCheck, type CheckListOptions } from "../engine/report/check-list";
import { toDocument } from "../engine/report/json";
import { pluralize } from "../reconcile";
import { VERSION } from "../version";
import { NEEDS, sentenceOf, titleOf, type Need } from "./check";
import type { Report, Versions } from "./conformance";
import type { CheckResult } from "./run-checks";

/** How the caller names what a check needs, such as an option. */
export type NameOf = (need: Need) => string;

/** Whether everything that could be checked is as expected. */
export function isAsExpected({ results }: Pick<Report, "results">): boolean {
  return results.every(({ status }) => status !== "differs");
}

/** A report for a terminal or a file. Checks that need the same are one line. Pure. */
export function conformanceForTerminal(report: Report, nameOf: NameOf, options: CheckListOptions): string {
  const { results, requests } = report;
  const needing = (need: Need): number => results.filter((it) => needOf(it) === need).length;
  const lines = [
    ...results.filter((it) => needOf(it) === undefined).flatMap((it) => listedCheck(listed(it, nameOf), options)),
    ...NEEDS.filter((need) => needing(need) > 0).flatMap((need) => {
      const label = pluralize(needing(need), "more check");
      return listedCheck(
        { label, status: "skipped", message: reasonText({ needs: need }, nameOf), ...NOTHING_BELOW },
        options,
      );
    }),
  ];
  const heading = `tfprojects ${VERSION}, ${serviceText(report.versions)}`;
  return [heading, "", ...lines, "", `${summaryOf(results)} ${pluralize(requests, "request")}.`].join("\n") + "\n";
}

const NOTHING_BELOW = { details: [], next: [] };

function needOf(result: CheckResult): Need | undefined {
  return result.status === "skipped" && typeof result.reason === "object" ? result.reason.needs : undefined;
}

type Reason = Extract<CheckResult, { status: "skipped" }>["reason"];

function reasonText(reason: Reason, nameOf: NameOf): string {
  return typeof reason === "string" ? reason : `${nameOf(reason.needs)} is needed`;
}

function listed(result: CheckResult, nameOf: NameOf): Parameters<typeof listedCheck>[0] {
  const { check } = result;
  const [label, sentence] = [titleOf(check), withoutLinks(sentenceOf(check))];
  switch (result.status) {
    case "as-expected":
      return {
        ...NOTHING_BELOW,
        label,
        status: "passed",
        message: sentence,
        details: result.found === undefined ? [] : [`Found: ${result.found}`],
      };
    case "differs":
      return {
        label,
        status: "failed",
        message: sentence,
        details: [`Seen: ${result.seen}`, `Check: ${check.id}`],
        next: [`Consequence: ${check.consequence}`],
      };
    case "skipped":
      return { ...NOTHING_BELOW, label, status: "skipped", message: reasonText(result.reason, nameOf) };
  }
}

function withoutLinks(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

function serviceText({ application, api, release }: Versions): string {
  const version = api === undefined ? "" : `, API version ${api}`;
  const name = [application ?? "a service without a name", ...(release === undefined ? [] : [release])].join(" ");
  return `${name}${version}`;
}

function summaryOf(results: readonly CheckResult[]): string {
  const count = (status: CheckResult["status"]): number => results.filter((it) => it.status === status).length;
  const differences = count("differs");
  return (
    `${pluralize(count("as-expected"), "check")} as expected, ` +
    `${differences === 0 ? "no differences" : pluralize(differences, "difference")}, ${count("skipped")} skipped.`
  );
}

/** A report as a JSON document, without names and IDs of others and without tokens. Pure. */
export function conformanceAsJson(report: Report, nameOf: NameOf): string {
  const { wrote, versions, requests, results, left, error } = report;
  return toDocument("conformance", {
    as_expected: isAsExpected(report),
    wrote,
    service: {
      application: versions.application ?? null,
      api_version: versions.api ?? null,
      release: versions.release ?? null,
    },
    requests,
    ...(error === undefined ? {} : { ended_by: error.code }),
    checks: results.map((result) => resultJson(result, nameOf)),
    left: left.map(({ kind, name, id }) => ({ kind, name, id: id ?? null })),
  });
}

function resultJson(result: CheckResult, nameOf: NameOf): object {
  const { check } = result;
  const head = { id: check.id, row: check.row, about: check.about ?? null, status: result.status };
  switch (result.status) {
    case "as-expected":
      return result.found === undefined ? head : { ...head, found: result.found };
    case "differs":
      return { ...head, expected: sentenceOf(check), seen: result.seen, consequence: check.consequence };
    case "skipped":
      return { ...head, reason: reasonText(result.reason, nameOf) };
  }
}
