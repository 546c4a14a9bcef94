import type { Gate } from "../../../src/engine/organization";
import { planOrganization } from "../../../src/engine/plan/plan";
import { code, organization } from "./organization-with-rules";

const unknown = (reason: string) => ({ kind: "unknown", reason }) as const;
const GATES: readonly Gate[] = [
  { address: "data.a", dependents: ["m.net", "m.web"], conditions: [unknown("It is secret."), unknown("It is new.")] },
  {
    address: "data.b",
    dependents: ["m.web"],
    conditions: [{ kind: "verdict", run: { runId: "run-1" }, advisoryFailures: "block" }],
  },
  { address: "data.a", dependents: [], conditions: [unknown("It is new.")] },
];

/** The warnings of code with these gates, which creates a project if the organization does not have it. */
const warnings = (gates: readonly Gate[] | undefined, ...projects: readonly string[]): unknown =>
  planOrganization(
    { ...code({ Net: {} }), gates },
    organization(Object.fromEntries(["Default", ...projects].map((name) => [name, []]))),
  ).warnings;

test("gates are a warning, with what waits for them and what is not known of them, each once", () => {
  expect(warnings(GATES)).toEqual([
    {
      kind: "gate",
      addresses: ["data.a", "data.b", "m.net", "m.web"],
      gates: ["data.a", "data.b"],
      dependents: ["m.net", "m.web"],
      unknown: ["data.a: It is secret.", "data.a: It is new."],
    },
  ]);
});

test("there is no warning without gates, or if there is nothing to apply", () => {
  expect([warnings(undefined), warnings([]), warnings(GATES, "Net")]).toEqual([[], [], []]);
});
