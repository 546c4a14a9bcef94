import { asObject, asObjects, getString, type JsonObject } from "../../json";
import { indexBy } from "../../lists";
import { namesIn, unsupportedNames, problemAt, type Diagnostic } from "../../model";
import { isOwn } from "../../model/provider-address";
import { quote } from "../../reconcile/text";
import { formatAddress, type Mode } from "../../terraform/address";
import {
  BLOCK_TYPES,
  jsonBlocks,
  placeOf,
  rootObjects,
  whereIs,
  type BlockInFile,
  type BlockType,
} from "../../terraform/json-blocks";
import { checkProblems } from "../configuration-error";

/** What has a place in the code. */
export interface Located {
  /**
   * The address with the module's name before it, if the code has several modules: `teams/tfprojects_project.platform`.
   */
  readonly address: string;
  /** Its path in the construct tree of a cdktf app: `organization/platform`; undefined for other code. */
  readonly constructPath?: string | undefined;
}

/** A resource or data block of the code. */
export interface Block extends Located {
  readonly mode: Mode;
  /** The address within its module: `tfprojects_project.platform`, `data.tfprojects_project.shared`. */
  readonly localAddress: string;
  readonly type: string;
  readonly body: JsonObject;
}

/** What is read of a module; its files are merged, as Terraform merges them. */
export interface Blocks {
  readonly resources: readonly Block[];
  readonly dataSources: readonly Block[];
  /** Resources and data sources by local address. */
  readonly byAddress: ReadonlyMap<string, Block>;
  readonly locals: JsonObject;
  /** Name → body of the variable's block. */
  readonly variables: ReadonlyMap<string, JsonObject>;
  /** Output → its expression. */
  readonly outputs: ReadonlyMap<string, unknown>;
  /** Names of called modules, which are not read. */
  readonly modules: ReadonlySet<string>;
  /** The blocks of a type, as the files have them. */
  ofType(type: BlockType): readonly BlockInFile[];
}

/** A parsed file of Terraform JSON (`*.tf.json`). */
export interface TerraformFile {
  readonly path: string;
  /** The content is as `parseJsonText` parses it. */
  readonly content: unknown;
}

/**
 * Parses the blocks of a module's files.
 *
 * @param stack - The stack, if the app has several: addresses begin with it.
 * @throws ConfigurationError with what Terraform does not accept in the files.
 */
export function parseBlocks(files: readonly TerraformFile[], stack: string | undefined): Blocks {
  const all = readFiles(files);
  const ofType = (type: BlockType): readonly BlockInFile[] => all.filter((block) => block.type === type);
  const named = (type: BlockType): readonly (readonly [string, JsonObject])[] =>
    ofType(type).map(({ labels: [name = ""], body }) => [name, body]);
  const resources = ofType("resource").map((block) => labeledBlock(block, stack, "managed"));
  const dataSources = ofType("data").map((block) => labeledBlock(block, stack, "data"));
  return {
    resources,
    dataSources,
    byAddress: indexBy([...resources, ...dataSources], ({ localAddress }) => localAddress),
    locals: Object.fromEntries(ofType("locals").flatMap(({ body }) => Object.entries(body))),
    variables: new Map(named("variable")),
    outputs: new Map(named("output").map(([name, body]) => [name, body["value"]])),
    modules: new Set(named("module").map(([name]) => name)),
    ofType,
  };
}

/** The blocks of files. @throws ConfigurationError when Terraform would not accept them. */
function readFiles(files: readonly TerraformFile[]): readonly BlockInFile[] {
  const problems: Diagnostic[] = [];
  const all = files.flatMap(({ path: file, content }) => {
    const { blocks, problems: found } = jsonBlocks(content);
    for (const { place, line, message } of found) {
      const at = placeOf({ file, line });
      problems.push(problemAt(place === "" ? at : `${at}, in ${place}`, message));
    }
    for (const root of rootObjects(content)) {
      problems.push(...unsupportedNames(root, ["//", ...BLOCK_TYPES]).map(({ detail }) => problemAt(file, detail)));
    }
    return blocks.map((block) => ({ ...block, file }));
  });
  checkProblems([...problems, ...duplicates(all), ...unsupportedBlocks(all)]);
  return all;
}

/** Blocks that declare again what a block before them declares. */
function duplicates(blocks: readonly BlockInFile[]): readonly Diagnostic[] {
  const first = new Map<string, BlockInFile>();
  return blocks.flatMap((block) =>
    declaredBy(block).flatMap((declared) => {
      const previous = first.get(declared);
      if (previous === undefined) first.set(declared, block);
      if (previous === undefined) return [];
      return [problemAt(whereIs(block), `Duplicate ${declared}: it was already declared at ${placeOf(previous)}.`)];
    }),
  );
}

/** What a block declares, of which a module may have only one. */
function declaredBy({ type, labels, body }: BlockInFile): readonly string[] {
  switch (type) {
    case "provider":
      return [addressOfProvider(labels.join("."), getString(body, "alias"))];
    case "locals":
      return Object.keys(body).flatMap((name) => (name === "//" ? [] : [`local.${name}`]));
    case "terraform":
      return ["backend", "cloud", "required_providers"].flatMap((setting) => {
        const bodies = asObjects(body[setting]);
        return (setting === "backend" ? bodies.flatMap(Object.keys) : bodies).map(() => `terraform.${setting}`);
      });
    case "import":
    case "moved":
    case "removed":
      return [];
    default:
      return [[type, ...labels].join(".")];
  }
}

/** The address of a configuration of a provider: `provider.tfprojects.other`. */
export function addressOfProvider(name: string, alias: string | undefined): string {
  return `provider.${alias === undefined ? name : `${name}.${alias}`}`;
}

/** What a type is called of which this provider has none, by the blocks that have them. */
const WITHOUT_TYPES: Partial<Readonly<Record<BlockType, string>>> = {
  ephemeral: "ephemeral resource type",
  action: "action type",
};

function unsupportedBlocks(all: readonly BlockInFile[]): readonly Diagnostic[] {
  return all.flatMap((block): readonly Diagnostic[] => {
    const what = WITHOUT_TYPES[block.type];
    const [type = ""] = block.labels;
    if (what === undefined || !isOwn(type)) return [];
    return [problemAt(whereIs(block), `The provider tfprojects does not support ${what} ${quote(type)}.`)];
  });
}

/** The error about a block that Terraform does not accept: the engine could plan something else than it means. */
export function refusedByTerraform(block: BlockInFile): Diagnostic {
  return problemAt(whereIs(block), "Terraform does not accept this block: `terraform plan` says why.");
}

/** Whether a body has no other arguments than these, and comments. */
export function hasOnly(body: JsonObject, names: readonly string[]): boolean {
  return namesIn(body).every((name) => name === "//" || names.includes(name));
}

/** Where a block is in the code, or one of its attributes, with the construct's path if there is one: for messages. */
export function locationOf({ address, constructPath }: Located, attribute?: string): string {
  const where = attribute === undefined ? address : `${address}.${attribute}`;
  return constructPath === undefined ? where : `${where} (${constructPath})`;
}

/** The argument that makes a block several objects. */
export function repetitionOf({ body }: Pick<Block, "body">): "count" | "for_each" | undefined {
  return (["count", "for_each"] as const).find((argument) => Object.hasOwn(body, argument));
}

function labeledBlock(
  { labels: [type = "", name = ""], body }: BlockInFile,
  stack: string | undefined,
  mode: Mode,
): Block {
  return {
    mode,
    localAddress: formatAddress({ mode, type, name }),
    address: formatAddress({ stack, mode, type, name }),
    type,
    constructPath: getString(asObject(asObject(body["//"])["metadata"]), "path"),
    body,
  };
}
