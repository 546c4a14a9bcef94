import { pluginFolders } from "../../src/api/cli-configuration";
import { providerMirrors } from "../../src/terraform/provider-mirrors";
import { platformOf } from "../../src/platform";

test.each([
  ["linux", { HOME: "/home/a" }, "/home/a/.terraform.d/plugins"],
  ["darwin", { HOME: "/Users/a" }, "/Users/a/.terraform.d/plugins"],
  ["win32", { HOME: "/c/Users/a", APPDATA: "/data" }, "/data/terraform.d/plugins"],
] as const)("on %s, helpers and providers are in the same folder of the user", (platform, env, expected) => {
  expect(pluginFolders(env, platform)).toEqual([expected, `${expected}/${platformOf(platform)}`]);
  expect(providerMirrors(env, platform).folders[0]).toBe(expected);
});
