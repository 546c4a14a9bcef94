const { resolve } = require("node:path");

/** One setting for all tests; end-to-end tests (test/e2e) use what `npm run build` made, the others the sources. */
const common = {
  testEnvironment: "node",
  transform: { "\\.ts$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } }] },
  moduleNameMapper: {
    "^tfprojects$": resolve(__dirname, "src/index.ts"),
    "^tfprojects/client$": resolve(__dirname, "src/api/index.ts"),
    "^tfprojects/emulator$": resolve(__dirname, "src/emulator/index.ts"),
  },
  modulePathIgnorePatterns: ["<rootDir>/lib/", "<rootDir>/dist/"],
};

/** @type {import("jest").Config} */
module.exports = {
  projects: [
    { ...common, displayName: "unit", testMatch: ["<rootDir>/test/**/*.test.ts"], testPathIgnorePatterns: ["/test/e2e/"] },
    { ...common, displayName: "e2e", testMatch: ["<rootDir>/test/e2e/**/*.test.ts"] },
  ],
  testTimeout: 30_000,
};
