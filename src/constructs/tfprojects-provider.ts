import { Annotations, Aspects } from "cdktf";
import type { Construct } from "constructs";
import { providerDefinition } from "../model";
import { PROVIDER_TYPE } from "../model/provider-address";
import { AppError, atCaller } from "./base/app-error";
import { validateAppWide } from "./validation/app-wide";
import { isTfprojectsProvider } from "./validation/construct-types";
import { literal } from "./validation/literal";
import { checkConfiguration, META_ARGUMENTS } from "./validation/properties";
import { duplicateProviders } from "./validation/provider-configurations";
import {
  TfprojectsProvider as GeneratedProvider,
  type TfprojectsProviderConfig as GeneratedConfig,
} from "./generated/tfprojects-provider";
import { bundleProvider } from "./provider-bundle/bundle-synthesizer";
import { parsePlatform, type ProviderPlatform } from "./provider-bundle/platform";

/**
 * Manages the projects of HCP Terraform and Terraform Enterprise organizations, and which workspaces are in them.
 * Everything may be left to the environment.
 */
export interface TfprojectsProviderConfig extends GeneratedConfig {
  /**
   * Other platforms on which Terraform runs the stack, such as `["linux_amd64"]` for a stack that is synthesized on a
   * Mac and deployed on Linux. Synth copies the provider's executable for each of them into the stack's folder, and
   * writes its hash into the lock file.
   *
   * The executable for a platform is an npm package, such as `@tfprojects/provider-linux-x64` for `linux_amd64`. It has
   * to have the version of tfprojects; otherwise synth fails. Providers of a stack share their platforms.
   *
   * @default - this machine's platform, and Linux if the stack has a `cloud` or `remote` backend: with their
   *   executables where these are installed, otherwise with the script, which needs Node.js
   */
  readonly platforms?: readonly ProviderPlatform[];
}

/**
 * The Terraform provider of this package. Synthesizing a stack writes the executable and its lock entry into the folder
 * of the stack, so that a deployment needs no installation and no network.
 */
export class TfprojectsProvider extends GeneratedProvider {
  /** @throws Error if `platforms` is not a list of platforms that the provider is built for */
  constructor(scope: Construct, id: string, config: TfprojectsProviderConfig = {}) {
    checkConfiguration(new.target, scope, id, config, providerDefinition, [...META_ARGUMENTS.provider, "platforms"]);
    const { platforms = [], ...others } = config;
    super(scope, id, others);
    validateAppWide(this.cdktfStack, PROVIDER_TYPE, isTfprojectsProvider, duplicateProviders);
    atCaller(new.target, () =>
      bundleProvider(this.cdktfStack, { platforms: parsePlatforms(platforms, this.node.path) }),
    );
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

/** Checks the type at run time, because the code can be JavaScript. */
function parsePlatforms(platforms: unknown, path: string): readonly ProviderPlatform[] {
  const option = `platforms of ${path}`;
  if (Array.isArray(platforms)) return platforms.map((name) => parsePlatform(name, option));
  throw new AppError(
    `${option}: ${JSON.stringify(platforms)} is not a list. Use a list of platforms, such as ["linux_amd64"].`,
  );
}
