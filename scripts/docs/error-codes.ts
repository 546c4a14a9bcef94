import { ERROR_CODES } from "../../src/api";
import { COMMAND_ERRORS, ENGINE_ERRORS, PLAN_ERRORS, serviceErrorCode } from "../../src/cli/error-codes";
import { table } from "./block";

/** Every code of an error in a JSON document of the command line. */
export function errorCodes(): string {
  const own = Object.entries({ ...COMMAND_ERRORS, ...ENGINE_ERRORS, ...PLAN_ERRORS });
  const service = ERROR_CODES.map((code): readonly [string, string] => [
    serviceErrorCode(code),
    `The service or the connection to it: [\`${code}\` of the client](client.md#errors).`,
  ]);
  return table(
    ["`code`", "meaning"],
    [...own, ...service].map(([code, meaning]) => [`\`${code}\``, meaning]),
  );
}
