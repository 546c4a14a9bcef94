import { TFE_PROJECT } from "../model";
import { formatList } from "../reconcile";
import { asObject } from "../json";
import { UserError } from "../user-error";
import { hclString } from "../terraform/hcl-string";
import { shellQuote } from "../shell-quote";

/** A managed resource's instance in a Terraform state. */
export interface StateResource {
  /** With the path of its module and its key: `module.teams["a"].tfe_project.this`. */
  readonly address: string;
  /** Path of its module with keys, empty for the root module: `module.teams["a"]`. */
  readonly module: string;
  readonly type: string;
  readonly name: string;
  /** Of `for_each`, or of `count`. */
  readonly key: string | number | undefined;
  /** Address of the provider, e.g. `registry.terraform.io/hashicorp/tfe`. */
  readonly provider: string;
  readonly isTainted: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface StateResources {
  readonly resources: readonly StateResource[];
  /** Of the program that wrote it, if it says so. */
  readonly terraformVersion: string | undefined;
}

/** A document is not a state, or cannot be read as one. */
export class UnreadableStateError extends Error {
  override readonly name = "UnreadableStateError";

  constructor(
    message: string,
    readonly nextStep: string,
  ) {
    super(message);
  }
}

const NOT_A_STATE = "Use what `terraform show -json` or `terraform state pull` prints in the folder of the code.";

/**
 * The managed resources of a state, as `terraform show -json` or `terraform state pull` prints it.
 *
 * @throws UnreadableStateError when it is something else.
 */
export function parseStateResources(content: unknown): StateResources {
  const document = asObject(content);
  const { terraform_version: version } = document;
  const terraformVersion = typeof version === "string" ? version : undefined;
  if ("encrypted_data" in document) {
    throw new UnreadableStateError(
      "It is encrypted.",
      "Pass it decrypted: `tofu state pull | tfprojects migrate --state -`.",
    );
  }
  if ("planned_values" in document) {
    throw new UnreadableStateError("It is a plan, not a state.", NOT_A_STATE);
  }
  if (typeof document["format_version"] === "string") {
    const { root_module: root } = asObject(document["values"]);
    return { resources: shownModule(asObject(root), ""), terraformVersion };
  }
  if (document["version"] === 4 && Array.isArray(document["resources"])) {
    return { resources: membersIn(document["resources"]).flatMap(storedResource), terraformVersion };
  }
  throw new UnreadableStateError("It is not a Terraform state.", NOT_A_STATE);
}

/** @throws UserError when the state has projects that an apply would replace. */
export function checkState(resources: readonly StateResource[]): void {
  const tainted = resources.filter(({ type, isTainted }) => type === TFE_PROJECT && isTainted);
  const [first, ...others] = tainted.map(({ address }) => address);
  if (first === undefined) return;
  const isOne = others.length === 0;
  throw new UserError(
    `Nothing was written: ${formatList([first, ...others])} ${isOne ? "is" : "are"} tainted, so the next apply would ` +
      `delete the ${isOne ? "project" : "projects"} and create ${isOne ? "it" : "them"} again.`,
    `Run \`terraform untaint ${shellQuote(first)}\`${isOne ? "" : " and so on"}, or apply first.`,
    {
      code: "INVALID_STATE",
      problems: tainted.map(({ address }) => ({ address, message: "The project is tainted." })),
    },
  );
}

/** Names of the called modules: `["teams"]` of `module.teams["a"]`. */
export function callPath(module: string): readonly string[] {
  return moduleSteps(module).map(({ call }) => call);
}

/** An instance of a call on the way to a module. */
export interface ModuleStep {
  readonly call: string;
  /** Of `for_each`, or of `count`. */
  readonly key: string | number | undefined;
  /** The path up to and with it. */
  readonly module: string;
}

/** The steps to a module: two of `module.teams["a"].module.team`. */
export function moduleSteps(module: string): readonly ModuleStep[] {
  return [...module.matchAll(MODULE_STEP)].map(({ 0: text, 1: call = "", 2: key, index }) => ({
    call,
    key: key === undefined ? undefined : keyIn(key),
    module: module.slice(0, index + text.length).replace(/\.$/, ""),
  }));
}

/** The key of an address: `"a"`, with the escapes of a string, or `0`. */
function keyIn(text: string): string | number {
  if (!text.startsWith('"')) return Number(text);
  try {
    return String(JSON.parse(text)).replace(/([$%])\1\{/g, "$1{");
  } catch {
    return text.slice(1, -1);
  }
}

const MODULE_STEP = /module\.([\p{ID_Start}_][\p{ID_Continue}-]*)(?:\[("(?:[^"\\]|\\.)*"|\d+)\])?\.?/gu;

/** A module of `terraform show -json`. */
function shownModule(module: Members, address: string): readonly StateResource[] {
  const own = membersIn(module["resources"]).flatMap((resource): readonly StateResource[] => {
    const { mode, type, name, index, provider_name: provider, values, tainted, deposed_key: deposed } = resource;
    if (mode !== "managed" || deposed !== undefined) return [];
    return [
      {
        address: String(resource["address"]),
        module: address,
        type: String(type),
        name: String(name),
        key: keyOf(index),
        provider: String(provider),
        isTainted: tainted === true,
        values: asObject(values),
      },
    ];
  });
  const called = membersIn(module["child_modules"]).flatMap((child) => shownModule(child, String(child["address"])));
  return [...own, ...called];
}

/** A resource of a state file. */
function storedResource(resource: Members): readonly StateResource[] {
  const { mode, type, name, module: path, provider, instances } = resource;
  if (mode !== "managed") return [];
  const module = typeof path === "string" ? path : "";
  return membersIn(instances).flatMap((instance): readonly StateResource[] => {
    const { index_key: index, attributes, deposed, status } = instance;
    if (deposed !== undefined) return [];
    const place = { module, type: String(type), name: String(name), key: keyOf(index) };
    return [
      {
        address: instanceAddress(place),
        ...place,
        // provider["registry.terraform.io/hashicorp/tfe"].alias
        provider: /"([^"]+)"/.exec(String(provider))?.[1] ?? String(provider),
        isTainted: status === "tainted",
        values: asObject(attributes),
      },
    ];
  });
}

/** The address of an instance in a module. */
export function instanceAddress({
  module,
  type,
  name,
  key,
}: Pick<StateResource, "module" | "type" | "name" | "key">): string {
  const suffix = key === undefined ? "" : `[${typeof key === "string" ? hclString(key) : key}]`;
  return `${module === "" ? "" : `${module}.`}${type}.${name}${suffix}`;
}

type Members = Readonly<Record<string, unknown>>;

function membersIn(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

function keyOf(value: unknown): string | number | undefined {
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}
