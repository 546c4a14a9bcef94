import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { PROVIDER_SOURCE } from "../constructs/base/provider-source";

/**
 * The folder of a user that both Terraform and OpenTofu search for providers: that of `~/.terraform.d`, if it exists.
 * It is not created: OpenTofu reads `$XDG_CONFIG_HOME/opentofu`, with the user's settings and logins, only while it
 * does not exist. Where this provider is installed already, it stays, since OpenTofu creates `~/.terraform.d` itself
 * and both folders are searched.
 *
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file#implied-local-mirror-directories
 */
export function userPluginsFolder(
  home: string,
  { XDG_DATA_HOME: data = "" }: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const shared = join(home, ".terraform.d");
  const own =
    platform === "darwin"
      ? join(home, "Library/Application Support/io.terraform/plugins")
      : join(isAbsolute(data) ? data : join(home, ".local/share"), "terraform/plugins");
  return existsSync(shared) && !existsSync(join(own, PROVIDER_SOURCE)) ? join(shared, "plugins") : own;
}
