/** Values by name, nested: `github.event.pull_request.number`. */
export type Context = Readonly<Record<string, unknown>>;

/**
 * Evaluates an expression of GitHub Actions: names, texts, `==`, `!=`, `!`, `&&`, `||`, parentheses and functions
 * without arguments. What does not exist is an empty text.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/expressions
 */
export function evaluate(expression: string, context: Context, functions: Readonly<Record<string, boolean>>): unknown {
  const tokens = expression.match(/'[^']*'|[\w.-]+|==|!=|&&|\|\||[!()]/g) ?? [];
  let next = 0;
  const or = (): unknown => {
    let left = and();
    while (tokens[next] === "||") {
      next++;
      const right = and();
      left = isTruthy(left) ? left : right;
    }
    return left;
  };
  const and = (): unknown => {
    let left = comparison();
    while (tokens[next] === "&&") {
      next++;
      const right = comparison();
      left = isTruthy(left) ? right : left;
    }
    return left;
  };
  const comparison = (): unknown => {
    const left = unary();
    const operator = tokens[next];
    if (operator !== "==" && operator !== "!=") return left;
    next++;
    return (String(left) === String(unary())) === (operator === "==");
  };
  const unary = (): unknown => {
    const token = tokens[next++];
    if (token === undefined) throw new Error(`The expression ends early: ${expression}`);
    if (token === "!") return !isTruthy(unary());
    if (token === "(") {
      const value = or();
      next++;
      return value;
    }
    if (token.startsWith("'")) return token.slice(1, -1);
    if (tokens[next] === "(") {
      next += 2;
      if (!(token in functions)) throw new Error(`The function ${token} is not known.`);
      return functions[token];
    }
    return lookUp(token, context);
  };
  const value = or();
  if (next < tokens.length) throw new Error(`Cannot evaluate ${expression}`);
  return value;
}

function lookUp(name: string, context: Context): unknown {
  const [root = ""] = name.split(".");
  if (!(root in context)) throw new Error(`There is no context ${root} here: ${name}`);
  const found = name
    .split(".")
    .reduce<unknown>(
      (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
      context,
    );
  return found ?? "";
}

function isTruthy(value: unknown): boolean {
  return value !== false && value !== "" && value !== 0 && value !== null && value !== undefined;
}

/** Replaces `${{ … }}` in a text. */
export function interpolate(text: string, context: Context, functions: Readonly<Record<string, boolean>>): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(evaluate(expression, context, functions)));
}
