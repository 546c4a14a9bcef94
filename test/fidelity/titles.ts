import ts from "typescript";

/** The tests with a title, or of the group with it. */
export interface TestReference {
  /** Where it is said what they show: from the repository's root, with slashes. */
  readonly file: string;
  /** The file of tests that runs them. */
  readonly runsIn: string;
  /** Of the groups around them, from the outermost in, and their own. */
  readonly titles: readonly RegExp[];
  /** Only those with these words in their titles: cases of a parameterized test or group. */
  readonly words?: string;
}

/** The title as it is when tests run, with anything for what is filled in. */
export function titleOf(node: ts.Expression | undefined): RegExp {
  return new RegExp(`^${sourceOf(node)}$`, "s");
}

/** Whether it is one of the tests: titles of its groups, from the outermost in, and its own. */
export function isOneOf({ titles: patterns, words }: TestReference, titles: readonly string[]): boolean {
  let left = titles;
  for (const pattern of patterns) {
    const index = left.findIndex((title) => pattern.test(title));
    if (index === -1) return false;
    left = left.slice(index + 1);
  }
  return words === undefined || hasWords(titles.join(" "), words);
}

function sourceOf(node: ts.Expression | undefined): string {
  if (node === undefined) return ANYTHING;
  if (ts.isStringLiteralLike(node)) return escaped(node.text);
  if (ts.isBinaryExpression(node)) return sourceOf(node.left) + sourceOf(node.right);
  if (!ts.isTemplateExpression(node)) return ANYTHING;
  const spans = node.templateSpans.map(({ literal }) => ANYTHING + escaped(literal.text));
  return [escaped(node.head.text), ...spans].join("");
}

const ANYTHING = ".*";

/** `%s`, `$name` and `$name.first` are filled in by `test.each`. */
function escaped(text: string): string {
  return text
    .split(/%[a-zA-Z#%]|\$\w+(?:\.\w+)*/)
    .map(literal)
    .join(ANYTHING);
}

function hasWords(title: string, words: string): boolean {
  return new RegExp(`(?<![^\\s"(])${literal(words)}(?![^\\s":,)]|,\\S)`).test(title);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
