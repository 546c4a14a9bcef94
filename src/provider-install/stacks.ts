import { join, relative, resolve } from "node:path";
import type { Framework } from "../constructs/base/frameworks";
import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../model/provider-address";
import { readRequiredProviders, runsRemotely } from "../constructs/provider-bundle/required-providers";
import type { RequiredProvider } from "../constructs/provider-bundle/required-providers";
import type { SelectedPackages } from "../constructs/provider-bundle/select-packages";
import { installIntoStack, type StackFolder } from "../constructs/provider-bundle/stack-folder";
import { satisfies } from "../constructs/provider-bundle/version-constraint";
import { formatList, pluralize } from "../reconcile";
import { readTextFileSync, tryReadJsonFileSync } from "../text-file";
import { VERSION } from "../version";
import { asObject } from "../json";
import { readCdktfConfiguration, stacksIn, type SynthesizedStack } from "../terraform/cdk-app";
import { UserError } from "../user-error";
import { messageOf, sentenceOf, systemAdvice } from "../system-errors";
import { frameworkOf } from "../terraform/installed-packages";
import { ownMember } from "../own-member";

/** The result of installing the provider into the stacks of an app. */
interface InstalledStacks {
  /** Warnings about expected failures. */
  readonly warnings: readonly string[];
  /** For people: the stacks that require the provider. */
  readonly result: string;
}

/** Where an app has its stacks. */
interface StacksLocation {
  readonly outputFolder: string;
  /** The folder in which the framework's CLI generates bindings. */
  readonly bindingsFolder: string;
  /** The framework of the app. */
  readonly framework: Framework;
}

/**
 * Where the app in a folder has its stacks: the folder that the framework's CLI, or this command line, sets for the
 * app's command, or else that of `cdktf.json`.
 *
 * @throws UserError if there is no usable `cdktf.json`.
 */
export function locateStacks(folder: string, { CDKTF_OUTDIR }: NodeJS.ProcessEnv = process.env): StacksLocation {
  const settings = readCdktfConfiguration(folder);
  const outputFolder = CDKTF_OUTDIR === undefined || CDKTF_OUTDIR === "" ? settings?.outputFolder : CDKTF_OUTDIR;
  if (settings === undefined || outputFolder === undefined) {
    throw new UserError(`No app in ${resolve(folder)}: it has no cdktf.json.`, "Run it in the folder of the app.", {
      code: "NO_CODE",
    });
  }
  return { outputFolder, bindingsFolder: settings.bindingsFolder, framework: frameworkOf(folder) };
}

/**
 * Installs the provider into each synthesized stack that requires it, and writes its lock entry there. The constructs
 * of this package do the same at synth; this is for apps in other languages.
 *
 * @param select - Selects the packages to install, also those for Linux if a stack runs remotely.
 * @throws UserError if there are no stacks, one requires another version, or a file cannot be written.
 */
export function installIntoStacks(
  location: StacksLocation,
  select: (alsoLinux: boolean) => SelectedPackages,
): InstalledStacks {
  const { outputFolder, bindingsFolder } = location;
  const where = relative(process.cwd(), outputFolder) || ".";
  const stacks = readManifest(outputFolder).flatMap((stack) => readStack(stack) ?? []);
  if (stacks.length === 0)
    return { warnings: [], result: `No stack of ${where} requires the provider ${PROVIDER_TYPE}.` };
  for (const stack of stacks) requireThisVersion(stack, location.framework);

  const generated = generatedVersions(bindingsFolder);
  const warnings: string[] = [];
  try {
    // Fails before anything is written.
    const selected = new Map([...new Set(stacks.map((it) => it.runsRemotely))].map((it) => [it, select(it)]));
    for (const stack of stacks) {
      const packages = selected.get(stack.runsRemotely);
      if (packages === undefined) continue;
      const folder: StackFolder = { ...stack, framework: location.framework, generatedVersions: generated(stack) };
      const messages = installIntoStack(folder, packages);
      warnings.push(...messages.map((message) => `${stack.name}: ${message}`));
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `Cannot install the provider into the stacks of ${where}: ${sentenceOf(error)}`,
      systemAdvice(error, "Reinstall the package."),
      { cause: error },
    );
  }
  const names = stacks.map(({ name }) => name);
  return {
    warnings,
    result:
      `Installed provider ${PROVIDER_TYPE} ${VERSION} into ${pluralize(names.length, "stack")} of ${where}: ` +
      `${formatList(names)}.`,
  };
}

interface Stack {
  readonly name: string;
  readonly path: string;
  readonly required: readonly RequiredProvider[];
  readonly constraints: string;
  readonly runsRemotely: boolean;
}

function readManifest(outputFolder: string): readonly SynthesizedStack[] {
  try {
    return stacksIn(outputFolder);
  } catch (error) {
    throw new UserError(
      `Cannot read the stacks of ${outputFolder}: ${messageOf(error)}.`,
      'Run it after the app: in a cdktf.json, "app": "python3 main.py && npx ' +
        `${PROVIDER_TYPE}@${VERSION} provider install --stacks".`,
      { code: "NO_CODE", cause: error },
    );
  }
}

/** Undefined if the stack does not require the provider. */
function readStack({ name, output, metadata, folder }: SynthesizedStack): Stack | undefined {
  try {
    const required = readRequiredProviders(output, metadata);
    const own = required.find(({ address }) => address === PROVIDER_SOURCE);
    if (own === undefined) return undefined;
    return { name, path: folder, required, constraints: own.constraints, runsRemotely: runsStackRemotely(output) };
  } catch (error) {
    throw new UserError(`Cannot read stack ${name} in ${output}: ${messageOf(error)}.`, "Synthesize the app again.", {
      code: "UNREADABLE_CODE",
      cause: error,
    });
  }
}

/** Whether the stack has a `cloud` block or the `remote` backend, in JSON or in HCL as cdktf writes it. */
function runsStackRemotely(output: string): boolean {
  const text = readTextFileSync(output);
  if (!text.startsWith("{")) return /^\s*(?:cloud|backend "remote") \{/m.test(text);
  return runsRemotely(asObject(JSON.parse(text)));
}

function requireThisVersion({ name, constraints }: Stack, framework: Framework): void {
  if (satisfies(VERSION, constraints)) return;
  throw new UserError(
    `Stack ${name} requires ${constraints === "" ? "no version" : `version ${constraints}`} of the provider ` +
      `${PROVIDER_TYPE}, and this is ${VERSION}.`,
    `Run \`npx ${PROVIDER_TYPE}@${VERSION} provider install --app .\` in the folder of the app, and ` +
      `\`${framework} get\`.`,
  );
}

/** Returns the versions of a stack's providers, by name, which the framework's CLI stores next to the bindings. */
function generatedVersions(bindings: string): (stack: Stack) => ReadonlyMap<string, string> {
  const versions = asObject(tryReadJsonFileSync(join(bindings, "versions.json")));
  return ({ required }) =>
    new Map(
      required.flatMap(({ name, address }) => {
        const version = ownMember(versions, address);
        return typeof version === "string" ? [[name, version]] : [];
      }),
    );
}
