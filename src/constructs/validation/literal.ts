import { Token } from "cdktf";

/**
 * The value, if it is a text that is known now. References to other resources, variables and functions are known only when Terraform
 * runs: they are left for the provider to check at plan. So is a text with an expression in Terraform's own notation.
 */
export function literal(value: string | undefined): string | undefined {
  if (value === undefined || Token.isUnresolved(value) || /[$%]\{/.test(value)) return undefined;
  return value;
}

/** Those of the values that are known now; see {@link literal}. */
export function literals(values: string[] | undefined): readonly string[] {
  if (values === undefined || Token.isUnresolved(values)) return [];
  return values.filter((value) => literal(value) !== undefined);
}
