import type { JsonObject } from "../json";
import { isList, listItems } from "./hcl-list";
import type { HclBlock, HclBody, HclFile } from "./hcl-file";
import { scanHcl } from "./hcl-scanner";
import { unescapeHcl } from "./hcl-string";

/**
 * Blocks in HCL as the object that Terraform JSON has for them. For blocks that this package generates: comments are
 * left out, and what is more than a literal becomes a template of the whole expression.
 *
 * @see https://developer.hashicorp.com/terraform/language/syntax/json
 */
export function hclAsJson(lines: readonly string[]): JsonObject {
  const file = scanHcl(lines.join("\n"));
  return new Writer(file).bodyOf(file);
}

/** Arguments that name an object or a provider: their references are no templates. */
const REFERENCES: ReadonlySet<string> = new Set(["from", "to", "provider", "configuration_aliases"]);

class Writer {
  constructor(private readonly file: HclFile) {}

  bodyOf({ attributes, blocks }: HclBody): JsonObject {
    const body: Record<string, unknown> = {};
    for (const { name, valueStart, end } of attributes) body[name] = valueOf(name, this.#code(valueStart, end));
    const byType = new Map<string, HclBlock[]>();
    for (const block of blocks) byType.set(block.type, [...(byType.get(block.type) ?? []), block]);
    for (const [type, own] of byType) body[type] = this.#nested(own, 0);
    return body;
  }

  /** Blocks of one type by their labels; several with the same ones are a list. */
  #nested(blocks: readonly HclBlock[], depth: number): unknown {
    const labels = [...new Set(blocks.flatMap(({ labels: all }) => all[depth]?.text ?? []))];
    if (labels.length === 0) {
      const [only, ...others] = blocks.map((block) => this.#blockBody(block));
      return only === undefined || others.length > 0 ? blocks.map((block) => this.#blockBody(block)) : only;
    }
    return Object.fromEntries(
      labels.map((label) => [
        label,
        this.#nested(
          blocks.filter((it) => it.labels[depth]?.text === label),
          depth + 1,
        ),
      ]),
    );
  }

  #blockBody(block: HclBlock): JsonObject {
    if (block.type !== "required_providers") return this.bodyOf(block);
    return Object.fromEntries(
      block.attributes.map(({ name, valueStart, end }) => {
        const inner = scanHcl(this.#code(valueStart, end).replace(/^\{|\}$/g, ""));
        return [name, new Writer(inner).bodyOf(inner)];
      }),
    );
  }

  /** The text of an expression, without comments. */
  #code(start: number, end: number): string {
    let [code, at] = ["", start];
    for (const comment of this.file.comments.filter((it) => start <= it.start && it.start < end)) {
      code += this.file.text.slice(at, comment.start);
      at = comment.end;
    }
    return code + this.file.text.slice(at, end);
  }
}

function valueOf(name: string, code: string): unknown {
  if (isList(code)) return listItems(code).map((item) => valueOf(name, item));
  if (REFERENCES.has(name)) return code;
  if (code === "true" || code === "false") return code === "true";
  if (/^\d+$/.test(code)) return Number(code);
  // In JSON, only templates are escaped as in HCL.
  const literal = /^"((?:[^"\\$%]|\\.|[$%]{2}\{|[$%](?!\{))*)"$/s.exec(code)?.[1];
  if (literal !== undefined) return unescapeHcl(literal);
  // Line breaks stay: they separate the items of objects.
  return `\${${code.replace(/[ \t]+$/gm, "")}}`;
}
