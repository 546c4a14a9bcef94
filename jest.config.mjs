import { availableParallelism } from "node:os";
import { ON_REQUEST } from "./test/e2e/on-request.mjs";

const swc = { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } };

/** One setting for all tests; end-to-end tests (test/e2e) use what `npm run build` made, the others the sources. */
const common = {
  testEnvironment: "<rootDir>/test/environment.mjs",
  transform: { "\\.ts$": ["@swc/jest", swc] },
  moduleNameMapper: {
    "^tfprojects$": "<rootDir>/src/index.ts",
    "^tfprojects/client$": "<rootDir>/src/api/index.ts",
    "^tfprojects/engine$": "<rootDir>/src/engine/index.ts",
    "^tfprojects/emulator$": "<rootDir>/src/emulator/index.ts",
    // Dynamic imports name the files that TypeScript would write.
    "^(\\.{1,2}/.*)\\.js$": "$1",
  },
  setupFiles: ["<rootDir>/test/process-properties.ts"],
  modulePathIgnorePatterns: ["<rootDir>/lib/", "<rootDir>/dist/"],
};

/**
 * What `npm run test:unit` leaves out: tests that start programs or a browser, try random cases, wait for delays, or
 * need what `npm run build` makes.
 */
const SLOW = [
  "cli/commands/",
  "cli/output",
  "conformance/(clean-up|differences)",
  "clients/",
  "engine/plan/plan\\.",
  "engine/report/html/",
  "examples/",
  "faults/",
  "import/",
  "plugin/hosts/",
  "plugin/serve",
  "property/",
  "published-responses/organization",
  "reconcile/operation",
  "scripts/docs/",
];

const isQuick = process.env["TFPROJECTS_UNIT"] === "quick";

/** @type {import("jest").Config} */
export default {
  projects: [
    {
      ...common,
      displayName: "unit",
      setupFilesAfterEnv: ["<rootDir>/test/servers-left-open.ts"],
      testMatch: ["<rootDir>/test/**/*.test.ts"],
      testPathIgnorePatterns: ["/test/e2e/", ...(isQuick ? SLOW.map((path) => `<rootDir>/test/${path}`) : [])],
    },
    {
      // Tests of constructs once more, with cdktn in place of cdktf: all with `npm run test:cdktn`.
      ...common,
      displayName: "cdktn",
      transform: { "\\.ts$": ["<rootDir>/test/support/cdktn-transform.mjs", swc] },
      moduleNameMapper: {
        ...common.moduleNameMapper,
        "^@cdktf/provider-null$": "<rootDir>/test/support/cdktn-provider-null.ts",
      },
      testMatch: (process.env["TFPROJECTS_CDKTN"] === "all"
        ? ["**/*"]
        : ["base/framework", "project", "run-task-gate", "tfprojects-provider", "validation/properties"]
      ).map((file) => `<rootDir>/test/constructs/${file}.test.ts`),
      // Compares with the package for cdktf.
      testPathIgnorePatterns: ["/test/constructs/null-resource"],
    },
    {
      ...common,
      displayName: "e2e",
      testMatch: ["<rootDir>/test/e2e/**/*.test.ts"],
      testPathIgnorePatterns:
        process.env["TFPROJECTS_E2E"] === "all" ? [] : ON_REQUEST.map((name) => `<rootDir>/test/e2e/${name}`),
    },
  ],
  globalSetup: "<rootDir>/test/global-setup.mjs",
  testSequencer: "<rootDir>/test/sequencer.mjs",
  // Two more than there are cores: much of their time the tests wait for other programs. Quick ones do not, and each
  // process compiles all modules: on two cores, two take 8% less CPU for them than four.
  maxWorkers: availableParallelism() + (isQuick ? 0 : 2),
  // Says whether every row of docs/internals/fidelity.md is shown.
  reporters: ["default", "<rootDir>/test/fidelity/jest-reporter.mjs"],
  // Ends what hangs, and nothing else: how long a test takes on a busy machine says nothing about what it tests.
  testTimeout: 900_000,
};
