import { Annotations, Aspects } from "cdktf";
import type { Construct } from "constructs";
import { literal } from "./validation/literal";
import { TfprojectsProvider as GeneratedProvider } from "./generated/tfprojects-provider";
import type { TfprojectsProviderConfig } from "./generated/tfprojects-provider";
import { bundleProvider } from "./provider-bundle/bundle-synthesizer";

/**
 * The Terraform provider behind the resources of this package, which it carries with it: synthesizing a stack puts the
 * executable and its lock entry into the stack's folder, so that `cdktf deploy` needs no installation and no network.
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
      "token: the token is written in the code, and so in the synthesized configuration and in Terraform's saved plans, where everyone " +
        "who can read them can use it. Take it out of the code, and set the environment variable TFE_TOKEN or use `terraform login` " +
        "instead. A Terraform variable would keep it out of the code, but not out of saved plans, also where it is sensitive.",
    );
  }
}
