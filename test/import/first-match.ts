import type { RuleCondition, Workspace } from "../../src/model";

/**
 * The first rule that matches a workspace whose tags are known: an independent model of placements, in which a pattern
 * is a regular expression.
 */
export function firstMatch<R extends { readonly condition: RuleCondition }>(
  rules: readonly R[],
  { name, tags = [] }: Workspace,
): R | undefined {
  return rules.find(({ condition: { matchNames, matchTags = {} } }) => {
    const isNamed = (matchNames ?? ["*"]).some((it) => new RegExp(`^${it.replaceAll("*", ".*")}$`, "i").test(name));
    return (
      isNamed && Object.entries(matchTags).every(([key, value]) => tags.some((t) => t.key === key && t.value === value))
    );
  });
}
