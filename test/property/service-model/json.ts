export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** The body of a request: absent and blank are one (emulator's choice), and it may be no JSON at all. */
export type Body = { readonly json: Json | undefined } | "not JSON";

export function readBody(text: string): Body {
  if (text.trim() === "") return { json: undefined };
  try {
    return { json: JSON.parse(text) as Json };
  } catch {
    return "not JSON";
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
