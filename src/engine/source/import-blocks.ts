import { isOwn } from "../../model/provider-address";
import { quote } from "../../reconcile/text";
import { callPath, formatAddress, parseAddress, type Address } from "../../terraform/address";
import { whereIs, type BlockInFile } from "../../terraform/json-blocks";
import type { ConfigurationProblem } from "../configuration-error";
import { unsupportedNames } from "../../model";

/** How an `import` block names the object that exists: `id` or `identity`, as an expression. */
export interface ImportedObject {
  readonly argument: "id" | "identity";
  readonly source: unknown;
}

const ARGUMENTS = ["//", "to", "id", "identity", "for_each", "provider"];

/**
 * The `import` blocks of a module.
 *
 * @see https://developer.hashicorp.com/terraform/language/block/import
 */
export class ImportBlocks {
  readonly problems: readonly ConfigurationProblem[];
  readonly #objects = new Map<string, ImportedObject>();

  /**
   * @param resources - Local addresses of the module's resources.
   * @param modules - Names of called modules, whose resources are not known.
   */
  constructor(
    blocks: readonly BlockInFile[],
    private readonly resources: ReadonlySet<string>,
    private readonly modules: readonly string[],
  ) {
    this.problems = blocks.flatMap((block) => {
      const where = whereIs(block);
      return this.#read(block).map((message) => ({ where, message }));
    });
  }

  /** What is imported to a local address. */
  to(address: string): ImportedObject | undefined {
    return this.#objects.get(address);
  }

  /** Reads a block. Returns what is wrong with it, with Terraform's messages. */
  #read({ body }: BlockInFile): readonly string[] {
    const unsupported = unsupportedNames(body, ARGUMENTS).map(({ message }) => message);
    const { to, id, identity } = body;
    if (to === undefined) return [...unsupported, 'The argument "to" is required, but no definition was found.'];
    const address = parseTarget(to);
    if (address === undefined) {
      return [...unsupported, `Invalid import address: ${JSON.stringify(to)} is not the address of a resource.`];
    }
    const names = [id, identity].filter((it) => it !== undefined).length;
    const shape = names === 0 ? [NEITHER] : names === 2 ? [BOTH] : [];
    const problems = [...unsupported, ...shape, ...(isOwn(address.type) ? this.#checkTarget(address, body) : [])];
    const text = formatAddress(address);
    if (isOwn(address.type) && problems.length === 0) {
      this.#objects.set(
        text,
        id === undefined ? { argument: "identity", source: identity } : { argument: "id", source: id },
      );
    }
    return problems;
  }

  #checkTarget(address: ImportTarget, body: BlockInFile["body"]): readonly string[] {
    const text = formatAddress(address);
    const [module] = callPath(address.module);
    const resource = formatAddress({ ...address, key: undefined });
    if (address.mode === "data") return ["Invalid import address: only managed resources can be imported."];
    if ("for_each" in body || address.isDynamic) {
      return [
        "Only Terraform can evaluate for_each. Write an import block for each resource, or pass Terraform's plan.",
      ];
    }
    if (this.#objects.has(text)) {
      return [`Duplicate import configuration for ${quote(text)}: a resource can have only one import block.`];
    }
    if (module === undefined ? !this.resources.has(resource) : !this.modules.includes(module)) {
      return [
        `Configuration for import target does not exist: the code has no resource ${text}. ` +
          "All targets must have a resource in the code.",
      ];
    }
    if (module === undefined && address.key !== undefined) {
      return [`Invalid import 'to' expression: the resource ${resource} has no instances with keys.`];
    }
    return "provider" in body ? [NO_PROVIDER] : [];
  }
}

const NEITHER = "Invalid import block: at least one of 'id' or 'identity' must be specified.";
const BOTH = "Invalid import block: only one of 'id' or 'identity' can be specified.";
const NO_PROVIDER =
  "Invalid import provider argument: it is only for import blocks that generate configuration. Set `provider` in the " +
  "resource instead.";

interface ImportTarget extends Address {
  /** Whether keys are expressions, such as `[each.key]`. */
  readonly isDynamic: boolean;
}

function parseTarget(to: unknown): ImportTarget | undefined {
  if (typeof to !== "string") return undefined;
  const address = parseAddress(to);
  if (address !== undefined && address.stack === undefined) return { ...address, isDynamic: false };
  const withoutKeys = parseAddress(to.replaceAll(/\[[^\]]*\]/g, ""));
  return withoutKeys?.stack === undefined && withoutKeys !== undefined
    ? { ...withoutKeys, isDynamic: true }
    : undefined;
}
