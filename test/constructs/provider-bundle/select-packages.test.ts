import { PlatformPackages } from "../../../src/constructs/provider-bundle/platform-packages";
import type { ProviderPlatform } from "../../../src/constructs/provider-bundle/platform";
import { selectPackages } from "../../../src/constructs/provider-bundle/select-packages";

test.each<[ProviderPlatform, NodeJS.Platform, boolean, string]>([
  ["linux_arm64", "linux", false, "Terraform on linux_arm64 then runs the script of the provider, which needs Node.js"],
  ["linux_arm64", "darwin", true, "Terraform on linux_arm64 then runs the script of the provider, which needs Node.js"],
  [
    "linux_amd64",
    "darwin",
    false,
    "`terraform init` on linux_amd64 then fails, because it finds no provider, except in a stack with a `cloud` block",
  ],
  ["darwin_arm64", "linux", true, "`terraform init` on darwin_arm64 then fails, because it finds no provider."],
  ["windows_amd64", "linux", false, "Terraform on windows_amd64 then cannot run the provider."],
  ["windows_amd64", "win32", false, "Terraform on windows_amd64 then cannot run the provider."],
])("what happens without the executable for %s on %s (remote runs: %j)", (platform, system, alsoLinux, expected) => {
  const installed = new PlatformPackages({ importers: [], archives: [] });
  const select = () =>
    selectPackages(installed, { system, alsoLinux, named: [platform], option: "--platform", script: "" });
  expect(select).toThrow(`, or omit ${platform}. ${expected}`);
});
