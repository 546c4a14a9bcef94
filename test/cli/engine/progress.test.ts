import { Progress } from "../../../src/cli/engine/progress";

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
    progress.start("Applying to acme", "changes", 2000);
    for (let step = 0; step < 300; step += 1) progress.increment();
    jest.advanceTimersByTime(9_999);
    expect(written).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(written).toEqual(["Applying to acme: 300 of 2000 changes\n"]);
    progress.increment();
    jest.advanceTimersByTime(20_000);
    expect(written.slice(1)).toEqual(Array(2).fill("Applying to acme: 301 of 2000 changes\n"));
  });

  test("a finished task prints nothing", () => {
    const progress = new Progress();
    progress.start("Reading acme", "requests");
    progress.stop();
    jest.advanceTimersByTime(60_000);
    expect(written).toEqual([]);
  });

  test("the latest task is shown, with its status in place of a count", () => {
    const progress = new Progress();
    progress.start("Reading acme", "requests");
    progress.start("Waiting for run-1", "");
    progress.setStatus("post_plan running");
    jest.advanceTimersByTime(10_000);
    expect(written).toEqual(["Waiting for run-1: post_plan running\n"]);
    progress.stop();
  });
});
