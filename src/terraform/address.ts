import { hclString } from "./hcl-string";
import { parseQuoted } from "./template";

/** The key of an instance: of `for_each`, of `count`, or undefined for the only instance. */
export type InstanceKey = string | number | undefined;

/**
 * The address of a resource, of a data source, or of an instance of one.
 *
 * @see https://developer.hashicorp.com/terraform/cli/state/resource-addressing
 */
export interface Address {
  /** The stack, if the app has several. Reports put it before the address: `teams/…`. */
  readonly stack: string | undefined;
  /** The path of its module with keys, empty for the root module: `module.teams["a"]`. */
  readonly module: string;
  readonly mode: Mode;
  readonly type: string;
  readonly name: string;
  readonly key: InstanceKey;
}

/** `managed` is a resource. */
export type Mode = "managed" | "data";

/** Whether a text can be the name of a block. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/**
 * The address as text: `teams/module.a["x"].tfprojects_project.b[0]`, `data.tfprojects_project.shared`.
 *
 * @param address - By default a resource with one instance in the root module of the only stack.
 */
export function formatAddress(address: Pick<Address, "type" | "name"> & Partial<Address>): string {
  const { stack, module = "", mode = "managed", type, name, key } = address;
  const local = [...(module === "" ? [] : [module]), ...(mode === "data" ? ["data"] : []), type, name].join(".");
  const suffix = key === undefined ? "" : `[${typeof key === "string" ? hclString(key) : key}]`;
  return inStack(stack, `${local}${suffix}`);
}

/** An address with its stack before it, if the code has several. */
export function inStack(stack: string | undefined, address: string): string {
  return stack === undefined ? address : `${stack}/${address}`;
}

/** Takes an address apart; undefined if the text is none. */
export function parseAddress(text: string): Address | undefined {
  const [, stack, path = "", data, type = "", name = "", key] = ADDRESS.exec(text) ?? [];
  if (type === "") return undefined;
  const module = path.replace(/\.$/, "");
  return { stack, module, mode: data === undefined ? "managed" : "data", type, name, key: parseKey(key) };
}

/** An instance of a call on the way to a module. */
export interface ModuleStep {
  readonly call: string;
  readonly key: InstanceKey;
  /** The path of the module that it leads to, including this step. */
  readonly module: string;
  /** The path of the module that has the call. */
  readonly parent: string;
}

/** The steps to a module, none to the root module: two of `module.teams["a"].module.team`. */
export function moduleSteps(module: string): readonly ModuleStep[] {
  return [...module.matchAll(MODULE_STEP)].map(({ 0: text, 1: call = "", 2: key, index }) => ({
    call,
    key: parseKey(key),
    module: module.slice(0, index + text.length),
    parent: module.slice(0, Math.max(0, index - 1)),
  }));
}

/** The path of the module that a call without `count` and `for_each` leads to. */
export function calledModule(parent: string, call: string): string {
  return parent === "" ? `module.${call}` : `${parent}.module.${call}`;
}

/** Names of the called modules: `["teams"]` of `module.teams["a"]`. */
export function callPath(module: string): readonly string[] {
  return moduleSteps(module).map(({ call }) => call);
}

/** The key of an instance as an address has it, without brackets: `"a"`, with the escapes of a string, or `0`. */
export function parseKey(text: string | undefined): InstanceKey {
  if (text === undefined) return undefined;
  return text.startsWith('"') ? (parseQuoted(text) ?? text.slice(1, -1)) : Number(text);
}

const NAME = String.raw`[\p{ID_Start}_][\p{ID_Continue}-]*`;
const IDENTIFIER = new RegExp(`^${NAME}$`, "u");
const KEY = String.raw`"(?:[^"\\]|\\.)*"|\d+`;
const MODULE_STEP = new RegExp(`module\\.(${NAME})(?:\\[(${KEY})\\])?`, "gsu");
const MODULE = `(?:module\\.${NAME}(?:\\[(?:${KEY})\\])?\\.)*`;
const ADDRESS = new RegExp(
  `^(?:([^/]*)/)?(${MODULE})(data\\.)?(?!module\\.)(${NAME})\\.(${NAME})(?:\\[(${KEY})\\])?$`,
  "su",
);
