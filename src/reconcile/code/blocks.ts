import { unknownRootBlocks } from "./known-names";
import { UnreadableCodeError } from "./problem";

/** Members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** A resource or data block of the code. */
export interface Block {
  /** As the module itself calls it: `tfprojects_project.platform`, `data.tfprojects_project.shared`. */
  readonly localAddress: string;
  /** The same, with the module's name before it where the code has several: `teams/tfprojects_project.platform`. */
  readonly address: string;
  readonly type: string;
  /** Where it is in the construct tree of a cdktf app: `organization/platform`; undefined for other code. */
  readonly constructPath: string | undefined;
  readonly body: Members;
}

/** All that matters of a module's files, taken together as Terraform takes them. */
export interface Blocks {
  readonly resources: readonly Block[];
  readonly dataSources: readonly Block[];
  readonly providers: readonly { readonly name: string; readonly body: Members }[];
  readonly locals: Members;
  /** Name → what the block of the variable says. */
  readonly variables: ReadonlyMap<string, Members>;
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
export function blocksOf(files: readonly TerraformFile[], prefix: string): Blocks {
  const roots = files.map(({ path, content }) => {
    if (!isMembers(content))
      throw new UnreadableCodeError([{ where: path, message: "It is not a JSON object, and so no Terraform code." }]);
    const unknown = unknownRootBlocks(content).map(({ message }) => ({ where: path, message }));
    if (unknown.length > 0) throw new UnreadableCodeError(unknown);
    return content;
  });
  return {
    resources: roots.flatMap((root) => labelled(root["resource"], prefix, "")),
    dataSources: roots.flatMap((root) => labelled(root["data"], prefix, "data.")),
    providers: roots.flatMap((root) =>
      objects(root["provider"]).flatMap((byName) =>
        Object.entries(byName).flatMap(([name, bodies]) => objects(bodies).map((body) => ({ name, body }))),
      ),
    ),
    locals: Object.assign({}, ...roots.flatMap((root) => objects(root["locals"]))) as Members,
    variables: new Map(
      roots
        .flatMap((root) => objects(root["variable"]))
        .flatMap((byName) => Object.entries(byName))
        .flatMap(([name, bodies]) => objects(bodies).map((body) => [name, body] as const)),
    ),
    outputs: new Map(
      roots
        .flatMap((root) => objects(root["output"]))
        .flatMap((byName) => Object.entries(byName))
        .flatMap(([name, bodies]) => objects(bodies).map((body) => [name, body["value"]] as const)),
    ),
    imports: new Map(
      roots
        .flatMap((root) => objects(root["import"]))
        .map((block) => [String(block["to"]).replace(/^\$\{(.*)\}$/, "$1"), block["id"]]),
    ),
    modules: roots.flatMap((root) => objects(root["module"]).flatMap((byName) => Object.keys(byName))),
  };
}

function labelled(value: unknown, prefix: string, kind: "" | "data."): readonly Block[] {
  return objects(value).flatMap((byType) =>
    Object.entries(byType).flatMap(([type, byName]) =>
      objects(byName).flatMap((named) =>
        Object.entries(named).flatMap(([name, bodies]) =>
          objects(bodies).map((body) => ({
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

function constructPathOf(body: Members): string | undefined {
  const comment = body["//"];
  const metadata = isMembers(comment) ? comment["metadata"] : undefined;
  const path = isMembers(metadata) ? metadata["path"] : undefined;
  return typeof path === "string" ? path : undefined;
}

/** Terraform takes one block and a list of blocks alike. */
export function objects(value: unknown): readonly Members[] {
  return (Array.isArray(value) ? value : [value]).filter(isMembers);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
