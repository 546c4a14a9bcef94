import process from "node:process";
import config from "../../jest.config.mjs";

/** The unit tests of some folders, as Stryker runs them: it replaces the environment, and knows that of jest. */
const { displayName: _, testPathIgnorePatterns: __, ...unit } = config.projects[0];
const folders = process.env["TFPROJECTS_MUTATION_TESTS"]?.split(",") ?? [];

/** @type {import("jest").Config} */
export default {
  ...unit,
  rootDir: "../..",
  testEnvironment: "node",
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  globalSetup: `<rootDir>/test/global-setup.mjs`,
};
