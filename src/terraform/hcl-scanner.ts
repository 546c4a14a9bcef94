import { ownMember } from "../own-member";
import {
  lineNumbers,
  type HclAttribute,
  type HclBlock,
  type HclBody,
  type HclComment,
  type HclFile,
  type HclLabel,
  type HclReference,
} from "./hcl-file";

/*
 * Finds blocks, arguments and references in an HCL file, with their positions in the text. Expressions
 * are not evaluated: an edit only has to know where something is.
 *
 * https://developer.hashicorp.com/terraform/language/syntax/configuration
 */

/** The text is not in Terraform's language. */
export class HclSyntaxError extends Error {
  override readonly name = "HclSyntaxError";

  constructor(
    message: string,
    /** The first line is 1. */
    readonly line: number,
  ) {
    super(message);
  }
}

/** @throws HclSyntaxError when the text has no such structure. */
export function scanHcl(text: string): HclFile {
  return new Scanner(text).file();
}

/** How deep blocks and templates can be nested, far more than anyone writes. */
const MAX_DEPTH = 500;

const IDENTIFIER = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const NUMBER = /\d[\d.]*(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t\r]+/y;
const HEREDOC = /<<-?[\p{ID_Start}_][\p{ID_Continue}-]*[ \t\r]*\n/uy;
const LINE_COMMENT = /(?:#|\/\/)[^\n]*/y;
const END_FOR = /%\{~?\s*endfor\s*~?\}/y;

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** A bracket that is not closed yet. */
interface Bracket {
  readonly closer: string;
  /** Variables of the `for` that it begins with. */
  readonly names: readonly string[];
  /** The part of a `for`: its collection, where its variables are not defined, or what follows. */
  part: "collection" | "result";
  /** Conditional expressions of the collection whose `:` is still missing. */
  conditions: number;
}

/** The number of variables that each open directive `for` of a string or a heredoc has. */
type Template = number[];

/** The end of an expression. */
interface Tokens {
  readonly end: number;
  /** The bracket that closes it, if it is missing. */
  readonly missing: string | undefined;
}

class Scanner {
  #at = 0;
  #depth = 0;
  #blockType: string | undefined;
  readonly #references: HclReference[] = [];
  readonly #comments: HclComment[] = [];
  /** The variables of each `for` around this position, from the outermost one. */
  readonly #variables: string[] = [];

  constructor(private readonly text: string) {}

  file(): HclFile {
    const body = this.#body();
    if (this.#at < this.text.length) throw this.#error("a closing brace without an opening one");
    const [references, comments] = [this.#references, this.#comments];
    return { text: this.text, ...body, references, comments, lineAt: lineNumbers(this.text) };
  }

  /** Arguments and blocks, up to the closing brace or the end of the text. */
  #body(): HclBody {
    const attributes: HclAttribute[] = [];
    const blocks: HclBlock[] = [];
    for (;;) {
      this.#skipSpace(true);
      if (this.#at >= this.text.length || this.text.charAt(this.#at) === "}") return { attributes, blocks };
      const start = this.#at;
      const name = this.#take(IDENTIFIER);
      if (name === undefined) throw this.#error("neither an argument nor a block");
      this.#skipSpace(false);
      if (this.#isAt("=") && !this.#isAt("==")) {
        this.#at += 1;
        this.#skipSpace(false);
        const valueStart = this.#at;
        attributes.push({ name, start, valueStart, end: this.#expression() });
      } else {
        blocks.push(this.#block(name, start));
      }
    }
  }

  #block(type: string, start: number): HclBlock {
    const labels: HclLabel[] = [];
    while (!this.#isAt("{")) {
      const labelStart = this.#at;
      if (this.#isAt('"')) {
        this.#string();
        const text = this.text.slice(labelStart + 1, this.#at - 1);
        labels.push({ text, start: labelStart, end: this.#at });
      } else {
        const text = this.#take(IDENTIFIER);
        if (text === undefined) throw this.#error(`${type} is neither an argument nor a block`);
        labels.push({ text, start: labelStart, end: this.#at });
      }
      this.#skipSpace(false);
    }
    if (this.#depth === 0) this.#blockType = type;
    const firstReference = this.#references.length;
    this.#at += 1;
    const bodyStart = this.#at;
    const body = this.#nested(() => this.#body());
    if (!this.#isAt("}")) throw this.#error(`the block ${type} is not closed`);
    const bodyEnd = this.#at;
    this.#at += 1;
    if (this.#depth === 0) this.#blockType = undefined;
    const block = { type, labels, ...body, start, bodyStart, bodyEnd, end: this.#at };
    if (type === "dynamic") this.#forgetIterator(block, firstReference);
    return block;
  }

  /** @see https://developer.hashicorp.com/terraform/language/expressions/dynamic-blocks */
  #forgetIterator({ labels, attributes, blocks }: HclBlock, firstReference: number): void {
    const iterator = attributes.find(({ name }) => name === "iterator");
    const name = iterator === undefined ? labels[0]?.text : this.text.slice(iterator.valueStart, iterator.end);
    const content = blocks.find(({ type }) => type === "content");
    if (content === undefined) return;
    for (const reference of this.#references.splice(firstReference)) {
      const isInside = content.start < reference.start && reference.start < content.end;
      if (!isInside || reference.root !== name) this.#references.push(reference);
    }
  }

  /** Skips an expression, which ends with its line unless that is inside of brackets. Gives the end of it. */
  #expression(): number {
    const { end, missing } = this.#tokens(undefined);
    if (missing !== undefined) throw this.#error(`${missing} is missing`);
    return end;
  }

  /** @param template - The template that contains this expression; undefined for the rest of the line. */
  #tokens(template: Template | undefined): Tokens {
    const brackets: Bracket[] = [];
    let end = this.#at;
    let isMember = false;
    do {
      const withLines = template !== undefined || brackets.length > 0;
      this.#skipSpace(withLines);
      const character = this.text.charAt(this.#at);
      const bracket = brackets.at(-1);
      if (character === "" || (bracket === undefined && (character === "\n" || character === "}"))) break;
      const closer = ownMember(CLOSING, character);
      const isQualifier = this.#isAt("::");
      if (closer !== undefined) {
        this.#at += 1;
        if (bracket === undefined && template !== undefined) this.#skipText("~");
        brackets.push({ closer, names: this.#forNames() ?? [], part: "collection", conditions: 0 });
      } else if (character === bracket?.closer) {
        this.#at += 1;
        brackets.pop();
        if (bracket.part === "result") {
          this.#variables.length -= bracket.names.length;
        } else if (bracket.names.length > 0 && brackets.length === 0) {
          // The directive `for` of a template: its variables are known up to `endfor`.
          this.#variables.push(...bracket.names);
          template?.push(bracket.names.length);
        }
      } else if (isQualifier) {
        this.#at += 2;
      } else {
        if (bracket !== undefined) this.#conditionOrResult(bracket, character);
        this.#token(character, isMember, withLines);
      }
      isMember = character === "." || isQualifier;
      end = this.#at;
    } while (template === undefined || brackets.length > 0);
    return { end, missing: brackets.at(-1)?.closer };
  }

  /** `for key, value in` behind an opening bracket; undefined, and nothing is skipped, if something else is there. */
  #forNames(): readonly string[] | undefined {
    const [start, comments] = [this.#at, this.#comments.length];
    if (this.#word() === "for") {
      const names = [this.#word() ?? ""];
      this.#skipSpace(true);
      if (this.#skipText(",")) names.push(this.#word() ?? "");
      if (this.#word() === "in") return names;
    }
    this.#at = start;
    this.#comments.length = comments;
    return undefined;
  }

  /** In the collection of a `for`, the first `:` that belongs to no condition ends it. */
  #conditionOrResult(bracket: Bracket, character: string): void {
    if (bracket.names.length === 0 || bracket.part === "result") return;
    if (character === "?") {
      bracket.conditions += 1;
    } else if (character === ":") {
      bracket.conditions -= 1;
      if (bracket.conditions >= 0) return;
      bracket.part = "result";
      this.#variables.push(...bracket.names);
    }
  }

  /** Skips a token of an expression that is no bracket. */
  #token(character: string, isMember: boolean, withLines: boolean): void {
    if (character === '"') {
      this.#string();
    } else if (character === "<" && this.#heredoc()) {
      return;
    } else if (!this.#identifier(isMember, withLines) && !this.#skip(NUMBER)) {
      this.#at += 1;
    }
  }

  #identifier(isMember: boolean, withLines: boolean): boolean {
    const start = this.#at;
    const root = this.#take(IDENTIFIER);
    if (root === undefined) return false;
    if (isMember || this.#variables.includes(root)) return true;
    const end = this.#at;
    const next = this.#nextName(withLines);
    this.#references.push({ root, next, start, end, blockType: this.#blockType });
    return true;
  }

  /** The name behind the dot that comes next. Nothing is skipped. */
  #nextName(withLines: boolean): string | undefined {
    const [start, comments] = [this.#at, this.#comments.length];
    this.#skipSpace(withLines);
    let name: string | undefined;
    if (this.#skipText(".")) {
      this.#skipSpace(withLines);
      name = this.#take(IDENTIFIER);
    }
    this.#at = start;
    this.#comments.length = comments;
    return name;
  }

  #string(): void {
    const [start, known] = [this.#at, this.#variables.length];
    const template: Template = [];
    this.#at += 1;
    while (!this.#isAt('"')) {
      if (this.#at >= this.text.length || this.#isAt("\n")) {
        this.#at = start;
        throw this.#error("a string is not closed");
      }
      if (this.#isAt("\\")) this.#at += 2;
      else this.#templatePart(template);
    }
    this.#at += 1;
    this.#variables.length = known;
  }

  #heredoc(): boolean {
    const start = this.#at;
    const opening = this.#take(HEREDOC);
    if (opening === undefined) return false;
    const name = opening.replace(/^<<-?/, "").trim();
    const known = this.#variables.length;
    const template: Template = [];
    for (;;) {
      if (this.#at >= this.text.length) {
        this.#at = start;
        throw this.#error(`the heredoc ${name} is not closed`);
      }
      const lineEnd = this.text.indexOf("\n", this.#at);
      const end = lineEnd < 0 ? this.text.length : lineEnd;
      if (this.text.slice(this.#at, end).trim() === name) {
        // The line break belongs to what follows.
        this.#at = end;
        this.#variables.length = known;
        return true;
      }
      while (this.#at < this.text.length && !this.#isAt("\n")) this.#templatePart(template);
      this.#at += 1;
    }
  }

  /** A character of a template, an escaped mark, or what `${` and `%{` contain. */
  #templatePart(template: Template): void {
    if (this.#isAt("$${") || this.#isAt("%%{")) {
      this.#at += 3;
    } else if (this.#skip(END_FOR)) {
      this.#variables.length -= template.pop() ?? 0;
    } else if (this.#isAt("${") || this.#isAt("%{")) {
      const start = this.#at;
      this.#at += 1;
      if (this.#nested(() => this.#tokens(template)).missing !== undefined) {
        this.#at = start;
        throw this.#error("a template is not closed");
      }
    } else {
      this.#at += 1;
    }
  }

  /** Limits recursion: deep nesting would overflow the stack. */
  #nested<T>(scan: () => T): T {
    if (this.#depth === MAX_DEPTH) {
      throw this.#error(`blocks or templates are nested more than ${MAX_DEPTH} levels deep`);
    }
    this.#depth += 1;
    const result = scan();
    this.#depth -= 1;
    return result;
  }

  #skipSpace(withLines: boolean): void {
    for (;;) {
      if (this.#skip(BLANKS) || this.#comment()) continue;
      if (!withLines || !this.#isAt("\n")) return;
      this.#at += 1;
    }
  }

  #comment(): boolean {
    const start = this.#at;
    if (this.#isAt("/*")) {
      const close = this.text.indexOf("*/", start + 2);
      if (close < 0) throw this.#error("a comment is not closed");
      this.#at = close + 2;
    } else if (!this.#skip(LINE_COMMENT)) {
      return false;
    }
    const hasReturn = this.text.charAt(this.#at - 1) === "\r";
    this.#comments.push({ start, end: this.#at - (hasReturn ? 1 : 0) });
    return true;
  }

  /** The name that comes next, if it is one. */
  #word(): string | undefined {
    this.#skipSpace(true);
    return this.#take(IDENTIFIER);
  }

  #isAt(text: string): boolean {
    return this.text.startsWith(text, this.#at);
  }

  #skipText(text: string): boolean {
    if (!this.#isAt(text)) return false;
    this.#at += text.length;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    return this.#take(pattern) !== undefined;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #error(message: string): HclSyntaxError {
    return new HclSyntaxError(message, lineNumbers(this.text)(this.#at));
  }
}
