import { resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { platformOf } from "../../src/platform";
import { isProviderPlatform, PROVIDER_PLATFORMS } from "../../src/constructs/provider-bundle/platform";
import type { ProviderPlatform } from "../../src/constructs/provider-bundle/platform";
import { buildPackage } from "../build";
import { writePackages } from "./write-packages";

interface Flags {
  readonly platform?: readonly ProviderPlatform[];
  readonly out: string;
  readonly build: boolean;
}

function main({ platform = PROVIDER_PLATFORMS, out, build }: Flags): void {
  if (build) buildPackage();
  writePackages(platform, resolve(out));
  console.log(`Wrote executables for ${platform.join(", ")} to ${resolve(out)}`);
}

function platformNamed(text: string, previous: readonly ProviderPlatform[] = []): readonly ProviderPlatform[] {
  const name = text === "this" ? platformOf() : text;
  if (!isProviderPlatform(name)) throw new InvalidArgumentError('It must be "this" or a platform, as shown by --help.');
  return [...previous, name];
}

new Command("npm run package:provider --")
  .description(
    "Builds the provider and the command line as executables: archives and checksums for a registry, and npm " +
      "packages. Downloads Bun from the npm registry once.",
  )
  .option(
    "--platform <name>",
    `"this" or one of ${PROVIDER_PLATFORMS.join(", ")}; repeatable (default: all)`,
    platformNamed,
  )
  .option("--out <folder>", "where to write; what is there is removed", resolve(__dirname, "../../executables"))
  .option("--no-build", "use what `npm run build` has built")
  .action(main)
  .parse();
