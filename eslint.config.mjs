import { dirname, join, relative, resolve, sep } from "node:path";
import js from "@eslint/js";
import tseslint from "typescript-eslint";

const SRC = join(import.meta.dirname, "src");

/** The layers of src, and the others that each may import. */
const MAY_IMPORT = {
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

/** Libraries that only one layer may import. */
const ONLY_IN = {
  axios: "api",
  fflate: "constructs",
  cdktf: "constructs",
  constructs: "constructs",
  hono: "emulator",
  "@hono": "emulator",
};

/** Modules directly in src, such as `version.ts`, are leaves: every layer may import them, and they import nothing. */
const layersRule = {
  create(context) {
    const layerOf = (path) => {
      const [first, ...rest] = relative(SRC, path).split(sep);
      return rest.length === 0 && !(first in MAY_IMPORT) ? undefined : first;
    };
    const layer = layerOf(context.filename);
    const check = (node, source) => {
      if (typeof source?.value !== "string") return;
      const imported = source.value.startsWith(".") ? resolve(dirname(context.filename), source.value) : undefined;
      if (imported === undefined) {
        const user = ONLY_IN[source.value.split("/")[0]];
        if (user !== undefined && user !== layer)
          context.report({ node, message: `Only src/${user} may import ${source.value}.` });
        return;
      }
      const other = layerOf(imported);
      if (layer === undefined) context.report({ node, message: "A leaf imports no other module." });
      else if (other !== undefined && other !== layer && !MAY_IMPORT[layer].includes(other)) {
        const allowed = MAY_IMPORT[layer].join(", ") || "no other layer";
        context.report({ node, message: `src/${layer} may import ${allowed}, not ${other}.` });
      }
    };
    const checkSource = (node) => check(node, node.source);
    return {
      ImportDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      ImportExpression: checkSource,
      TSImportType: (node) => check(node, node.argument.literal),
    };
  },
};

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
        { object: "AbortSignal", property: "any", message: "Use anySignal, which keeps its sources alive." },
      ],
      "no-console": "error",
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/index.ts"],
    plugins: { local: { rules: { layers: layersRule } } },
    rules: { "local/layers": "error" },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      // `expect.any(…)` and similar matchers are of type any.
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
    // The model of the service is to find mistakes in src, so it shares neither code nor libraries with it.
    files: ["test/property/service-model/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^(?!\\./)", message: "The model of the service imports only its own files." }] },
      ],
    },
  },
  {
    files: ["scripts/**/*", "bench/**/*", "examples/**/*", "*.mjs"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly" } },
    rules: { "no-console": "off" },
  },
  {
    files: ["**/*.ts", "**/*.mjs"],
    rules: { "max-len": ["error", { code: 120, ignoreUrls: true }] },
  },
  {
    // Titles are sentences, and HCL and tables stay as they are written.
    files: ["test/**/*.ts"],
    rules: {
      "max-len": [
        "error",
        {
          code: 120,
          ignoreUrls: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignorePattern: "^\\s*(describe|test)\\W",
        },
      ],
    },
  },
);
