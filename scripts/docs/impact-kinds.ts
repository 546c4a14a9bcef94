import { IMPACT_KIND_NAMES, kindOf } from "../../src/engine/impact/kinds";
import { snakeCase } from "../../src/schema";
import { table } from "./block";

/** What `--impact` reads, and what it says. */
export function impactKinds(): string {
  return table(
    ["what", "in JSON", "read", "the token needs", "shown"],
    IMPACT_KIND_NAMES.map((name) => {
      const { label, reads, permission, meaning } = kindOf(name);
      return [label, `\`${snakeCase(name)}\``, reads, permission, meaning];
    }),
  );
}
