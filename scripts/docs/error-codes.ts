import { COMMAND_ERRORS, ENGINE_ERRORS, PLAN_ERRORS, SERVICE_ERRORS } from "../../src/cli/error-codes";
import { table } from "./block";

/** Every code of an error in a JSON document of the command line. */
export function errorCodes(): string {
  const rows = Object.entries({ ...COMMAND_ERRORS, ...ENGINE_ERRORS, ...PLAN_ERRORS });
  const codes = SERVICE_ERRORS.map((code) => `\`${code}\``).join(", ");
  return [
    table(
      ["`code`", "meaning"],
      rows.map(([code, meaning]) => [`\`${code}\``, meaning]),
    ),
    `Errors of the service and of the connection to it have the [codes of the client](client.md#errors), in upper case: ${codes}.`,
  ].join("\n\n");
}
