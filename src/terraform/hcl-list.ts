/** The items of a list; the expression itself if it is not a list. @param expression - Without comments. */
export function listItems(expression: string): readonly string[] {
  const code = expression.trim();
  if (!isList(code)) return [code];
  const items = [""];
  let depth = 0;
  for (const [token] of code.slice(1, -1).matchAll(TOKEN)) {
    depth += depthOf(token);
    if (token === "," && depth === 0) items.push("");
    else items.push((items.pop() ?? "") + token);
  }
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

/** Whether an expression is a list, `[a, b]`, and neither `[a][0]` nor `[for it in list : it]`. */
export function isList(code: string): boolean {
  if (!code.startsWith("[") || /^\[\s*for\b/.test(code)) return false;
  let depth = 0;
  for (const { 0: token, index } of code.matchAll(TOKEN)) {
    depth += depthOf(token);
    if (depth === 0) return index === code.length - 1;
  }
  return false;
}

/** A string, or another character. */
const TOKEN = /"(?:\\[^]|[^"\\])*"|[^]/g;

function depthOf(token: string): number {
  if ("[{(".includes(token)) return 1;
  return ")}]".includes(token) ? -1 : 0;
}
