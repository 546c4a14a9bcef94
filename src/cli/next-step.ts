import type { Remedy, UserError } from "../user-error";

/** What to do about an error, or a warning, of a command. */
export function nextStepOf({ nextStep, remedy }: Pick<UserError, "nextStep" | "remedy">, command: string): string {
  if (remedy === undefined) return nextStep;
  return [nextStep, worded(remedy, command)].filter((it) => it !== "").join(" ");
}

function worded(remedy: Remedy, command: string): string {
  switch (remedy.kind) {
    case "new-plan":
      return `Create a new plan with \`tfprojects plan --out\`${remedy.isStale ? ", and review it" : ""}.`;
    case "other-state":
      return "To use another state, name it with --state.";
    case "decrypted-state":
      return `Pass it decrypted: \`tofu state pull | tfprojects ${command} --state -\`.`;
    case "pulled-state":
      return `Or pass the state: \`terraform state pull | tfprojects ${command} --state -\``;
    case "no-prune":
      return "Or remove --prune.";
    case "ignore-gates":
      return "To follow a run, use `tfprojects stages RUN --watch`; to apply in spite of the gates, --ignore-gates.";
    case "same-state":
      return `Run: terraform state pull | tfprojects ${command} ${remedy.plan} --state -`;
  }
}
