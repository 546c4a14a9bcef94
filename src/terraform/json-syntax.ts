/*
 * JSON as Terraform reads it: a property that occurs several times in an object is not lost, as in `JSON.parse`.
 * Parsers that report duplicates either call themselves for each level, and so overflow the stack, or do not report
 * equal values. The text is valid where it is scanned, so finding the ends of its tokens is all that a scanner does.
 */
import type { JsonObject } from "../json";

/** More levels than any configuration has; code that calls itself for each level has stack for more. */
const MAX_DEPTH = 1_000;

/** Only bodies of blocks and what has them need lines: `resource`, type, name, body. */
const OBJECTS_WITH_LINES = 4;

const lines = new WeakMap<object, number>();
const repeated = new WeakMap<object, number>();

/**
 * Parses JSON. The values of a property that occurs several times become one list, as Terraform reads several bodies of
 * blocks, and {@link repetitionOf} tells it from other lists.
 *
 * @throws SyntaxError when it is not JSON, or nested too deeply.
 */
export function parseJsonText(text: string): unknown {
  JSON.parse(text);
  return new Scanner(text).scan();
}

/** The line of an object in the text that it was parsed from; undefined for objects that are nested deeply. */
export function lineOf(value: object): number | undefined {
  return lines.get(value);
}

/** Whether a value is the list of a property that occurs several times: then the line of its second occurrence. */
export function repetitionOf(value: unknown): number | undefined {
  return Array.isArray(value) ? repeated.get(value) : undefined;
}

/** Objects as one, which has all their properties. */
export function mergeObjects([first, ...others]: readonly JsonObject[]): JsonObject {
  if (first === undefined || others.length === 0) return first ?? {};
  const merged = {};
  for (const object of [first, ...others]) {
    for (const [name, value] of Object.entries(object)) define(merged, name, value, lineOf(object) ?? 0);
  }
  lines.set(merged, lineOf(first) ?? 0);
  return merged;
}

interface Container {
  readonly value: Record<string, unknown> | unknown[];
  /** The property whose value is next; undefined before its name. */
  property: string | undefined;
  propertyLine: number;
  /** How many objects it is in, itself included. */
  readonly objects: number;
}

/** A line break, a bracket, the start of a string, or another literal. Valid JSON needs no commas and colons. */
const TOKEN = /\n|[[\]{}"]|[^\s[\]{},:"]+/g;

/** Scans text that is known to be JSON. */
class Scanner {
  readonly #open: Container[] = [];
  #line = 1;
  #root: unknown;

  constructor(private readonly text: string) {}

  scan(): unknown {
    const { text } = this;
    const tokens = new RegExp(TOKEN);
    for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
      const [token] = found;
      if (token === "\n") this.#line += 1;
      else if (token === "{") this.#begin({});
      else if (token === "[") this.#begin([]);
      else if (token === "}" || token === "]") this.#end();
      else if (token === '"') {
        // An expression that matches strings overflows the stack at one with millions of escapes.
        tokens.lastIndex = endOfString(text, found.index);
        this.#string(text.slice(found.index, tokens.lastIndex));
      } else this.#add(JSON.parse(token));
    }
    return this.#root;
  }

  #begin(value: Container["value"]): void {
    if (this.#open.length === MAX_DEPTH) throw new SyntaxError(`It is nested more than ${MAX_DEPTH} levels deep`);
    const objects = (this.#open.at(-1)?.objects ?? 0) + (Array.isArray(value) ? 0 : 1);
    if (!Array.isArray(value) && objects <= OBJECTS_WITH_LINES) lines.set(value, this.#line);
    this.#open.push({ value, property: undefined, propertyLine: 0, objects });
  }

  #end(): void {
    this.#add(this.#open.pop()?.value);
  }

  /** Adds a string, or takes it as the name of the next property. */
  #string(token: string): void {
    const text = token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
    const container = this.#open.at(-1);
    if (container === undefined || Array.isArray(container.value) || container.property !== undefined) this.#add(text);
    else {
      container.property = text;
      container.propertyLine = this.#line;
    }
  }

  #add(value: unknown): void {
    const container = this.#open.at(-1);
    if (container === undefined) this.#root = value;
    else if (Array.isArray(container.value)) container.value.push(value);
    else {
      define(container.value, container.property ?? "", value, container.propertyLine);
      container.property = undefined;
    }
  }
}

function define(object: Record<string, unknown>, name: string, value: unknown, line: number): void {
  if (Object.hasOwn(object, name)) {
    object[name] = repeat(object[name], value, line);
    return;
  }
  // An assignment would set the prototype.
  if (name === "__proto__") {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else object[name] = value;
}

/** The values of a property as one list: lists are those of several bodies, and null is none. */
function repeat(existing: unknown, value: unknown, line: number): readonly unknown[] {
  const isRepeated = Array.isArray(existing) && repeated.has(existing);
  const all: unknown[] = isRepeated ? existing : [existing].flat().filter((item) => item !== null);
  if (!isRepeated) repeated.set(all, line);
  for (const item of Array.isArray(value) ? value : [value]) if (item !== null) all.push(item);
  return all;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charAt(end - backslashes - 1) === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
}
