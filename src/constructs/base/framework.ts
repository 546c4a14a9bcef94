import type { IConstruct } from "constructs";
import { AppError } from "./app-error";
import { FRAMEWORKS, installCommand } from "./frameworks";
import type { Framework } from "./frameworks";

const OTHER: Readonly<Record<Framework, Framework>> = { cdktf: "cdktn", cdktn: "cdktf" };

/** The framework whose classes these constructs extend. The build for cdktn replaces the name here and in imports. */
export const FRAMEWORK: Framework = "cdktf";

const OTHER_FRAMEWORK = OTHER[FRAMEWORK];
const BOTH: readonly Framework[] = [FRAMEWORK, OTHER_FRAMEWORK];
const ENTRY = FRAMEWORKS[FRAMEWORK].entry;
const OTHER_ENTRY = FRAMEWORKS[OTHER_FRAMEWORK].entry;

/**
 * Loads the framework, an optional peer, because an app has only one of the two.
 *
 * @throws Error if it is not installed.
 */
export function loadFramework(): void {
  try {
    // oxlint-disable-next-line typescript/no-require-imports -- The error for a missing package says what to do.
    require("cdktf");
  } catch (error) {
    if (!isMissing(error, FRAMEWORK)) throw error;
    throw new Error(isInstalled(OTHER_FRAMEWORK) ? wrongEntry() : noFramework(), { cause: error });
  }
}

/**
 * Rejects constructs of one framework in apps of the other, which would fail at synth with an unclear message.
 *
 * @param scope - The scope of the construct.
 * @throws AppError if it is in an app or a stack of the other framework.
 */
export function checkFramework(scope: IConstruct, id: string): void {
  // The framework reports a scope that is not a construct.
  const other = (scope as Partial<IConstruct>).node?.scopes.some((it) => frameworkOf(it) === OTHER_FRAMEWORK);
  if (other === true) throw new AppError(`[${pathOf(scope, id)}] ${wrongEntry()}`);
}

/** The path of a construct that is to be created in a scope. */
export function pathOf(scope: IConstruct, id: string): string {
  return [scope.node.path, id].filter((it) => it !== "").join("/");
}

function wrongEntry(): string {
  return (
    `This app is built on ${OTHER_FRAMEWORK}; import from "${OTHER_ENTRY}". "${ENTRY}" has the constructs for ` +
    `${FRAMEWORK}.`
  );
}

function noFramework(): string {
  return (
    `"${ENTRY}" needs ${FRAMEWORK}, which is not installed: ${installCommand(FRAMEWORK)}. For an app that is built ` +
    `on ${OTHER_FRAMEWORK}, import from "${OTHER_ENTRY}": ${installCommand(OTHER_FRAMEWORK)}.`
  );
}

/**
 * The framework whose class a construct has or extends, by the names that jsii gives to classes. Does not use
 * `instanceof`, because an app can have two copies of a framework, which work together.
 *
 * @see https://aws.github.io/jsii/specification/1-introduction/
 */
function frameworkOf(construct: IConstruct): Framework | undefined {
  for (let type: unknown = construct.constructor; typeof type === "function"; type = Object.getPrototypeOf(type)) {
    const name = jsiiName(type);
    const found = BOTH.find((framework) => name?.startsWith(`${framework}.`));
    if (found !== undefined) return found;
  }
  return undefined;
}

const JSII_TYPE = Symbol.for("jsii.rtti");

/** The full name of a class that jsii compiled, such as `cdktf.App`. Classes that it did not compile inherit it. */
function jsiiName(type: object): string | undefined {
  const info: unknown = Reflect.get(type, JSII_TYPE);
  const name: unknown = typeof info === "object" && info !== null ? Reflect.get(info, "fqn") : undefined;
  return typeof name === "string" ? name : undefined;
}

function isInstalled(name: Framework): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Whether the package itself was not found, and not a package that it loads. */
export function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "MODULE_NOT_FOUND" &&
    error.message.includes(`'${name}'`)
  );
}
