import type { IConstruct } from "constructs";
import { FRAMEWORKS, installCommand } from "./frameworks";
import type { Framework } from "./frameworks";

const OTHER: Readonly<Record<Framework, Framework>> = { cdktf: "cdktn", cdktn: "cdktf" };

/** The framework whose classes these constructs extend. The build writes `cdktn` here and into imports for that one. */
export const FRAMEWORK: Framework = "cdktf";

const OTHER_FRAMEWORK = OTHER[FRAMEWORK];
const BOTH: readonly Framework[] = [FRAMEWORK, OTHER_FRAMEWORK];
const ENTRY = FRAMEWORKS[FRAMEWORK].entry;
const OTHER_ENTRY = FRAMEWORKS[OTHER_FRAMEWORK].entry;

/**
 * Loads the framework, an optional peer: which of the two an app has is its own choice.
 *
 * @throws Error when it is not installed.
 */
export function loadFramework(): void {
  try {
    // oxlint-disable-next-line typescript/no-require-imports -- To say what to do when it is missing.
    require("cdktf");
  } catch (error) {
    if (!isMissing(error, FRAMEWORK)) throw error;
    throw new Error(isInstalled(OTHER_FRAMEWORK) ? wrongEntry() : noFramework(), { cause: error });
  }
}

/**
 * Constructs of one framework do not work in apps of the other, which would say so only at synth, and in words of
 * its own.
 *
 * @param scope - Of the construct.
 * @throws Error when it is in an app, or in a stack, of the other framework.
 */
export function checkFramework(scope: IConstruct, id: string): void {
  // What is not a construct is for the framework to report.
  const other = (scope as Partial<IConstruct>).node?.scopes.some((it) => frameworkOf(it) === OTHER_FRAMEWORK);
  if (other === true) throw new Error(`[${[scope.node.path, id].filter((it) => it !== "").join("/")}] ${wrongEntry()}`);
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
 * The framework whose class a construct has or extends, by the names that jsii gives to classes. Not by `instanceof`:
 * an app can have two copies of a framework, which work together.
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

/** The full name of a class that jsii compiled: `cdktf.App`; inherited by classes that it did not compile. */
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

/** Whether the package itself was not found, rather than something that it loads. */
export function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "MODULE_NOT_FOUND" &&
    error.message.includes(`'${name}'`)
  );
}
