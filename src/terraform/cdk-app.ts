import { dirname, join, resolve } from "node:path";
import { UserError } from "../user-error";
import { hasCode, messageOf, systemAdvice } from "../system-errors";
import { asObject, asObjects, getString, type JsonObject } from "../json";
import { readJsonFileSync } from "../text-file";

/** What tfprojects uses of a `cdktf.json`. */
export interface CdktfConfiguration {
  /** The command that synthesizes the app. */
  readonly app: string;
  /** The output folder, as an absolute path. */
  readonly outputFolder: string;
  /** Where `cdktf get` generates bindings, as an absolute path. */
  readonly bindingsFolder: string;
  /** Such as `typescript` or `python`. */
  readonly language: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * Reads the `cdktf.json` of a folder.
 *
 * @returns undefined when there is none.
 * @throws UserError when it cannot be used.
 */
export function readCdktfConfiguration(folder: string): CdktfConfiguration | undefined {
  const path = join(folder, "cdktf.json");
  let content: unknown;
  try {
    content = readJsonFileSync(path);
  } catch (error) {
    // ENOTDIR: the path is a file of Terraform JSON.
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw new UserError(`Cannot read ${path}: ${messageOf(error)}.`, systemAdvice(error, "Correct the file."), {
      code: "UNREADABLE_CODE",
      cause: error,
    });
  }
  const { app, output, codeMakerOutput, language, context } = asObject(content);
  if (typeof app !== "string" || app.trim() === "") {
    throw new UserError(
      `${path} has no "app".`,
      'Add the command that runs the app: "app": "node --import tsx main.ts".',
      {
        code: "UNREADABLE_CODE",
      },
    );
  }
  return {
    app,
    outputFolder: resolve(folder, typeof output === "string" ? output : "cdktf.out"),
    bindingsFolder: resolve(folder, typeof codeMakerOutput === "string" ? codeMakerOutput : ".gen"),
    language: typeof language === "string" ? language : undefined,
    context: asObject(context),
  };
}

/** What cdktf writes into the output folder: the stacks of the app. */
export const MANIFEST = "manifest.json";

/** A stack in an output folder; with paths that begin with that of the folder. */
export interface SynthesizedStack {
  readonly name: string;
  /** The stack, in Terraform JSON or in HCL. */
  readonly output: string;
  /** The JSON that belongs to a stack in HCL. */
  readonly metadata: string;
  /** Where Terraform is run. */
  readonly folder: string;
  /** What the app warns of, each with the path of the construct. The framework's command line shows it, too. */
  readonly warnings: readonly string[];
}

/** The stacks in the manifest of an app. @throws what {@link readJsonFileSync} throws */
export function stacksIn(outputFolder: string): readonly SynthesizedStack[] {
  const { stacks } = asObject(readJsonFileSync(join(outputFolder, MANIFEST)));
  return Object.entries(asObject(stacks)).flatMap(([name, value]) => {
    const stack = asObject(value);
    const output = getString(stack, "synthesizedStackPath");
    if (output === undefined) return [];
    const metadata = getString(stack, "stackMetadataPath") ?? "";
    const folder = getString(stack, "workingDirectory") ?? dirname(output);
    return [
      {
        name,
        output: join(outputFolder, output),
        metadata: join(outputFolder, metadata),
        folder: join(outputFolder, folder),
        warnings: asObjects(stack["annotations"]).flatMap(warningIn),
      },
    ];
  });
}

/** The warning in an annotation, whose level is `@cdktf/warn` or that of another framework. */
function warningIn(annotation: JsonObject): readonly string[] {
  const { constructPath, level, message } = annotation;
  if (typeof level !== "string" || !level.endsWith("/warn") || typeof message !== "string") return [];
  return [typeof constructPath === "string" ? `[${constructPath}] ${message}` : message];
}

/** Whether the app has the constructs of this package. In other languages, it has what `cdktf get` generates. */
export function isTypeScript({ language = "typescript" }: Pick<CdktfConfiguration, "language">): boolean {
  return language === "typescript";
}

/** The command that an app runs after it has synthesized its stacks. */
export const STACKS_COMMAND = "provider install --stacks";

/** Whether the command of an app installs the provider into its stacks. */
export function installsIntoStacks(app: string): boolean {
  return app.includes(STACKS_COMMAND);
}
