import { existsSync, writeFileSync } from "node:fs";
import { formatList, pluralize } from "../../reconcile";
import { parseStackFile } from "../code/stack-file";
import { CliError, messageOf } from "../errors";
import { EXIT } from "../exit-status";
import { sanitize } from "../render/sanitize";
import { printErr } from "../terminal";
import type { ExecutedPlan } from "./execute-plan";
import type { LiveOrganization } from "./plan-code";

/** A project that no Terraform state has. */
interface Unrecorded {
  /** Stack; empty if the code has only one. */
  readonly stack: string;
  /** Address in the stack. */
  readonly address: string;
  readonly id: string;
}

/** Where `--write-imports` writes the blocks of each stack. */
export type ImportFiles = ReadonlyMap<string, string>;

/**
 * The files for the `import` blocks of the projects that no state has after the plan is applied.
 *
 * @param options - Values of `--write-imports`: `FILE`, or `STACK=FILE` for each of several stacks.
 * @throws CliError when a stack has no file, or a file exists. Nothing has been changed.
 */
export function importFiles(live: readonly LiveOrganization[], options: readonly string[]): ImportFiles {
  const files = new Map<string, string>();
  if (options.length === 0) return files;
  const addresses = live.flatMap(({ plan }) => [
    ...plan.notInState.map(({ address }) => address),
    ...plan.actions.flatMap((action) => (action.kind === "create" ? [action.address] : [])),
  ]);
  const stacks = new Set(addresses.map((address) => split(address).stack));
  const given = options.map((option) => parseStackFile(option, stacks));
  for (const stack of stacks) {
    const own = given.find((it) => it.stack === stack);
    const [only, ...others] = given;
    const file = (own ?? (stack === "" && others.length === 0 ? only : undefined))?.file;
    if (file === undefined) {
      throw new CliError(
        `Nothing was changed: --write-imports has no file for ${stack === "" ? "the code" : `the stack ${stack}`}.`,
        "Use --write-imports FILE, or --write-imports STACK=FILE for each stack of an app that has several.",
        { code: "USAGE" },
      );
    }
    if (existsSync(file)) {
      throw new CliError(
        `Nothing was changed: ${file} of --write-imports exists.`,
        "Delete it if Terraform has imported its projects, or use another file.",
        { code: "USAGE" },
      );
    }
    files.set(stack, file);
  }
  return files;
}

/**
 * Writes `import` blocks for the projects that exist now, and that no state has. Without files, warns of those that
 * were created beside a state.
 *
 * @throws CliError when a file cannot be written; it has the blocks.
 */
export function writeImports(executed: readonly ExecutedPlan[], files: ImportFiles): void {
  const created = executed.flatMap(createdProjects);
  if (files.size === 0) {
    const hasState = executed.some(({ live }) => live.plan.states.length > 0);
    if (!hasState || created.length === 0) return;
    const addresses = formatList(created.map(({ address }) => address));
    printErr(
      sanitize(
        `Warning: Terraform does not know ${pluralize(created.length, "project")} that this apply created: ` +
          `${addresses}. Import them before the next \`terraform apply\`. The option --write-imports FILE writes the ` +
          `import blocks.`,
      ),
    );
    return;
  }
  const existing = executed.flatMap(({ live }) =>
    live.plan.notInState.map(({ address, id }): Unrecorded => ({ ...split(address), id })),
  );
  for (const [stack, file] of files) {
    const projects = [...existing, ...created].filter((project) => project.stack === stack);
    if (projects.length === 0) continue;
    const text = file.endsWith(".json") ? asJson(projects) : asHcl(projects);
    try {
      writeFileSync(file, text, { flag: "wx" });
    } catch (error) {
      throw new CliError(
        `The changes were applied, but the import blocks could not be written to ${file}: ${messageOf(error)}. ` +
          `They follow:\n${text}`,
        "Save them beside the code before the next `terraform apply`.",
        { code: "OUTPUT", cause: error, status: EXIT.partial },
      );
    }
    printErr(sanitize(`Wrote import blocks for ${pluralize(projects.length, "project")} to ${file}.`));
  }
}

function createdProjects({ live, outcomes }: ExecutedPlan): readonly Unrecorded[] {
  return live.plan.actions.flatMap((action) => {
    const outcome = outcomes.get(action.id);
    if (action.kind !== "create" || outcome?.kind !== "done" || outcome.createdId === undefined) return [];
    return [{ ...split(action.address), id: outcome.createdId }];
  });
}

/** `stack/type.name` of an app with several stacks, and `type.name`. */
function split(address: string): Pick<Unrecorded, "stack" | "address"> {
  const separator = address.lastIndexOf("/");
  return separator < 0
    ? { stack: "", address }
    : { stack: address.slice(0, separator), address: address.slice(separator + 1) };
}

function asHcl(projects: readonly Unrecorded[]): string {
  return projects.map(({ address, id }) => `import {\n  to = ${address}\n  id = "${id}"\n}\n`).join("\n");
}

function asJson(projects: readonly Unrecorded[]): string {
  return `${JSON.stringify({ import: projects.map(({ address: to, id }) => ({ to, id })) }, undefined, 2)}\n`;
}
