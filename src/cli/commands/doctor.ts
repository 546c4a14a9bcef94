import { ActionCommand, EXIT } from "../action-command";
import type { Check, FindingCode } from "../../doctor/check";
import { diagnose, isHealthy } from "../../doctor/diagnose";
import { decimal } from "../option-values";
import { CODE_ARGUMENT, defaultOrganization, ORGANIZATION } from "../plan-flags";
import { asInvoked } from "../next-step";
import { Progress } from "../progress";
import { doctorForTerminal } from "../../doctor/render";
import { doctorAsJson } from "../../doctor/render-json";
import { checkListOptions, print } from "../output";

interface Options {
  readonly timeout: number;
  readonly json?: boolean;
  readonly organization?: string;
}

const DEFAULT_TIMEOUT_SECONDS = 10;
const seconds = decimal("a number of seconds, more than 0 and less than 1000", (value) => value > 0 && value < 1000);

const HELP = `
Checks everything that plan, apply and drift use: the address of the service,
proxy, certificates, source and owner of the token, the organization, its
permissions, whether team access, variable sets and policy sets can be managed,
and the rate limit; and Node.js, Terraform or OpenTofu, the provider, the
Terraform CLI configuration and the versions of packages.

Changes nothing and does not run the app: settings in the code are those of its
last synth. Sends eight requests, and seven for each further organization. A
check that fails does not stop the others. The token is never shown.

If the service asks to wait (429), a request is repeated once, unless that takes
longer than --timeout: then the check fails.

Exit status:
  0  no problems; there may be warnings
  1  at least one problem, or an error

Examples:
  Find out why a command fails:
    $ tfprojects doctor
  Check the requirements for reading a Terraform plan:
    $ terraform show -json tfplan | tfprojects doctor -
  Check a token in CI before anything else:
    $ tfprojects doctor && tfprojects drift
  Show only the problems:
    $ tfprojects doctor --json | jq '.checks[] | select(.status == "failed")'
`;

/** `tfprojects doctor` checks the settings and the installation. */
export function doctorCommand(): ActionCommand {
  return new ActionCommand("doctor")
    .argument(...CODE_ARGUMENT)
    .option(...ORGANIZATION)
    .option("--timeout <seconds>", "maximum time to wait for a response", seconds, DEFAULT_TIMEOUT_SECONDS)
    .option("--json", "output as JSON")
    .addHelpText("after", HELP)
    .run(async (path: string, { timeout, json, organization }: Options) => {
      const options = { env: process.env, organization: defaultOrganization(organization), timeoutMs: timeout * 1000 };
      const text = "Checking connection, token and installation";
      const found = await new Progress().during(text, () => diagnose(path, options));
      const checks = found.map(withAdvice);
      const healthy = isHealthy(checks);
      const output = json === true ? doctorAsJson(checks, healthy) : doctorForTerminal(checks, checkListOptions());
      await print(output.trimEnd());
      return healthy ? EXIT.success : EXIT.error;
    });
}

/** Options of this command that help with a finding, in addition to its next step. */
const ADVICE: Partial<Readonly<Record<FindingCode, (next: string) => string>>> = {
  TIMEOUT: (next) => `${next} If it is slow, raise --timeout.`,
  RATE_LIMITED: (next) => `${next} To wait for longer, raise --timeout.`,
  NO_ORGANIZATION: () => "Set TFE_ORGANIZATION or --organization, or `organization` of the provider in the code.",
};

function withAdvice(check: Check): Check {
  const { code, next } = check;
  const advise = code === undefined ? undefined : ADVICE[code];
  return next === undefined ? check : { ...check, next: asInvoked(advise?.(next) ?? next) };
}
