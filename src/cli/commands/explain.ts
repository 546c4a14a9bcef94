import type { Command } from "commander";
import { ActionCommand, EXIT } from "../action-command";
import { loadCode } from "../load-code";
import type { Comparison } from "../../engine/plan";
import { compareOrganizations, open, planOrganizations, type Session } from "../../engine/session";
import type { Code } from "../../engine/source";
import type { DesiredOrganization } from "../../engine";
import { explainWorkspace, findWorkspace } from "../../explain/explanation";
import { explanationsAsJson } from "../../explain/explanation-json";
import { explanationAsText } from "../../explain/explanation-text";
import { proposedMove, proposedMoveAsText, proposedMovesAsJson, withProposedMove } from "../../explain/proposed-move";
import { CODE_ARGUMENT, DEADLINE, NO_SYNTH, ORGANIZATION, STATE, type CodeFlags } from "../plan-flags";
import { Progress } from "../progress";
import { missingWorkspaces, suggestionsFor } from "../../reconcile/missing-workspaces";
import { UserError } from "../../user-error";
import { flagName, printText } from "../report";
import { sessionWith } from "../session";
import { stdoutColors, terminalWidth } from "../output";

interface Options extends CodeFlags {
  readonly json?: boolean;
  /** Name or ID of a project. */
  readonly impact?: string;
}

const HELP = `
Changes nothing. Shows the project that the workspace is in, the one that it
belongs in, and the membership that has it, or the rule that places it, by its
position: 1 is the first; and what the code assigns to that project, such as the
access of teams. Below are errors that block every plan because of it, and rules
before that one that nearly match it, with the reason why they do not.

Rules are evaluated as they are in the code, and workspaces as they are now;
Terraform evaluates them with the last refresh.

With --impact, shows instead what a move of the workspace to another project
would change, before anybody writes it: as plan --impact does, with as many
requests as for one move. All else stays as it is, but for the project, which
is as the code leaves it. The code may be left out: with --organization and
without a path, none is read.

Exit status:
  0  success, even if neither a membership nor a rule has the workspace
  1  error, or there is no such workspace or project

Examples:
  Find out why a workspace moves to another project:
    $ tfprojects explain network-prod
  The same with its ID, the code in another folder, and Terraform's state:
    $ terraform state pull > state.json
    $ tfprojects explain ws-CZcmD7eagjhyX0vN infrastructure --state state.json
  List the rules that nearly match it:
    $ tfprojects explain network-prod --json | jq '.workspaces[].nearly'
  Find out what a move would break, without any code:
    $ tfprojects explain network-prod --impact Networks --organization acme
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
    .option(
      "--impact <project>",
      "show what a move to the project with this name or ID would change; with --organization, needs no code",
    )
    .option("--json", "output as JSON")
    .addHelpText("after", HELP)
    .run(async (word: string, path: string, options: Options, command: Command) => {
      const session = sessionWith(new Progress(), options);
      const { impact: project, organization: name } = options;
      const isWithoutCode = project !== undefined && name !== undefined && command.args.length === 1;
      const code = isWithoutCode
        ? { organizations: [withoutCode(name)], tokens: new Map() }
        : await loadCode(await open(path), options, session);
      return project === undefined
        ? explain(word, code, options, session)
        : explainMove({ word, project }, code, options, session);
    });
}

async function explain(word: string, code: Code, { json }: Options, session: Session): Promise<void> {
  // Durations do not decide where workspaces belong, and cost a request for each project.
  const compared = await compareOrganizations(code, { skipDurations: true }, session);
  const explanations = compared.flatMap((comparison) => {
    const workspace = findWorkspace(comparison, word);
    return workspace === undefined ? [] : [explainWorkspace(comparison, workspace)];
  });
  if (explanations.length === 0) throw notFound(word, compared);
  await printText(
    json === true
      ? explanationsAsJson(explanations)
      : explanations.map((it) => explanationAsText(it, stdoutColors, terminalWidth())).join("\n"),
  );
}

/** @returns The exit status. */
async function explainMove(
  { word, project }: { readonly word: string; readonly project: string },
  { organizations, tokens }: Code,
  { json }: Options,
  session: Session,
): Promise<number> {
  const proposed = organizations.map((it) => withProposedMove(it, word, project));
  const plans = await planOrganizations({ organizations: proposed, tokens }, { impact: true }, session);
  const moves = plans.flatMap(({ plan }) => proposedMove(plan, word) ?? []);
  if (moves.length === 0) {
    throw notFound(
      word,
      plans.map(({ plan }) => plan),
    );
  }
  const form = { colors: stdoutColors.isColorSupported, width: terminalWidth(), optionName: flagName };
  await printText(
    json === true ? proposedMovesAsJson(moves) : moves.map((it) => proposedMoveAsText(it, form)).join("\n"),
  );
  return moves.some(({ plan }) => plan.errors.length > 0) ? EXIT.error : EXIT.success;
}

function withoutCode(name: string): DesiredOrganization {
  return { name, projects: [], memberships: [], references: [] };
}

/** The organizations without the workspace, with the nearest name in each. */
function notFound(word: string, compared: readonly Comparison[]): UserError {
  const sentences = compared.map(({ organization, desired, actual }) => {
    const created = desired.createdWorkspaces?.flatMap(({ name }) => name ?? []) ?? [];
    const names = [...actual.workspaces.map(({ name }) => name), ...created];
    return missingWorkspaces(organization, [word], suggestionsFor([word], names));
  });
  return new UserError(sentences.join(" "), "Check the name or ID, and the organization in the code.");
}
