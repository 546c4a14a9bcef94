import "cdktf/lib/testing/adapters/jest";
import { Aspects, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { TfprojectsProvider } from "../../src";

Testing.setupJest();

test("the provider writes every argument, and the version of the package", () => {
  // GIVEN
  const stack = new TerraformStack(Testing.app(), "stack");
  // WHEN
  new TfprojectsProvider(stack, "tfprojects", {
    organization: "acme",
    address: "https://tfe.example.com",
    requestsPerSecond: 5,
    alias: "enterprise",
  });
  // THEN
  const synthesized = Testing.synth(stack, true);
  expect(synthesized).toHaveProviderWithProperties(TfprojectsProvider, {
    organization: "acme",
    address: "https://tfe.example.com",
    requests_per_second: 5,
    alias: "enterprise",
  });
  expect(JSON.parse(synthesized)).toHaveProperty("terraform.required_providers.tfprojects", {
    source: "terraform.local/tfprojects/tfprojects",
    version: "0.1.0",
  });
});

test("the provider writes the same in HCL", () => {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme", requestsPerSecond: 5, alias: "other" });
  expect(Testing.synthHcl(stack, true)).toContain(
    `provider "tfprojects" {
organization = "acme"
requests_per_second = 5
alias = "other"
}`,
  );
});

describe("a token in the code", () => {
  const warnings = (provider: TfprojectsProvider): unknown[] => {
    Testing.synth(provider.cdktfStack);
    return provider.node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => data as unknown);
  };

  test("is a warning", () => {
    const stack = new TerraformStack(Testing.app(), "stack");
    const provider = new TfprojectsProvider(stack, "tfprojects", { token: "secret" });
    expect(warnings(provider)).toEqual([expect.stringContaining("TFE_TOKEN")]);
    expect(String(warnings(provider))).not.toContain("secret");
  });

  test("is a warning that names saved plans, and variables", () => {
    const stack = new TerraformStack(Testing.app(), "stack");
    const [warning] = warnings(new TfprojectsProvider(stack, "tfprojects", { token: "opaque" }));
    expect(warning).toContain("the synthesized configuration and Terraform's saved plans");
    expect(warning).toContain("set the TFE_TOKEN environment variable or run `terraform login` instead");
    expect(warning).toContain("A Terraform variable keeps it out of the code, but not out of saved plans");
  });

  test("is a warning if an aspect sets it", () => {
    const stack = new TerraformStack(Testing.app(), "stack");
    const provider = new TfprojectsProvider(stack, "tfprojects");
    Aspects.of(stack).add({ visit: () => (provider.token = "secret") });
    expect(warnings(provider)).toHaveLength(1);
  });

  test("is not in the code, and not a warning, if it comes from a variable or the environment", () => {
    const stack = new TerraformStack(Testing.app(), "stack");
    const variable = new TerraformVariable(stack, "token", { type: "string", sensitive: true });
    const one = new TfprojectsProvider(stack, "one", { token: variable.stringValue });
    const two = new TfprojectsProvider(stack, "two", { alias: "two" });
    expect([...warnings(one), ...warnings(two)]).toEqual([]);
  });
});
