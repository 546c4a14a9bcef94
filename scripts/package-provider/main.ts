import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { platformOf } from "../../src/platform";
import { isProviderPlatform, PROVIDER_PLATFORMS } from "../../src/constructs/provider-bundle/platform";
import type { ProviderPlatform } from "../../src/constructs/provider-bundle/platform";
import { buildPackage } from "../build";
import { writePackages } from "./write-packages";

const USAGE = `Usage: npm run package:provider -- [--platform NAME]... [--out FOLDER] [--no-build]

Builds the provider and the command line as executables: archives and checksums
for a registry, and npm packages. Downloads Bun from the npm registry once.

  --platform NAME  build only for this platform: "this", or one of
                   ${PROVIDER_PLATFORMS.slice(0, 3).join(", ")},
                   ${PROVIDER_PLATFORMS.slice(3).join(", ")}
  --out FOLDER     where to write; what is there is removed (default: executables)
  --no-build       use what \`npm run build\` has built`;

function main(): void {
  const { values } = parseArgs({
    options: {
      platform: { type: "string", multiple: true, default: [...PROVIDER_PLATFORMS] },
      out: { type: "string", default: resolve(__dirname, "../../executables") },
      "no-build": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const platforms = values.platform.map(parsePlatform);
  if (!values["no-build"]) buildPackage();
  writePackages(platforms, resolve(values.out));
  console.log(`Wrote executables for ${platforms.join(", ")} to ${resolve(values.out)}`);
}

function parsePlatform(text: string): ProviderPlatform {
  const name = text === "this" ? platformOf() : text;
  if (isProviderPlatform(name)) return name;
  throw new Error(`--platform ${text}: must be "this" or one of ${PROVIDER_PLATFORMS.join(", ")}.`);
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
