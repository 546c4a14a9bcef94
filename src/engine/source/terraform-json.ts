import { problemAt, type Diagnostic } from "../../model";
import { basename, dirname, join } from "node:path";
import { CDK_APP } from "../../model";
import { formatList } from "../../reconcile/text";
import type { TerraformFile } from "./blocks";
import type { TerraformModule } from "./read-modules";
import { absolutePath, shownPath, type ProcessContext } from "../../process-context";
import { UserError, usageError } from "../../user-error";
import { messageOf } from "../../system-errors";
import { readTextFile } from "../../text-file";
import { MANIFEST, readCdktfConfiguration, stacksIn, type CdktfConfiguration } from "../../terraform/cdk-app";
import { kindAt, unreadablePath } from "../../terraform/code-path";
import { HclSyntaxError, scanHcl } from "../../terraform/hcl-scanner";
import { fileKind, firstDeclaration, moduleFilesIn, type ModuleFile } from "../../terraform/module-files";
import { parseJsonText } from "../../terraform/json-syntax";
import { HCL_UNSUPPORTED, PASS_TERRAFORM_PLAN } from "../../terraform/plan-file";
import { variableSetBy } from "../../terraform/variables";

/** What to do without code. */
export const NO_CODE_YET =
  `Use the folder of a ${CDK_APP}, or one with Terraform JSON. ` + "To generate an app, run `tfprojects import`.";

/** What to do about an app without output. */
const NO_STACKS = "Synthesize the app, whose code must end with a call of its method `synth`.";

/** What to do about a path that does not exist: its ending says what it would be. */
function insteadOf(path: string): string {
  if (/\.tf(\.json)?$/.test(path)) return "Check the path, or use the folder of the code.";
  if (!path.endsWith(".json")) return NO_CODE_YET;
  return "Check the path of the plan: `tfprojects plan` saves one, and `terraform show -json` prints Terraform's.";
}

/** What may have Terraform JSON. */
export type CodeSource =
  | { readonly kind: "file"; readonly path: string; readonly content: unknown }
  /** A folder, or nothing. */
  | { readonly kind: "folder"; readonly path: string };

/** The CDK app in a folder; undefined if it has none. @throws UserError when its `cdktf.json` cannot be used. */
export function appIn({ kind, path }: CodeSource, context: ProcessContext): CdktfConfiguration | undefined {
  return kind === "folder" ? readCdktfConfiguration(absolutePath(path, context)) : undefined;
}

/**
 * Reads the Terraform JSON of root modules: of all stacks in the output folder of a CDK app, of any other folder, or of
 * the only file of a folder.
 *
 * @param app - The CDK app in the folder: then its output is read, as it was last synthesized.
 * @throws UserError when there is none, or when a root module has more than is read.
 */
export async function readTerraformJson(
  source: CodeSource,
  context: ProcessContext,
  app?: CdktfConfiguration,
): Promise<readonly TerraformModule[]> {
  const path = app?.outputFolder ?? source.path;
  const absolute = absolutePath(path, context);
  const reader = new RootModuleReader(context, app && absolutePath(source.path, context));
  if (source.kind === "file") return [await reader.readOnly(absolute, source.content)];
  if (kindAt(absolute, path) === undefined) {
    throw new UserError(`${path} does not exist.`, app ? NO_STACKS : insteadOf(path), { code: "NO_CODE" });
  }
  if (kindAt(join(absolute, MANIFEST), join(path, MANIFEST)) !== undefined) return reader.readStacks(absolute);
  const files = reader.filesIn(absolute);
  if (!files.some(({ language }) => language === "json")) {
    throw new UserError(
      `${path} has no Terraform JSON: ${app ? "" : "no cdktf.json, "}no ${MANIFEST} of a ${CDK_APP}, ` +
        "and no *.tf.json files.",
      files.some(({ language }) => language === "hcl") ? HCL_UNSUPPORTED : app ? NO_STACKS : NO_CODE_YET,
      { code: "NO_CODE" },
    );
  }
  const modules = await reader.readModules([{ name: basename(absolute), folder: absolute, files }]);
  return modules.map((it) => ({ ...it, otherStacks: otherStacksThan(absolute) }));
}

/** The other stacks of the app whose output has a stack in this folder. */
function otherStacksThan(folder: string): readonly string[] {
  const output = dirname(dirname(folder));
  try {
    const stacks = stacksIn(output);
    const others = stacks.filter((stack) => dirname(stack.output) !== folder);
    return others.length < stacks.length ? others.map(({ name }) => name) : [];
  } catch {
    // What is there is no output of an app.
    return [];
  }
}

/** A root module whose files have not been read. */
interface RootModule extends Pick<TerraformModule, "name" | "warnings"> {
  readonly folder: string;
  readonly files: readonly ModuleFile[];
}

class RootModuleReader {
  constructor(
    private readonly context: ProcessContext,
    private readonly appFolder: string | undefined,
  ) {}

  async readStacks(outputFolder: string): Promise<readonly TerraformModule[]> {
    const path = join(outputFolder, MANIFEST);
    const stacks = await this.#readable(path, () => stacksIn(outputFolder));
    const hcl = stacks.find(({ output }) => !output.endsWith(".json"));
    if (hcl !== undefined) {
      throw new UserError(
        `Stack ${hcl.name} was synthesized as HCL, which is not supported.`,
        `Run cdktf synth without --hcl, or pass Terraform's plan: ${PASS_TERRAFORM_PLAN}.`,
        { code: "UNREADABLE_CODE" },
      );
    }
    if (stacks.length === 0) {
      throw new UserError(`${path} has no stacks.`, "Check that the app has a stack, and synthesize it again.", {
        code: "NO_CODE",
      });
    }
    const modules = stacks.map(({ name, output, warnings }): RootModule => {
      const folder = dirname(output);
      // A stack that was not synthesized is an error of its own file.
      const own = { language: "json", isTofu: false, isOverride: false, name: basename(output), path: output } as const;
      const files = kindAt(folder, shownPath(folder, this.context)) === "folder" ? this.filesIn(folder) : [];
      return { name, folder, files: files.some((it) => it.name === own.name) ? files : [own, ...files], warnings };
    });
    return this.readModules(modules);
  }

  /** @throws UserError when their files are more than Terraform JSON. */
  async readModules(modules: readonly RootModule[]): Promise<readonly TerraformModule[]> {
    await checkReadable(
      modules.flatMap(({ files }) => files),
      this.context,
    );
    return Promise.all(
      modules.map(async ({ name, folder, files, warnings = [] }) => {
        const json = files.filter(({ language }) => language === "json");
        const read = await Promise.all(json.map((file) => this.#readFile(file.path)));
        return { ...(await this.#moduleOf(name, folder, read)), warnings };
      }),
    );
  }

  /**
   * The root module of a file that was passed, and has been read.
   *
   * @throws UserError when its folder has more.
   */
  async readOnly(path: string, content: unknown): Promise<TerraformModule> {
    const folder = dirname(path);
    const files = this.filesIn(folder);
    await checkReadable(files, this.context);
    const others = files.filter(({ name, language }) => language === "json" && name !== basename(path));
    const shown = shownPath(path, this.context);
    if (others.length > 0) {
      throw usageError(
        `${shown} is only a part of the code: its folder also has ${formatList(others.map(({ name }) => name))}.`,
        `Pass the folder: ${shownPath(folder, this.context) || "."}`,
      );
    }
    const own = await this.#moduleOf(basename(folder), folder, [{ path: shown, content }]);
    const module = { ...own, otherStacks: otherStacksThan(folder) };
    // A state in the folder is not of a file that Terraform does not read.
    return fileKind(basename(path)) === undefined ? { ...module, folder: undefined } : module;
  }

  /** @throws UserError when the folder cannot be listed. */
  filesIn(folder: string): readonly ModuleFile[] {
    try {
      return moduleFilesIn(folder);
    } catch (error) {
      throw unreadablePath(shownPath(folder, this.context), error);
    }
  }

  async #moduleOf(name: string, folder: string, files: readonly TerraformFile[]): Promise<TerraformModule> {
    const folders = this.appFolder === undefined ? [folder] : [folder, this.appFolder];
    return { name, folder, files, variableSetBy: await variableSetBy(folders, this.context) };
  }

  async #readFile(path: string): Promise<TerraformFile> {
    const content = await this.#readable(path, async () => parseJsonText(await readTextFile(path)));
    return { path: shownPath(path, this.context), content };
  }

  /** The content of a file of code. @throws UserError when it cannot be read. */
  async #readable<T>(path: string, read: () => T | Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw new UserError(
        `Cannot read ${shownPath(path, this.context)} as Terraform JSON: ${messageOf(error)}.`,
        "Correct the file, or synthesize the app again.",
        { code: "UNREADABLE_CODE", cause: error },
      );
    }
  }
}

/**
 * Checks that the engine can read everything that Terraform or OpenTofu reads of root modules. A part of them must not
 * count as the whole: what the other part declares would be deleted or moved.
 *
 * @throws UserError with all files that it cannot read.
 */
async function checkReadable(files: readonly ModuleFile[], context: ProcessContext): Promise<void> {
  const found = await Promise.all(
    files.map(async (file): Promise<readonly Diagnostic[]> => {
      const message = await whyUnreadable(file);
      return message === undefined ? [] : [problemAt(shownPath(file.path, context), message)];
    }),
  );
  const problems = found.flat();
  if (problems.length === 0) return;
  const summary = "Only a part of the code can be read.";
  throw new UserError(
    ["Only a part of the code can be read:", ...problems.map((it) => `${it.where}:\n  ${it.detail}`)].join("\n"),
    `For a review, pass Terraform's plan, which has all of the code: ${PASS_TERRAFORM_PLAN}. ` +
      "To apply, move what these files declare to *.tf.json files, or use `terraform apply`.",
    { code: "UNREADABLE_CODE", summary, problems },
  );
}

/** Why the engine cannot read a file, as a sentence; undefined if it can, or if the file declares nothing. */
async function whyUnreadable(file: ModuleFile): Promise<string | undefined> {
  if (file.isTofu) return "Only OpenTofu reads it, in place of the file with .tf that has the same name.";
  if (file.isOverride) return "It is an override file, which only Terraform merges with the others.";
  if (file.language === "json") return undefined;
  try {
    const first = firstDeclaration(scanHcl(await readTextFile(file.path)));
    return first && `It is HCL, and declares more than versions and providers: ${first.what} in line ${first.line}.`;
  } catch (error) {
    const where = error instanceof HclSyntaxError ? `line ${error.line}: ` : "";
    return `It is HCL that cannot be read: ${where}${messageOf(error)}.`;
  }
}
