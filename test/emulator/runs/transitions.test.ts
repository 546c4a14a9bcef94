import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import type { HasStatus } from "../../../src/emulator/runs/transitions";
import { transition } from "../../../src/emulator/runs/transitions";
import type { StateMachine } from "../../../src/emulator/runs/transitions";
import { isFinal, POLICY_EVALUATION, TASK_RESULT, TASK_STAGE } from "../../../src/emulator/runs/transitions";
import { TableStore } from "../../../src/emulator/engine/store";
import { KINDS } from "../../../src/emulator/service-kinds";
import { Clock } from "../../../src/emulator/clock";
import { RUN_STAGES, TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../../src/model";
import { HttpClient, resource } from "../http-client";
import { casesOf, fc, SEED } from "../../support/property";
import { PAGES, shows } from "../../fidelity";

describe("the tables", () => {
  test("lead to every documented status", () => {
    expect(reachable(TASK_STAGE)).toEqual([...TASK_STAGE_STATUSES].sort());
    expect(reachable(TASK_RESULT)).toEqual([...TASK_RESULT_STATUSES].sort());
  });

  shows.documented(
    PAGES,
    "stage-rules: Final statuses of results",
    "passed, failed, errored, canceled and unreachable do not change.",
    { client: "The client returns the status as sent." },
  );
  test("contain no transition from a final status", () => {
    const final = TASK_RESULT_STATUSES.filter((status) => isFinal(TASK_RESULT, status));
    expect(final).toEqual(["passed", "failed", "errored", "canceled", "unreachable"]);
  });

  test("contain no transition twice", () => {
    for (const { transitions } of [TASK_STAGE, TASK_RESULT, POLICY_EVALUATION]) {
      const keys = transitions.map(({ from, to, trigger }) => `${from} ${to} ${trigger}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test("reject every other change, except out of band", () => {
    const store = new TableStore(KINDS, new Clock(() => 0));
    const passed: HasStatus<"passed"> = { id: "taskrs-1", status: "passed", statusTimestamps: {}, updatedAt: "" };
    expect(() => transition(store, TASK_RESULT, passed, "failed", "report")).toThrow(
      "task result taskrs-1 cannot go from passed to failed by report.",
    );
    expect(transition(store, TASK_RESULT, passed, "failed", "control").status).toBe("failed");
  });

  function reachable<Status extends string>(machine: StateMachine<Status>): Status[] {
    return [...new Set([machine.initial, ...machine.transitions.map(({ to }) => to)])].sort();
  }
});

type Doing =
  | { readonly does: "report"; readonly at: number; readonly status: "running" | "passed" | "failed" }
  | { readonly does: "policy"; readonly at: number; readonly status: "running" | "passed" | "failed" | "errored" }
  | { readonly does: "override"; readonly at: number }
  | { readonly does: "cancel" | "discard" | "apply" }
  | { readonly does: "wait"; readonly seconds: number };

const doing: fc.Arbitrary<Doing> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("report"),
      at: fc.nat(),
      status: fc.constantFrom("running", "passed", "passed", "failed"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("policy"),
      at: fc.nat(),
      status: fc.constantFrom("running", "passed", "failed", "errored"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("override"), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom("cancel", "discard", "apply", "apply") }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("wait"),
      seconds: fc.constantFrom(0.5, 1, 60, 599, 600, 3600),
    }),
  },
);

const levels = fc.constantFrom("mandatory" as const, "mandatory" as const, "advisory" as const);
const stages = fc.constantFrom(...RUN_STAGES);
const run = fc.record({
  tasks: fc.array(fc.record({ name: fc.constantFrom("scan", "cost"), stage: stages, enforcementLevel: levels }), {
    maxLength: 5,
  }),
  policyEvaluations: fc.array(fc.record({ stage: stages, enforcementLevel: levels, overridable: fc.boolean() }), {
    maxLength: 2,
  }),
  overridable: fc.boolean(),
  autoApply: fc.boolean(),
});

/** A record in the state file, one after each change. */
interface Kept {
  readonly id: string;
  readonly status: string;
  readonly statusTimestamps: Readonly<Record<string, string>>;
}

shows("stage-rules: Final statuses of results");
test(`only transitions of the tables occur (TFPROJECTS_SEED=${SEED})`, async () => {
  const check = fc.asyncProperty(run, fc.array(doing, { minLength: 1, maxLength: 25 }), async (given, doings) => {
    const folder = mkdtempSync(join(tmpdir(), "tfprojects-transitions-"));
    const stateFile = join(folder, "state.jsonl");
    const start = Date.UTC(2026, 10, 2, 12);
    const emulator = await Emulator.start({ stateFile, now: () => start });
    let passed = 0;
    try {
      const workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
      const { id } = emulator.runs.start({ ...given, workspaceId });
      for (const it of doings) {
        await does(emulator, id, it);
        if (it.does === "wait") passed += it.seconds;
      }
      expect(emulator.state().runs[0]!.status).toEqual(expect.any(String));
      judge(readFileSync(stateFile, "utf8"), start + passed * 1000);
    } finally {
      await emulator.stop();
      rmSync(folder, { recursive: true });
    }
  });
  await fc.assert(check, { numRuns: casesOf(60) });
});

/** Responses that are not a bug of the emulator: success, or a rejection. */
const EXPECTED = [200, 202, 401, 409];

async function does(emulator: Emulator, runId: string, it: Doing): Promise<void> {
  const http = new HttpClient(emulator);
  const { taskStages } = emulator.state().runs[0]!;
  const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(from.length, 1)];
  switch (it.does) {
    case "report": {
      const result = pick(
        taskStages.flatMap(({ taskResults }) => taskResults),
        it.at,
      );
      if (result === undefined) return;
      const task = new HttpClient(emulator, emulator.runs.accessToken(result.id));
      const body = resource("task-results", { status: it.status });
      expect(EXPECTED).toContain((await task.patch(`/task-results/${result.id}/callback`, body)).status);
      return;
    }
    case "policy": {
      const open = taskStages.flatMap(({ policyEvaluations }) => policyEvaluations);
      const evaluation = pick(
        open.filter(({ status }) => status === "pending"),
        it.at,
      );
      if (evaluation !== undefined) emulator.runs.reportPolicyEvaluation(evaluation.id, it.status);
      return;
    }
    case "override": {
      const stage = pick(taskStages, it.at);
      if (stage === undefined) return;
      expect(EXPECTED).toContain((await http.post(`/task-stages/${stage.id}/actions/override`)).status);
      return;
    }
    case "wait":
      emulator.clock.advance(it.seconds);
      return;
    default:
      expect(EXPECTED).toContain((await http.post(`/runs/${runId}/actions/${it.does}`)).status);
  }
}

/**
 * Each line has its number and a checksum before its content; the final line of a closed file contains no
 * changes.
 */
function changesIn(line: string): readonly { readonly table: string; readonly record: Kept }[] {
  const content: unknown = JSON.parse(line.replace(/^\d+ [0-9a-f]+ /, ""));
  return Array.isArray(content) ? (content as { table: string; record: Kept }[]) : [];
}

/** Checks every status that a record ever had: the state file contains each change. */
function judge(file: string, now: number): void {
  const machines: Readonly<Record<string, StateMachine<string>>> = {
    "task-stages": TASK_STAGE,
    "task-results": TASK_RESULT,
    "policy-evaluations": POLICY_EVALUATION,
  };
  const before = new Map<string, Kept>();
  const [, ...lines] = file.trimEnd().split("\n");
  for (const { table, record } of lines.flatMap(changesIn)) {
    const machine = machines[table];
    if (machine === undefined) continue;
    const old = before.get(record.id);
    before.set(record.id, record);
    for (const time of Object.values(record.statusTimestamps)) expect(Date.parse(time)).toBeLessThanOrEqual(now);
    if (old === undefined) {
      expect(record.status).toBe(machine.initial);
      continue;
    }
    expect(Object.keys(record.statusTimestamps)).toEqual(expect.arrayContaining(Object.keys(old.statusTimestamps)));
    if (old.status === record.status) {
      expect(record.statusTimestamps).toEqual(old.statusTimestamps);
    } else {
      expect(machine.transitions.map(({ from, to }) => `${from} → ${to}`)).toContain(
        `${old.status} → ${record.status}`,
      );
    }
  }
}
