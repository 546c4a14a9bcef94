import { Annotations, Aspects } from "cdktf";
import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { providerDefinition } from "../model";
import { text, wholeNumber } from "./anatomy/attribute";
import { providerClass } from "./anatomy/provider-class";
import type { ProviderMembers, ProviderMetaArguments } from "./anatomy/provider-class";
import { checkInputs } from "./checks/attribute-checks";
import { literal } from "./checks/literal";
import { stageDuringSynth } from "./staging/staging-synthesizer";

/** Where the service is, and as whom to use it. Everything may be left to the environment. */
export interface TfprojectsProviderConfig extends ProviderMetaArguments {
  /**
   * Name of the organization of all resources that do not name one themselves.
   *
   * @default - the environment variable `TFE_ORGANIZATION`
   */
  readonly organization?: string;
  /**
   * Host name of the service, as in `tfe.example.com`. Not together with `address`.
   *
   * @default - the environment variable `TFE_HOSTNAME`, then `app.terraform.io`
   */
  readonly hostname?: string;
  /**
   * Address of the service, as in `https://tfe.example.com`. Plain `http` is accepted for the own machine only. Not together with
   * `hostname`.
   *
   * @default - the environment variable `TFE_ADDRESS`, then `hostname`
   */
  readonly address?: string;
  /**
   * A user token or an organization API token (service-api.md section 5). A token written here ends up, in the clear, in the
   * synthesized configuration and in Terraform's saved plans (`terraform plan -out`); so does the value of a Terraform variable in
   * saved plans, also of a sensitive one. Leave it to the environment or to `terraform login`.
   *
   * @default - `TFE_TOKEN`, then `TF_TOKEN_<host>`, then what `terraform login` stored
   */
  readonly token?: string;
  /**
   * Requests per second that the provider sends at most, greater than 0. The service's own limit is kept to in any case.
   *
   * @default - what the service says it allows
   */
  readonly requestsPerSecond?: number;
}

interface ProviderWithMembers extends TerraformProvider, ProviderMembers<TfprojectsProviderConfig> {}

const ProviderBase = providerClass<TfprojectsProviderConfig, ProviderWithMembers>({
  organization: text,
  hostname: text,
  address: text,
  token: text,
  requestsPerSecond: wholeNumber,
});

/**
 * The Terraform provider behind the resources of this package, which it carries with it: synthesizing a stack puts the
 * executable and its lock entry into the stack's folder, so that `cdktf deploy` needs no installation and no network.
 */
export class TfprojectsProvider extends ProviderBase {
  constructor(scope: Construct, id: string, config: TfprojectsProviderConfig = {}) {
    super(scope, id, config);
    stageDuringSynth(this.cdktfStack);
    this.node.addValidation({ validate: () => checkInputs(this, providerDefinition) });
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
