import { UserError } from "../user-error";
import { mirrorOf } from "../terraform/provider-mirrors";
import { planEffects } from "./plan-effects";
import { firstSentence } from "./program";
import { tryEdits, type Trial } from "./trial";
import { keepFiles, writeMigration } from "./write-files";

/** What was found out about edits that are made. */
export type Evidence =
  /** Nothing: the edits are not made. */
  | { readonly kind: "none" }
  /** The edited code is valid, if that before was. */
  | { readonly kind: "validated"; readonly program: string }
  | { readonly kind: "not-checked"; readonly reason: string }
  /** Its plan changes nothing in the organization that the plan before did not change. */
  | { readonly kind: "planned"; readonly program: string };

interface EditInput extends Trial {
  /** Whether the configuration is planned before and after. */
  readonly isPlanned: boolean;
}

/**
 * Makes the edits once a copy of the code is valid with them.
 *
 * @throws UserError when the copy has new errors, which writes nothing; when a plan fails; and when the plan after
 *   changes something in the organization that the one before did not. It has the way back then.
 */
export async function makeEdits(input: EditInput): Promise<Evidence> {
  const { root, program, scratch, isPlanned, pending, installProvider } = input;
  if (isPlanned && program === undefined) {
    throw new UserError(
      "--check plans the configuration, and neither terraform nor tofu is on the PATH.",
      "Install one.",
    );
  }
  const before = isPlanned && program !== undefined ? await planEffects(root, program, scratch) : undefined;
  const trial = await tryEdits(input);
  if (trial.kind === "invalid") throw invalidEdits(trial.errors);
  if (program === undefined || before === undefined) {
    await writeMigration(root, pending);
    return trial.kind === "not-checked" ? trial : { kind: "validated", program: program?.name ?? "" };
  }
  const { revert, remove } = keepFiles(root, pending);
  await writeMigration(root, pending);
  installProvider(mirrorOf(root));
  const initialized = await program.run(["init", "-input=false", "-no-color"], root);
  if (initialized.status !== 0) {
    throw reverting(`\`${program.name} init\` failed after the edits: ${firstSentence(initialized.stderr)}`, revert);
  }
  const after = await planEffects(root, program, scratch).catch((error: unknown) => {
    throw error instanceof UserError ? reverting(error.message, revert) : error;
  });
  const added = [...after].filter(([key]) => !before.has(key)).map(([, effect]) => effect);
  if (added.length > 0) {
    throw reverting(`The plan after the edits changes what the plan before does not:${listed(added)}`, revert);
  }
  remove();
  return { kind: "planned", program: program.name };
}

function invalidEdits(errors: readonly string[]): UserError {
  return new UserError(
    `Nothing was written: with the edits, the code has errors that it has not now:${listed(errors)}`,
    "Make the edits of the preview by hand, except for those that the errors are about.",
  );
}

function reverting(message: string, commands: readonly string[]): UserError {
  return new UserError(message, `Nothing was applied. To revert the edits:${listed(commands)}`);
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `\n  ${line}`).join("");
}
