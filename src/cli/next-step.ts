import type { Environment } from "../api";
import type { Remedy, UserError } from "../user-error";
import { ownMember } from "../own-member";

/** The next step after an error, or a warning, of a command. */
export function nextStepOf({ nextStep, remedy }: Pick<UserError, "nextStep" | "remedy">, command: string): string {
  const steps = [nextStep, remedy === undefined ? "" : worded(remedy, command)];
  return asInvoked(steps.filter((it) => it !== "").join(" "));
}

/** The beginning of a package manager's user agent → its command for programs in `node_modules`. */
const RUNNERS: Readonly<Record<string, string>> = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn" };

/**
 * A next step whose commands start this program as it was started: `npx tfprojects plan` for `tfprojects plan`, since a
 * package manager puts it on the PATH only of programs that it runs. Every next step with a command comes from here.
 *
 * @param text - Commands in it are in backticks, after a colon, or after a pipe.
 */
export function asInvoked(text: string, env: Environment = process.env): string {
  // https://docs.npmjs.com/cli/using-npm/config#user-agent; pnpm and Yarn set it too.
  const runner = ownMember(RUNNERS, /^(\w+)\//.exec(env["npm_config_user_agent"] ?? "")?.[1] ?? "");
  return runner === undefined ? text : text.replace(/(?<=`|[:|] )tfprojects(?= )/g, `${runner} tfprojects`);
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
      return "Or pass a file of the state with --state.";
    case "no-prune":
      return "Or remove --prune.";
    case "ignore-gates":
      return "To follow a run, use `tfprojects stages RUN --watch`; to apply in spite of the gates, --ignore-gates.";
    case "same-state":
      return `Run: terraform state pull | tfprojects ${command} ${remedy.plan} --state -`;
  }
}
