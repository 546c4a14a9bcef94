import { unsupportedRootBlocks } from "./unsupported-names";
import { ConfigurationError } from "./problem";

/** Members of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A resource or data block of the code. */
export interface Block {
  /** As the module itself calls it: `tfprojects_project.platform`, `data.tfprojects_project.shared`. */
  readonly localAddress: string;
  /** The same, with the module's name before it where the code has several: `teams/tfprojects_project.platform`. */
  readonly address: string;
  readonly type: string;
  /** Where it is in the construct tree of a cdktf app: `organization/platform`; undefined for other code. */
  readonly constructPath: string | undefined;
  readonly body: JsonObject;
}

/** All that matters of a module's files, taken together as Terraform takes them. */
export interface Blocks {
  readonly resources: readonly Block[];
  readonly dataSources: readonly Block[];
  readonly providers: readonly { readonly name: string; readonly body: JsonObject }[];
  readonly locals: JsonObject;
  /** Name → what the block of the variable says. */
  readonly variables: ReadonlyMap<string, JsonObject>;
  /** Output → its expression. */
  readonly outputs: ReadonlyMap<string, unknown>;
  /** Local address → the id that an import block gives. */
  readonly imports: ReadonlyMap<string, unknown>;
  /** Names of modules that are called; what is in them is not read. */
  readonly modules: readonly string[];
}

/** A parsed file of Terraform JSON (`*.tf.json`). */
export interface TerraformFile {
  readonly path: string;
  readonly content: unknown;
}

/**
 * @param prefix - What stands before the addresses of the module: empty where the code has but one.
 * @throws UnreadableCodeError when a file is not the JSON of a Terraform module.
 */
export function parseBlocks(files: readonly TerraformFile[], prefix: string): Blocks {
  const roots = files.map(({ path, content }) => {
    if (!isJsonObject(content))
      throw new ConfigurationError([{ where: path, message: "It is not a JSON object, and so no Terraform code." }]);
    const unknown = unsupportedRootBlocks(content).map(({ message }) => ({ where: path, message }));
    if (unknown.length > 0) throw new ConfigurationError(unknown);
    return content;
  });
  return {
    resources: roots.flatMap((root) => labeledBlocks(root["resource"], prefix, "")),
    dataSources: roots.flatMap((root) => labeledBlocks(root["data"], prefix, "data.")),
    providers: roots.flatMap((root) =>
      blockBodies(root["provider"]).flatMap((byName) =>
        Object.entries(byName).flatMap(([name, bodies]) => blockBodies(bodies).map((body) => ({ name, body }))),
      ),
    ),
    locals: Object.assign({}, ...roots.flatMap((root) => blockBodies(root["locals"]))) as JsonObject,
    variables: new Map(
      roots
        .flatMap((root) => blockBodies(root["variable"]))
        .flatMap((byName) => Object.entries(byName))
        .flatMap(([name, bodies]) => blockBodies(bodies).map((body) => [name, body] as const)),
    ),
    outputs: new Map(
      roots
        .flatMap((root) => blockBodies(root["output"]))
        .flatMap((byName) => Object.entries(byName))
        .flatMap(([name, bodies]) => blockBodies(bodies).map((body) => [name, body["value"]] as const)),
    ),
    imports: new Map(
      roots
        .flatMap((root) => blockBodies(root["import"]))
        .map((block) => [String(block["to"]).replace(/^\$\{(.*)\}$/, "$1"), block["id"]]),
    ),
    modules: roots.flatMap((root) => blockBodies(root["module"]).flatMap((byName) => Object.keys(byName))),
  };
}

function labeledBlocks(value: unknown, prefix: string, kind: "" | "data."): readonly Block[] {
  return blockBodies(value).flatMap((byType) =>
    Object.entries(byType).flatMap(([type, byName]) =>
      blockBodies(byName).flatMap((named) =>
        Object.entries(named).flatMap(([name, bodies]) =>
          blockBodies(bodies).map((body) => ({
            localAddress: `${kind}${type}.${name}`,
            address: `${prefix}${kind}${type}.${name}`,
            type,
            constructPath: constructPathOf(body),
            body,
          })),
        ),
      ),
    ),
  );
}

function constructPathOf(body: JsonObject): string | undefined {
  const comment = body["//"];
  const metadata = isJsonObject(comment) ? comment["metadata"] : undefined;
  const path = isJsonObject(metadata) ? metadata["path"] : undefined;
  return typeof path === "string" ? path : undefined;
}

/** Terraform takes one block and a list of blocks alike. */
export function blockBodies(value: unknown): readonly JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject);
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
