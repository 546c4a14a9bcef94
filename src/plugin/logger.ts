import { sanitize, sanitizeLines } from "../sanitize";

/**
 * Structured logging to Terraform, which filters it by `TF_LOG_PROVIDER`. Values of `fields` are JSON, bigints or
 * errors.
 *
 * @see https://developer.hashicorp.com/terraform/internals/debugging
 */
export interface Logger {
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

type LogFields = Readonly<Record<string, unknown>>;

type Level = keyof Logger;
/** From most to least verbose. */
const LEVELS: readonly Level[] = ["trace", "debug", "info", "warn", "error"];

interface JsonLoggerOptions {
  /** The source of the message, which Terraform shows before it. */
  readonly module: string;
  /** Writes one line, with its line break. */
  readonly write: (line: string) => void;
  /** The lowest level that is written. @default "trace" */
  readonly level?: Level | "off";
  /** Removes secrets from every text. @default texts are unchanged */
  readonly redact?: (text: string) => string;
}

/** Writes the JSON lines that go-plugin reads from the stderr of a provider. */
export class JsonLogger implements Logger {
  readonly trace = this.#logAt("trace");
  readonly debug = this.#logAt("debug");
  readonly info = this.#logAt("info");
  readonly warn = this.#logAt("warn");
  readonly error = this.#logAt("error");
  readonly #options: JsonLoggerOptions;
  readonly #threshold: number;

  constructor(options: JsonLoggerOptions) {
    this.#options = options;
    const level = options.level ?? "trace";
    this.#threshold = level === "off" ? LEVELS.length : LEVELS.indexOf(level);
  }

  #logAt(level: Level): Logger[Level] {
    return (message, fields) => this.#log(level, message, fields);
  }

  #log(level: Level, message: string, fields: LogFields = {}): void {
    if (LEVELS.indexOf(level) < this.#threshold) return;
    const { module, write, redact = (text: string) => text } = this.#options;
    const entry = { ...fields, "@level": level, "@message": message, "@module": module, "@timestamp": timestamp() };
    const replacer = (_name: string, value: unknown): unknown => {
      // Secrets are redacted first, before sanitizing changes them. Terraform shows texts as is.
      if (typeof value === "string") return sanitize(redact(value));
      if (typeof value === "bigint") return value.toString();
      return value instanceof Error ? sanitizeLines(redact(value.stack ?? String(value))) : value;
    };
    write(`${stringify(entry, replacer)}\n`);
  }
}

/** Logging must never fail: fields that are not JSON are dropped. */
function stringify(
  entry: Readonly<Record<string, unknown>>,
  replacer: (name: string, value: unknown) => unknown,
): string {
  try {
    return JSON.stringify(entry, replacer);
  } catch (error) {
    const names = Object.entries(entry).filter(([name]) => name.startsWith("@"));
    return JSON.stringify({ ...Object.fromEntries(names), droppedFields: String(error) }, replacer);
  }
}

/** With six digits for the fraction of a second: Terraform parses no other number of digits. */
function timestamp(): string {
  return new Date().toISOString().replace("Z", "000Z");
}

/**
 * The log level from `TF_LOG_PROVIDER` or `TF_LOG`; errors are always logged. Terraform filters, too, so this only
 * saves writing lines.
 */
export function logLevel(environment: NodeJS.ProcessEnv): Level {
  const requested = (environment["TF_LOG_PROVIDER"] ?? environment["TF_LOG"] ?? "").toLowerCase();
  if (requested === "json") return "trace";
  if (requested === "" || requested === "off") return "error";
  return LEVELS.find((level) => level === requested) ?? "trace";
}
