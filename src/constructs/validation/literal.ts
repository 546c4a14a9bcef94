import { Token } from "cdktf";

/**
 * The value if it is known at synth. Only Terraform knows references, variables, functions, and strings with Terraform
 * expressions: the provider validates them at plan.
 */
export function literal(value: string | undefined): string | undefined {
  if (value === undefined || Token.isUnresolved(value) || /[$%]\{/.test(value)) return undefined;
  return value;
}

/** The values that are known at synth: see {@link literal}. */
export function literals(values: string[] | undefined): readonly string[] {
  if (values === undefined || Token.isUnresolved(values)) return [];
  return values.filter((value) => literal(value) !== undefined);
}
