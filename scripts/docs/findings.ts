import { FINDINGS } from "../../src/doctor/check";
import { table } from "./block";

/** All findings of `tfprojects doctor`. */
export function findings(): string {
  return table(
    ["`code`", "meaning"],
    Object.entries(FINDINGS).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );
}
