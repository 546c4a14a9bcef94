/** Host, as written, and token. */
export type HostToken = readonly [host: string, token: string];

/** The tokens in `{"credentials": {HOST: {"token": TOKEN}}}`; undefined when it is no JSON. HCL's lists of one are seen through. */
export function credentialsInJson(text: string): readonly HostToken[] | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
  const found: HostToken[] = [];
  for (const credentials of members(document, "credentials")) {
    for (const host of isObject(credentials) ? Object.keys(credentials) : []) {
      for (const block of members(credentials, host)) {
        for (const token of members(block, "token")) {
          if (typeof token === "string" && token !== "") found.push([host, token]);
        }
      }
    }
  }
  return found;
}

function members(value: unknown, name: string): readonly unknown[] {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return Array.isArray(member) ? member : member === undefined ? [] : [member];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The tokens in `credentials "HOST" { token = "TOKEN" }` of a file in HCL 1, the language of Terraform's CLI configuration. Only blocks,
 * strings and comments are told apart; all else is passed over, so that settings this reader does not know are no obstacle.
 */
export function credentialsInHcl(text: string): readonly HostToken[] {
  const tokens = [...scan(text)];
  const found: HostToken[] = [];
  let depth = 0;
  let host: string | undefined;
  tokens.forEach((token, index) => {
    const [next, afterNext] = [tokens[index + 1], tokens[index + 2]];
    if (token.kind === "{") depth += 1;
    else if (token.kind === "}") {
      depth -= 1;
      if (depth === 0) host = undefined;
    } else if (depth === 0 && token.text === "credentials" && next?.kind === "word" && afterNext?.kind === "{") {
      host = next.text;
    } else if (depth === 1 && host !== undefined && token.text === "token" && next?.kind === "=") {
      if (afterNext?.kind === "word" && afterNext.text !== "") found.push([host, afterNext.text]);
    }
  });
  return found;
}

/** A `word` is a bare word or the content of a quoted text. */
interface Token {
  readonly kind: "word" | "{" | "}" | "=";
  readonly text: string;
}

const TOKEN =
  /#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?<quoted>(?:[^"\\\n]|\\.)*)"|(?<mark>[{}=])|(?<bare>[^\s"{}=#/,[\]]+)/g;

function* scan(text: string): Generator<Token> {
  for (const { groups } of text.matchAll(TOKEN)) {
    if (groups?.["quoted"] !== undefined) yield { kind: "word", text: unescape(groups["quoted"]) };
    else if (groups?.["bare"] !== undefined) yield { kind: "word", text: groups["bare"] };
    else if (groups?.["mark"] === "{" || groups?.["mark"] === "}" || groups?.["mark"] === "=") {
      yield { kind: groups["mark"], text: groups["mark"] };
    }
  }
}

function unescape(quoted: string): string {
  return quoted.replace(/\\(u[0-9A-Fa-f]{4}|.)/g, (_, escaped: string) => {
    if (/^u.{4}$/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return { n: "\n", t: "\t", r: "\r" }[escaped] ?? escaped;
  });
}
