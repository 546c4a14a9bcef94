import js from "@eslint/js";
import tseslint from "typescript-eslint";

/**
 * The house (DESIGN section 2): which rooms each room may import from. Arrows point down only.
 * `version.ts`, `sanitize.ts` and `any-signal.ts` are leaves that everyone may read.
 */
const mayImport = {
  schema: [],
  model: ["schema"],
  plugin: ["schema"],
  api: ["model"],
  emulator: ["model"],
  reconcile: ["api", "model", "schema"],
  provider: ["plugin", "reconcile", "api", "model"],
  constructs: ["model", "schema"],
  cli: ["provider", "constructs", "plugin", "reconcile", "api", "emulator", "model"],
};
const rooms = Object.keys(mayImport);

/** A library and the one room that may use it. */
const homeOf = { axios: "api", fflate: "constructs", "(cdktf|constructs)": "constructs", "(hono|@hono)": "emulator" };

const houseRules = rooms.flatMap((room) => {
  const forbidden = rooms.filter((other) => other !== room && !mayImport[room].includes(other));
  const libraries = Object.entries(homeOf).filter(([, home]) => home !== room);
  return ["", "*/"].map((inner) => ({
    files: [`src/${room}/${inner}*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            ...forbidden.map((other) => ({
              regex: `^\\.\\./${inner === "" ? "" : "\\.\\./"}${other}(/|$)`,
              message: `src/${room} may import only from: ${mayImport[room].join(", ") || "nothing"}.`,
            })),
            ...libraries.map(([name, home]) => ({
              regex: `^${name}(/|$)`,
              message: `Only src/${home} uses this library.`,
            })),
          ],
        },
      ],
    },
  }));
});

export default tseslint.config(
  { ignores: ["lib/", "dist/", "src/constructs/generated/", "coverage/", "**/cdktf.out/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      eqeqeq: "error",
      "no-restricted-properties": [
        "error",
        { object: "AbortSignal", property: "any", message: "anySignal keeps what it follows." },
      ],
      "no-console": "error",
    },
  },
  ...houseRules,
  {
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      // What `expect.any(…)` and its like give is any.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/explicit-module-boundary-types": "off",
    },
  },
  {
    files: ["test/**/*.ts"],
    ignores: ["test/support/property.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { paths: [{ name: "fast-check", message: "Import it from test/support/property, which sets the seed." }] },
      ],
    },
  },
  {
    // The model is there to catch mistakes of src: it shares none of its code, nor a library with it.
    files: ["test/property/service-model/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^(?!\\./)", message: "The model of the service imports nothing but its own files." }] },
      ],
    },
  },
  {
    files: ["scripts/**/*", "bench/**/*", "examples/**/*", "*.mjs"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly" } },
    rules: { "no-console": "off" },
  },
);
