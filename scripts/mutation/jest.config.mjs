import process from "node:process";
import { fileURLToPath } from "node:url";
import config from "../../jest.config.mjs";

const { displayName: _, testPathIgnorePatterns: __, ...unit } = config.projects[0];
const folders = process.env["TFPROJECTS_MUTATION_TESTS"]?.split(",") ?? [];

/**
 * The unit tests of some folders, as Stryker runs them: it does not know `<rootDir>` in the environment.
 *
 * @type {import("jest").Config}
 */
export default {
  ...unit,
  rootDir: "../..",
  testEnvironment: fileURLToPath(new URL("../../test/environment.mjs", import.meta.url)),
  runner: fileURLToPath(new URL("runner.mjs", import.meta.url)),
  testTimeout: config.testTimeout,
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
};
