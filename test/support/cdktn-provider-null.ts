import { TerraformProvider } from "cdktn";
import type { Construct } from "constructs";

/*
 * In place of `@cdktf/provider-null` in the tests of constructs with cdktn, which has no such package: what `cdktn get`
 * generates, as far as tests use it.
 */

class NullProvider extends TerraformProvider {
  static readonly tfResourceType = "null";

  constructor(scope: Construct, id: string) {
    super(scope, id, {
      terraformResourceType: "null",
      terraformGeneratorMetadata: {
        providerName: "null",
        providerVersion: "3.2.4",
        providerVersionConstraint: "~> 3.0",
      },
      terraformProviderSource: "null",
    });
  }
}

export const provider = { NullProvider };
