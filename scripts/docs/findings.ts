import { FINDINGS } from "../../src/doctor/check";
import { table } from "./block";

/** Everything that `tfprojects doctor` can find. */
export function findings(): string {
  return table(
    ["`code`", "meaning"],
    Object.entries(FINDINGS).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );
}
