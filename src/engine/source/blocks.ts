import { ConfigurationError } from "./configuration-error";
import { asObject, asObjects, getString, isObject, type JsonObject } from "../../json";
import { formatAddress, type Mode } from "../../terraform/address";
import { unsupportedRootBlocks } from "./unsupported-names";

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
  readonly providers: readonly { readonly name: string; readonly body: JsonObject }[];
  readonly locals: JsonObject;
  /** Name → body of the variable's block. */
  readonly variables: ReadonlyMap<string, JsonObject>;
  /** Output → its expression. */
  readonly outputs: ReadonlyMap<string, unknown>;
  /** Local address → the id in an `import` block. */
  readonly imports: ReadonlyMap<string, unknown>;
  /** Local address → its new address according to a `moved` block. */
  readonly moved: ReadonlyMap<string, string>;
  /** Local addresses that a `removed` block takes out of the state without destroying their objects. */
  readonly forgotten: ReadonlySet<string>;
  /** Names of called modules, which are not read. */
  readonly modules: readonly string[];
}

/** A parsed file of Terraform JSON (`*.tf.json`). */
export interface TerraformFile {
  readonly path: string;
  readonly content: unknown;
}

/**
 * Parses the blocks of a module's files.
 *
 * @param stack - The stack, if the app has several: addresses begin with it.
 * @throws ConfigurationError when a file is not Terraform JSON.
 */
export function parseBlocks(files: readonly TerraformFile[], stack: string | undefined): Blocks {
  const roots = files.map(({ path, content }) => {
    if (!isObject(content)) {
      throw new ConfigurationError([{ where: path, message: "Not Terraform JSON: the file is not a JSON object." }]);
    }
    const unsupported = unsupportedRootBlocks(content).map(({ message }) => ({ where: path, message }));
    if (unsupported.length > 0) throw new ConfigurationError(unsupported);
    return content;
  });
  const bodiesOf = (kind: string): readonly JsonObject[] => roots.flatMap((root) => asObjects(root[kind]));
  const forgets = ({ lifecycle }: JsonObject): boolean => asObjects(lifecycle).some(({ destroy }) => destroy === false);
  return {
    resources: labeledBlocks(bodiesOf("resource"), stack, "managed"),
    dataSources: labeledBlocks(bodiesOf("data"), stack, "data"),
    providers: namedBodies(bodiesOf("provider")),
    locals: Object.assign({}, ...bodiesOf("locals")) as JsonObject,
    variables: new Map(namedBodies(bodiesOf("variable")).map(({ name, body }) => [name, body])),
    outputs: new Map(namedBodies(bodiesOf("output")).map(({ name, body }) => [name, body["value"]])),
    imports: new Map(bodiesOf("import").map(({ to, id }) => [addressIn(to), id])),
    moved: new Map(bodiesOf("moved").map(({ from, to }) => [addressIn(from), addressIn(to)])),
    forgotten: new Set(bodiesOf("removed").flatMap((it) => (forgets(it) ? addressIn(it["from"]) : []))),
    modules: bodiesOf("module").flatMap(Object.keys),
  };
}

/** Where a block is in the code, or one of its attributes: for messages. */
export function locationOf({ address, constructPath }: Located, attribute?: string): string {
  return withConstructPath(attribute === undefined ? address : `${address}.${attribute}`, constructPath);
}

/** A location, with the construct's path after it if there is one. */
export function withConstructPath(where: string, constructPath: string | undefined): string {
  return constructPath === undefined ? where : `${where} (${constructPath})`;
}

function labeledBlocks(value: unknown, stack: string | undefined, mode: Mode): readonly Block[] {
  return asObjects(value).flatMap((byType) =>
    Object.entries(byType).flatMap(([type, byName]) =>
      namedBodies(byName).map(({ name, body }) => ({
        mode,
        localAddress: formatAddress({ mode, type, name }),
        address: formatAddress({ stack, mode, type, name }),
        type,
        constructPath: constructPathOf(body),
        body,
      })),
    ),
  );
}

function constructPathOf(body: JsonObject): string | undefined {
  return getString(asObject(asObject(body["//"])["metadata"]), "path");
}

/** The address in an argument: `tfprojects_project.a`, also in `${…}`. */
function addressIn(argument: unknown): string {
  return String(argument).replace(/^\$\{(.*)\}$/, "$1");
}

/** The configuration of the provider that a block uses: the one of its alias, or the default one. */
export function providerOf(
  body: JsonObject,
  type: string,
  { providers }: Pick<Blocks, "providers">,
): { readonly address: string; readonly body: JsonObject } {
  const reference = addressIn(getString(body, "provider") ?? type);
  const [name, alias] = reference.split(".");
  const found = providers.find((it) => it.name === name && it.body["alias"] === alias);
  return { address: `provider.${reference}`, body: found?.body ?? {} };
}

/** The bodies of blocks that have a name. */
function namedBodies(value: unknown): readonly { readonly name: string; readonly body: JsonObject }[] {
  return asObjects(value).flatMap((byName) =>
    Object.entries(byName).flatMap(([name, bodies]) => asObjects(bodies).map((body) => ({ name, body }))),
  );
}
