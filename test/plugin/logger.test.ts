import { JsonLogger, logLevel } from "../../src/plugin/logger";

function logged(
  log: (logger: JsonLogger) => void,
  options: { level?: "warn" | "off"; redact?: (text: string) => string } = {},
): unknown[] {
  const lines: string[] = [];
  log(new JsonLogger({ module: "provider.test", write: (line) => lines.push(line), ...options }));
  return lines.map((line) => JSON.parse(line) as unknown);
}

describe("the logger", () => {
  it("writes lines for Terraform, with six digits for the fraction of a second", () => {
    const [entry] = logged((logger) => logger.info("hello", { count: 1 }));
    expect(entry).toEqual({
      "@level": "info",
      "@message": "hello",
      "@module": "provider.test",
      "@timestamp": expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
      count: 1,
    });
  });

  it("writes messages at or above its level", () => {
    const entries = logged(
      (logger) => {
        logger.debug("no");
        logger.warn("yes");
        logger.error("yes");
      },
      { level: "warn" },
    );
    expect(entries).toMatchObject([{ "@level": "warn" }, { "@level": "error" }]);
  });

  it("writes every message unless it has a level, and none if that is off", () => {
    const log = (logger: JsonLogger): void => {
      logger.trace("lowest");
      logger.error("highest");
    };
    expect(logged(log)).toMatchObject([{ "@level": "trace" }, { "@level": "error" }]);
    expect(logged(log, { level: "off" })).toEqual([]);
  });

  it("redacts secrets in message and fields, also in errors and lists", () => {
    const entries = logged((logger) => logger.info("the secret", { list: ["secret"], error: new Error("secret") }), {
      redact: (text) => text.replaceAll("secret", "*"),
    });
    expect(JSON.stringify(entries)).not.toContain("secret");
  });

  it("sanitizes texts, and keeps the lines of an error's stack", () => {
    const text = "x\n::error::y \u202e##vso[task.complete] \u001b[2J";
    const shown = "x\\n:\\u{3a}error::y \\u{202e}#\\u{23}vso[task.complete] \\u{1b}[2J";
    const error = new Error("no");
    error.stack = `Error: ${text}\n    at nowhere`;
    const entries = logged((logger) => logger.info(text, { text, list: [{ text }], error }));
    expect(entries).toMatchObject([
      {
        "@message": shown,
        text: shown,
        list: [{ text: shown }],
        error: "Error: x\n:\\u{3a}error::y \\u{202e}#\\u{23}vso[task.complete] \\u{1b}[2J\n    at nowhere",
      },
    ]);
  });

  it("redacts secrets before it sanitizes texts", () => {
    const [entry] = logged((logger) => logger.info("the \u200bsecret"), {
      redact: (text) => text.replaceAll("\u200bsecret", "*"),
    });
    expect(entry).toMatchObject({ "@message": "the *" });
  });

  it("never fails", () => {
    const circle: Record<string, unknown> = {};
    circle["circle"] = circle;
    const entries = logged((logger) => logger.info("hello", { circle, big: 1n }));
    expect(entries).toMatchObject([
      { "@message": "hello", droppedFields: expect.stringContaining("circular") as string },
    ]);
  });

  it.each([
    [{}, "error"],
    [{ TF_LOG: "JSON" }, "trace"],
    [{ TF_LOG: "DEBUG", TF_LOG_PROVIDER: "WARN" }, "warn"],
    [{ TF_LOG_PROVIDER: "off" }, "error"],
    [{ TF_LOG: "1" }, "trace"],
  ])("takes its level from the environment %j: %s", (environment, level) => {
    expect(logLevel(environment)).toBe(level);
  });
});
