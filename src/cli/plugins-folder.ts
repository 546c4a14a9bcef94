import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/**
 * The folder of a user that both Terraform and OpenTofu search for providers: that of `~/.terraform.d`, if it exists.
 * It is not created: OpenTofu reads `$XDG_CONFIG_HOME/opentofu`, with the user's settings and logins, only while it
 * does not exist.
 *
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file#implied-local-mirror-directories
 */
export function userPluginsFolder(
  home: string,
  { XDG_DATA_HOME: data = "" }: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const shared = join(home, ".terraform.d");
  if (existsSync(shared)) return join(shared, "plugins");
  if (platform === "darwin") return join(home, "Library/Application Support/io.terraform/plugins");
  return join(isAbsolute(data) ? data : join(home, ".local/share"), "terraform/plugins");
}
