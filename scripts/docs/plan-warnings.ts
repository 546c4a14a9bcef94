import { documentedWarnings } from "../../src/diagnostics";
import { table } from "./block";

/** All warnings of a plan, the most severe first. */
export function planWarnings(): string {
  return table(
    ["`code`", "meaning"],
    documentedWarnings().map(({ code, meaning }) => [`\`${code}\``, meaning]),
  );
}
