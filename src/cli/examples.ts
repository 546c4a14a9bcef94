export interface Example {
  readonly shows: string;
  /** The page that explains it, in the package. */
  readonly page: string;
  /** The folder of the package's examples with its app and the organization of that. */
  readonly app: string;
  /** Other folders of the examples, and where the files of each go. */
  readonly others: Readonly<Record<string, string>>;
}

/** The examples that a new app can begin with. */
export const EXAMPLES = {
  placement: {
    shows: "rules route 900 workspaces to 14 projects",
    page: "docs/placement.md",
    app: "placement",
    others: {},
  },
  "landing-zone": {
    shows: "projects with the access, variable sets and policies of teams",
    page: "docs/landing-zone.md",
    app: "landing-zone",
    others: {},
  },
  ci: {
    shows: "workflows plan, apply and check for drift, on GitHub Actions",
    page: "examples/plan-and-apply-in-ci/README.md",
    app: "organization",
    others: {
      "plan-and-apply-in-ci": ".github/workflows/",
      "drift-in-ci": ".github/workflows/",
      "setup-tfprojects": ".github/actions/setup-tfprojects/",
    },
  },
} as const satisfies Readonly<Record<string, Example>>;

export type ExampleName = keyof typeof EXAMPLES;

export const EXAMPLE_NAMES = Object.keys(EXAMPLES) as readonly ExampleName[];

/** Their names, and what they show. */
export const EXAMPLES_TEXT = EXAMPLE_NAMES.map((name) => `  ${name.padEnd(12)}  ${EXAMPLES[name].shows}`).join("\n");
