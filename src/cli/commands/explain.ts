import { ActionCommand } from "../action-command";
import { loadCode } from "../load-code";
import type { Drift } from "../../engine";
import { compareOrganizations, open } from "../../engine/session";
import { explainWorkspace, findWorkspace } from "../../explain/explanation";
import { explanationsAsJson } from "../../explain/explanation-json";
import { explanationAsText } from "../../explain/explanation-text";
import { CODE_ARGUMENT, DEADLINE, NO_SYNTH, ORGANIZATION, STATE, type CodeFlags } from "../plan-flags";
import { Progress } from "../progress";
import { missingWorkspaces, suggestionsFor } from "../../reconcile/missing-workspaces";
import { UserError } from "../../user-error";
import { printText } from "../report";
import { sessionWith } from "../session";
import { stdoutColors, terminalWidth } from "../output";

interface Options extends CodeFlags {
  readonly json?: boolean;
}

const HELP = `
Changes nothing. Shows the project that the workspace is in, the one that it
belongs in, and the membership that has it, or the rule that places it, by its
position: 1 is the first; and what the code assigns to that project, such as the
access of teams. Below are errors that block every plan because of it, and rules
before that one that nearly match it, with the reason why they do not.

Rules are evaluated as they are in the code, and workspaces as they are now;
Terraform evaluates them with the last refresh.

Exit status:
  0  success, even if neither a membership nor a rule has the workspace
  1  error, or there is no such workspace

Examples:
  Find out why a workspace moves to another project:
    $ tfprojects explain network-prod
  The same with its ID, the code in another folder, and Terraform's state:
    $ terraform state pull > state.json
    $ tfprojects explain ws-CZcmD7eagjhyX0vN infrastructure --state state.json
  List the rules that nearly match it:
    $ tfprojects explain network-prod --json | jq '.workspaces[].nearly'
`;

/** `tfprojects explain` shows which membership or rule has a workspace, and why. */
export function explainCommand(): ActionCommand {
  return new ActionCommand("explain")
    .argument("<workspace>", "name or ID of the workspace: ws-…")
    .argument(...CODE_ARGUMENT)
    .option(...ORGANIZATION)
    .option(...NO_SYNTH)
    .option(...STATE)
    .option(...DEADLINE)
    .option("--json", "output as JSON")
    .addHelpText("after", HELP)
    .run(async (word: string, path: string, options: Options) => {
      const session = sessionWith(new Progress(), options);
      const code = await loadCode(await open(path), options, session);
      // Durations do not decide where workspaces belong, and cost a request for each project.
      const compared = await compareOrganizations(code, { skipDurations: true }, session);
      const explanations = compared.flatMap((comparison) => {
        const workspace = findWorkspace(comparison, word);
        return workspace === undefined ? [] : [explainWorkspace(comparison, workspace)];
      });
      if (explanations.length === 0) throw notFound(word, compared);
      await printText(
        options.json === true
          ? explanationsAsJson(explanations)
          : explanations.map((it) => explanationAsText(it, stdoutColors, terminalWidth())).join("\n"),
      );
    });
}

/** The organizations without the workspace, with the nearest name in each. */
function notFound(word: string, compared: readonly Drift[]): UserError {
  const sentences = compared.map(({ organization, desired, actual }) => {
    const created = desired.createdWorkspaces?.flatMap(({ name }) => name ?? []) ?? [];
    const names = [...actual.workspaces.map(({ name }) => name), ...created];
    return missingWorkspaces(organization, [word], suggestionsFor([word], names));
  });
  return new UserError(sentences.join(" "), "Check the name or ID, and the organization in the code.");
}
