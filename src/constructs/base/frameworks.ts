import { satisfies } from "../provider-bundle/version-constraint";

/** The frameworks that have constructs. Each app is built on one of them. */
export const FRAMEWORKS = {
  cdktf: {
    /** The entry that an app imports the constructs from. */
    entry: "tfprojects",
    packages: { cdktf: "^0.21.0", constructs: "^10.4.2" },
    cliPackages: { "cdktf-cli": "^0.21.0" },
    /**
     * The versions of Node.js that its CLI runs on, as texts name them and as constraints of Terraform. Its terminal
     * module is native, and has binaries for these.
     */
    cliNode: { text: "Node.js 20 or 22", versions: ["~> 20.0", "~> 22.0"] },
    /** The same as `engines` of an app; undefined where the app does without the CLI on others. */
    node: undefined,
  },
  cdktn: {
    entry: "tfprojects/cdktn",
    // cdktn 0.24 does not accept constructs 10.8 and later, which this package does.
    packages: { cdktn: "^0.24.0", constructs: ">=10.6.0 <10.8.0" },
    cliPackages: { "cdktn-cli": "^0.24.0" },
    cliNode: { text: "Node.js 22.19 or later", versions: [">= 22.19.0"] },
    node: ">=22.19.0",
  },
} as const;

export type Framework = keyof typeof FRAMEWORKS;

/** The command that installs the packages that constructs of a framework need. */
export function installCommand(framework: Framework): string {
  const packages = Object.entries<string>(FRAMEWORKS[framework].packages);
  return `npm install ${packages.map(([name, range]) => `"${name}@${range}"`).join(" ")}`;
}

/** Whether the CLI of a framework runs on a version of Node.js, such as `20.9.0`. */
export function cliRunsOn(framework: Framework, node: string): boolean {
  return FRAMEWORKS[framework].cliNode.versions.some((versions) => satisfies(node, versions));
}
