import { Progress } from "../../src/cli/progress";
import { NO_SETTINGS } from "../../src/model";
import type { ApplyEvent, EngineEvent, Work } from "../../src/engine/events";

const READING: Work = { kind: "read", organization: "acme", address: "https://tfe.example.com" };
const applying = (actions: number): Work => ({ kind: "apply", organization: "acme", actions });
const started = (work: Work): EngineEvent => ({ kind: "started", work });
const forever = () => new Promise<never>(() => undefined);
const REQUEST: EngineEvent = { kind: "request" };
const changed = (outcome: "started" | "done"): ApplyEvent => ({
  kind: "action",
  action: {
    id: "delete Old",
    kind: "delete",
    reason: "not in the code",
    dependsOn: [],
    projectId: "prj-1",
    before: { ...NO_SETTINGS, name: "Old" },
    after: null,
  },
  outcome: outcome === "started" ? "started" : { kind: "done" },
});

/** The writes to stderr, which is not a terminal here. */
let written: string[];
const { isTTY } = process.stderr;

beforeEach(() => {
  jest.useFakeTimers();
  written = [];
  process.stderr.isTTY = false;
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  process.stderr.isTTY = isTTY;
  jest.useRealTimers();
});

describe("without a terminal", () => {
  test("a long task prints a line with its count every ten seconds", () => {
    const progress = new Progress();
    progress.notify(started(applying(2000)));
    for (let step = 0; step < 300; step += 1) progress.notify(changed("done"));
    jest.advanceTimersByTime(9_999);
    expect(written).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(written).toEqual(["Applying changes to acme: 300 of 2000 changes\n"]);
    // Those of the changes, which are no changes.
    progress.notify(REQUEST);
    progress.notify(changed("started"));
    progress.notify(changed("done"));
    jest.advanceTimersByTime(20_000);
    expect(written.slice(1)).toEqual(Array(2).fill("Applying changes to acme: 301 of 2000 changes\n"));
  });

  test("a finished task prints nothing", () => {
    const progress = new Progress();
    progress.notify(started(READING));
    progress.stop();
    jest.advanceTimersByTime(60_000);
    expect(written).toEqual([]);
  });

  test("a task that counts nothing prints what it does", () => {
    const progress = new Progress();
    void progress.during("Checking the connection", forever);
    jest.advanceTimersByTime(10_000);
    expect(written).toEqual(["Checking the connection\n"]);
    progress.stop();
  });

  test("the latest task is shown, with its status in place of a count: each change at once, then every ten seconds", () => {
    const progress = new Progress();
    progress.notify(started(READING));
    void progress.during("Waiting for run-1", forever);
    progress.setStatus("post_plan pending");
    expect(written.splice(0)).toEqual(["Waiting for run-1: post_plan pending\n"]);
    jest.advanceTimersByTime(9_999);
    progress.setStatus("post_plan pending");
    expect(written).toEqual([]);
    progress.setStatus("post_plan running");
    expect(written.splice(0)).toEqual(["Waiting for run-1: post_plan running\n"]);
    jest.advanceTimersByTime(9_999);
    expect(written).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(written).toEqual(["Waiting for run-1: post_plan running\n"]);
    progress.stop();
  });
});

describe("on a terminal", () => {
  /** Spinners that were started and not stopped: their texts. */
  let spinning: string[];
  let loaded: (create: Spinners) => void;
  let progress: Progress;
  type Spinners = Awaited<ReturnType<NonNullable<ConstructorParameters<typeof Progress>[0]>>>;

  beforeEach(() => {
    process.stderr.isTTY = true;
    spinning = [];
    const loading = new Promise<Spinners>((resolve) => (loaded = resolve));
    progress = new Progress(() => loading);
  });

  const create = (({ text = "" }) => ({
    text,
    start() {
      spinning.push(text);
      return this;
    },
    stop() {
      spinning.splice(spinning.indexOf(text), 1);
      return this;
    },
  })) as Spinners;

  test("a task that ends and another that starts while the spinner is loaded have one spinner, which ends", async () => {
    progress.notify(started(READING));
    jest.advanceTimersByTime(400);
    progress.stop();
    progress.notify(started(applying(3)));
    loaded(create);
    await jest.advanceTimersByTimeAsync(0);
    expect(spinning).toEqual([]);
    await jest.advanceTimersByTimeAsync(400);
    expect(spinning).toEqual(["Applying changes to acme: 0 of 3 changes"]);
    progress.stop();
    expect(spinning).toEqual([]);
  });
});
