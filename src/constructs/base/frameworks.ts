/** The frameworks that have constructs. Each app is built on one of them. */
export const FRAMEWORKS = {
  cdktf: {
    /** The entry that an app imports the constructs from. */
    entry: "tfprojects",
    packages: { cdktf: "^0.21.0", constructs: "^10.4.2" },
    cliPackages: { "cdktf-cli": "^0.21.0" },
    /** The versions of Node.js that its CLI supports; undefined if it supports all versions that this package does. */
    node: undefined,
  },
  cdktn: {
    entry: "tfprojects/cdktn",
    // cdktn 0.24 does not accept constructs 10.8 and later, which this package does.
    packages: { cdktn: "^0.24.0", constructs: ">=10.6.0 <10.8.0" },
    cliPackages: { "cdktn-cli": "^0.24.0" },
    node: ">=22.19.0",
  },
} as const;

export type Framework = keyof typeof FRAMEWORKS;

/** The command that installs the packages that constructs of a framework need. */
export function installCommand(framework: Framework): string {
  const packages = Object.entries<string>(FRAMEWORKS[framework].packages);
  return `npm install ${packages.map(([name, range]) => `"${name}@${range}"`).join(" ")}`;
}
