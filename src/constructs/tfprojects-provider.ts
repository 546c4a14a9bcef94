import { Annotations, Aspects } from "cdktf";
import type { Construct } from "constructs";
import { literal } from "./validation/literal";
import { TfprojectsProvider as GeneratedProvider } from "./generated/tfprojects-provider";
import type { TfprojectsProviderConfig } from "./generated/tfprojects-provider";
import { bundleProvider } from "./provider-bundle/bundle-synthesizer";

/**
 * The Terraform provider of this package. Synthesizing a stack writes the executable and its lock entry into the folder
 * of the stack, so that a deployment needs no installation and no network.
 */
export class TfprojectsProvider extends GeneratedProvider {
  constructor(scope: Construct, id: string, config: TfprojectsProviderConfig = {}) {
    super(scope, id, config);
    bundleProvider(this.cdktfStack);
    Aspects.of(this).add({ visit: () => this.warnOfTokenInCode() });
  }

  private warnOfTokenInCode(): void {
    if (literal(this.tokenInput) === undefined) return;
    Annotations.of(this).addWarning(
      "token: the token is stored in plain text in the code, the synthesized configuration and Terraform's saved " +
        "plans. Remove it, and set the TFE_TOKEN environment variable or run `terraform login` instead. A Terraform " +
        "variable keeps it out of the code, but not out of saved plans, even if the variable is sensitive.",
    );
  }
}
