/*
 * Finds blocks, arguments and references in a file of Terraform's language, with their places in the text. Expressions
 * are not evaluated: an edit only has to know where something is.
 *
 * https://developer.hashicorp.com/terraform/language/syntax/configuration
 */

/** A block: `resource "tfe_project" "platform" { … }`. */
export interface HclBlock extends HclBody {
  readonly type: string;
  readonly labels: readonly HclLabel[];
  readonly start: number;
  /** After the opening brace. */
  readonly bodyStart: number;
  /** At the closing brace. */
  readonly bodyEnd: number;
  /** After the closing brace. */
  readonly end: number;
}

export interface HclLabel {
  readonly text: string;
  readonly start: number;
  /** After the closing quote. */
  readonly end: number;
}

/** `name = expression` */
export interface HclAttribute {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  /** After the expression. */
  readonly end: number;
}

export interface HclBody {
  readonly attributes: readonly HclAttribute[];
  readonly blocks: readonly HclBlock[];
}

/** The first two names of a reference: `tfe_project.platform` of `tfe_project.platform.id`. */
export interface HclReference {
  readonly root: string;
  /** Undefined for a name that nothing follows, such as the key of an object. */
  readonly next: string | undefined;
  readonly start: number;
  /** After `root`. */
  readonly end: number;
}

export interface HclFile extends HclBody {
  readonly text: string;
  /** In the order of the text. */
  readonly references: readonly HclReference[];
}

/** The text is not in Terraform's language. */
export class HclSyntaxError extends Error {
  override readonly name = "HclSyntaxError";

  constructor(
    message: string,
    /** From 1. */
    readonly line: number,
  ) {
    super(message);
  }
}

/** @throws HclSyntaxError when the text has no such structure. */
export function scanHcl(text: string): HclFile {
  return new Scanner(text).file();
}

/** The number of the line, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

const IDENTIFIER = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const NUMBER = /\d[\d.]*(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t\r]+/y;
const NEXT_NAME = /\s*\.\s*([\p{ID_Start}_][\p{ID_Continue}-]*)/uy;
const HEREDOC = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)[^\n]*\n/uy;
const LINE_COMMENT = /(?:#|\/\/)[^\n]*/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//y;

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

class Scanner {
  #at = 0;
  readonly #references: HclReference[] = [];

  constructor(private readonly text: string) {}

  file(): HclFile {
    const body = this.#body();
    if (this.#at < this.text.length) throw this.#error("a closing brace without an opening one");
    return { text: this.text, ...body, references: this.#references };
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
    this.#at += 1;
    const bodyStart = this.#at;
    const body = this.#body();
    if (!this.#isAt("}")) throw this.#error(`the block ${type} is not closed`);
    const bodyEnd = this.#at;
    this.#at += 1;
    return { type, labels, ...body, start, bodyStart, bodyEnd, end: this.#at };
  }

  /** Skips an expression, which ends with its line unless that is inside of brackets. Gives the end of it. */
  #expression(): number {
    const { end, missing } = this.#tokens(false);
    if (missing !== undefined) throw this.#error(`${missing} is missing`);
    return end;
  }

  /** @param isBraced - Whether it is one expression in braces, instead of all up to the end of the line. */
  #tokens(isBraced: boolean): { readonly end: number; readonly missing: string | undefined } {
    const closers: string[] = [];
    let end = this.#at;
    let isMember = false;
    do {
      this.#skipSpace(isBraced || closers.length > 0);
      const character = this.text.charAt(this.#at);
      if (character === "" || (closers.length === 0 && (character === "\n" || character === "}"))) break;
      const closer = CLOSING[character];
      if (closer !== undefined) {
        closers.push(closer);
        this.#at += 1;
      } else if (character === closers.at(-1)) {
        closers.pop();
        this.#at += 1;
      } else {
        this.#token(character, isMember);
      }
      isMember = character === ".";
      end = this.#at;
    } while (!isBraced || closers.length > 0);
    return { end, missing: closers.at(-1) };
  }

  /** Skips a token of an expression that is no bracket. */
  #token(character: string, isMember: boolean): void {
    if (character === '"') {
      this.#string();
    } else if (character === "<" && this.#skip(HEREDOC)) {
      this.#heredoc();
    } else if (!this.#identifier(isMember) && !this.#skip(NUMBER)) {
      this.#at += 1;
    }
  }

  #identifier(isMember: boolean): boolean {
    const start = this.#at;
    const root = this.#take(IDENTIFIER);
    if (root === undefined) return false;
    if (isMember) return true;
    NEXT_NAME.lastIndex = this.#at;
    const next = NEXT_NAME.exec(this.text)?.[1];
    this.#references.push({ root, next, start, end: this.#at });
    return true;
  }

  #string(): void {
    const start = this.#at;
    this.#at += 1;
    while (!this.#isAt('"')) {
      if (this.#at >= this.text.length || this.#isAt("\n")) {
        this.#at = start;
        throw this.#error("a string is not closed");
      }
      if (this.#isAt("\\")) this.#at += 2;
      else this.#templatePart();
    }
    this.#at += 1;
  }

  /** The rest of a heredoc, whose first line has been skipped. */
  #heredoc(): void {
    const opening = this.text.lastIndexOf("<<", this.#at);
    const [, name = ""] = /^<<-?([^\s]+)/.exec(this.text.slice(opening, this.#at)) ?? [];
    for (;;) {
      if (this.#at >= this.text.length) {
        this.#at = opening;
        throw this.#error(`the heredoc ${name} is not closed`);
      }
      const lineEnd = this.text.indexOf("\n", this.#at);
      const end = lineEnd < 0 ? this.text.length : lineEnd;
      if (this.text.slice(this.#at, end).trim() === name) {
        // The line break belongs to what follows.
        this.#at = end;
        return;
      }
      while (this.#at < this.text.length && !this.#isAt("\n")) this.#templatePart();
      this.#at += 1;
    }
  }

  /** A character of a template, an escaped mark, or what `${` and `%{` contain. */
  #templatePart(): void {
    if (this.#isAt("$${") || this.#isAt("%%{")) {
      this.#at += 3;
    } else if (this.#isAt("${") || this.#isAt("%{")) {
      const start = this.#at;
      this.#at += 1;
      if (this.#tokens(true).missing !== undefined) {
        this.#at = start;
        throw this.#error("a template is not closed");
      }
    } else {
      this.#at += 1;
    }
  }

  #skipSpace(withLines: boolean): void {
    for (;;) {
      if (this.#skip(BLANKS) || this.#skip(LINE_COMMENT) || this.#skip(BLOCK_COMMENT)) continue;
      if (!withLines || !this.#isAt("\n")) return;
      this.#at += 1;
    }
  }

  #isAt(text: string): boolean {
    return this.text.startsWith(text, this.#at);
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
    return new HclSyntaxError(message, lineAt(this.text, this.#at));
  }
}
