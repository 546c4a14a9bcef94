import { AppError } from "../base/app-error";
import { ownMember } from "../../own-member";

/**
 * The platforms that the provider has an executable for, as Terraform names them: operating system and architecture.
 */
export const PROVIDER_PLATFORMS = [
  "linux_amd64",
  "linux_arm64",
  "darwin_amd64",
  "darwin_arm64",
  "windows_amd64",
  "windows_arm64",
] as const;
/** A platform that the provider has an executable for, as Terraform names it, such as `linux_amd64`. */
export type ProviderPlatform = (typeof PROVIDER_PLATFORMS)[number];

export function isProviderPlatform(name: string): name is ProviderPlatform {
  return (PROVIDER_PLATFORMS as readonly string[]).includes(name);
}

/**
 * Checks the name at run time, because the code can be JavaScript, and an app can have two versions of this package.
 *
 * @param option - The option that names the platform, for errors.
 * @throws Error if the provider is not built for the platform.
 */
export function parsePlatform(name: unknown, option: string): ProviderPlatform {
  if (typeof name === "string" && isProviderPlatform(name)) return name;
  throw new AppError(
    `${option}: ${JSON.stringify(name)} is not a platform of the provider. A platform must be one of ` +
      `${PROVIDER_PLATFORMS.join(", ")}.`,
  );
}

/** The platforms of an operating system, as Node.js names it. A script is the same for both architectures. */
export function platformsOf(system: string): readonly string[] {
  const name = system === "win32" ? "windows" : system;
  return [`${name}_amd64`, `${name}_arm64`];
}

/** The npm package with the executable for a platform. Its name has Node.js's name of the platform. */
export function platformPackageName(platform: ProviderPlatform): string {
  const [system = "", architecture = ""] = platform.split("_");
  const names: Readonly<Record<string, string>> = { windows: "win32", amd64: "x64" };
  return `@tfprojects/provider-${ownMember(names, system) ?? system}-${ownMember(names, architecture) ?? architecture}`;
}
