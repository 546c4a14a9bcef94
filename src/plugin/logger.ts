import { sanitize, sanitizeLines } from "../sanitize";

/**
 * Structured logging to Terraform, which shows it as `TF_LOG_PROVIDER` says. Values of `fields` are JSON, bigints or
 * errors.
 */
export interface Logger {
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

type Level = keyof Logger;
/** From most to least talkative. */
const LEVELS: readonly Level[] = ["trace", "debug", "info", "warn", "error"];

export interface JsonLoggerOptions {
  /** Who says it: Terraform shows it before the message. */
  readonly module: string;
  /** Takes one line, with its line break. */
  readonly write: (line: string) => void;
  /** What is below is not written. @default "trace" */
  readonly level?: Level | "off";
  /** Takes secrets out of every text that is written. @default texts stay as they are */
  readonly redact?: (text: string) => string;
}

/** Writes the JSON lines that Terraform's plugin supervisor reads from a provider's stderr. */
export class JsonLogger implements Logger {
  readonly #options: JsonLoggerOptions;
  readonly #threshold: number;

  constructor(options: JsonLoggerOptions) {
    this.#options = options;
    const level = options.level ?? "trace";
    this.#threshold = level === "off" ? LEVELS.length : LEVELS.indexOf(level);
  }

  trace(message: string, fields?: LogFields): void {
    this.#log("trace", message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.#log("debug", message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#log("info", message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#log("warn", message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#log("error", message, fields);
  }

  #log(level: Level, message: string, fields: LogFields = {}): void {
    if (LEVELS.indexOf(level) < this.#threshold) return;
    const { module, write, redact = (text: string) => text } = this.#options;
    const entry = { ...fields, "@level": level, "@message": message, "@module": module, "@timestamp": timestamp() };
    const replacer = (_name: string, value: unknown): unknown => {
      // Secrets first: they are looked for as they are. Terraform shows texts as they stand here.
      if (typeof value === "string") return sanitize(redact(value));
      if (typeof value === "bigint") return value.toString();
      return value instanceof Error ? sanitizeLines(redact(value.stack ?? String(value))) : value;
    };
    write(`${stringify(entry, replacer)}\n`);
  }
}

/** A log line must never be the reason for a failure: what is no JSON after all is left out. */
function stringify(
  entry: Readonly<Record<string, unknown>>,
  replacer: (name: string, value: unknown) => unknown,
): string {
  try {
    return JSON.stringify(entry, replacer);
  } catch (error) {
    const names = Object.entries(entry).filter(([name]) => name.startsWith("@"));
    return JSON.stringify({ ...Object.fromEntries(names), fieldsLeftOut: String(error) }, replacer);
  }
}

/** With six digits for the fraction of the second: Terraform takes any other number of digits for no log line at all. */
function timestamp(): string {
  return new Date().toISOString().replace("Z", "000Z");
}

/**
 * How much the user asked to see, from `TF_LOG_PROVIDER` or `TF_LOG`; errors are always written. Terraform filters too:
 * this spares the work of writing what nobody reads.
 */
export function logLevel(environment: NodeJS.ProcessEnv): Level {
  const requested = (environment["TF_LOG_PROVIDER"] ?? environment["TF_LOG"] ?? "").toLowerCase();
  if (requested === "json") return "trace";
  if (requested === "" || requested === "off") return "error";
  return LEVELS.find((level) => level === requested) ?? "trace";
}
