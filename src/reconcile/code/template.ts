/** A part of a text in Terraform JSON: as it stands, or an expression to be put there. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "expression"; readonly expression: string }
  /** `%{ if … }` and its like, which only Terraform can carry out. */
  | { readonly kind: "directive"; readonly expression: string };

/** Takes a text of Terraform JSON apart; `$${` and `%%{` stand for themselves without the doubling. */
export function parseTemplate(source: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = "";
  for (let at = 0; at < source.length;) {
    const here = source.slice(at, at + 3);
    if (here === "$${" || here === "%%{") {
      text += here.slice(1);
      at += 3;
    } else if (here.startsWith("${") || here.startsWith("%{")) {
      const end = endOfExpression(source, at + 2);
      if (text !== "") parts.push({ kind: "text", text });
      text = "";
      const kind = here.startsWith("$") ? "expression" : "directive";
      parts.push({
        kind,
        expression: source
          .slice(at + 2, end)
          .replace(/^~|~$/g, "")
          .trim(),
      });
      at = end + 1;
    } else {
      text += source.charAt(at);
      at += 1;
    }
  }
  return text === "" && parts.length > 0 ? parts : [...parts, { kind: "text", text }];
}

/** Where the brace is that ends the expression; braces in texts and inner braces do not count. */
function endOfExpression(source: string, start: number): number {
  let depth = 1;
  let inText = false;
  for (let at = start; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (inText && character === "\\") at += 1;
    else if (character === '"') inText = !inText;
    else if (!inText && character === "{") depth += 1;
    else if (!inText && character === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return source.length;
}

/** A reference such as `data.tfprojects_projects.all.ids["Foo Bar"]`, step by step; undefined for any other expression. */
export function parseReference(expression: string): readonly string[] | undefined {
  const steps: string[] = [];
  const step = /\.?([A-Za-z_][A-Za-z0-9_-]*)|\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]/y;
  while (step.lastIndex < expression.length) {
    const match = step.exec(expression);
    if (match === null) return undefined;
    const [, name, key, index] = match;
    const isFirst = steps.length === 0;
    if (name === undefined ? isFirst : match[0].startsWith(".") === isFirst) return undefined;
    steps.push(name ?? index ?? unescaped(key ?? ""));
  }
  return steps.length === 0 ? undefined : steps;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, "$1");
}
