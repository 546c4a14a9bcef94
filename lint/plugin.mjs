import { dirname, join, relative, resolve, sep } from "node:path";

const SRC = join(import.meta.dirname, "../src");

/** What the features on top of the engine may import; each of them can be removed with its command. */
const FEATURE = ["engine", "diagnostics", "constructs", "reconcile", "terraform", "files", "api", "model", "schema"];

/** The layers of src, and the others that each may import: whole, or one module. */
const MAY_IMPORT = {
  schema: [],
  model: ["schema"],
  plugin: ["schema"],
  decide: ["model", "schema"],
  files: ["model"],
  api: ["model"],
  emulator: ["model"],
  terraform: ["files", "api", "model", "schema"],
  reconcile: ["decide", "api", "model", "schema"],
  diagnostics: ["decide", "reconcile", "model"],
  engine: ["diagnostics", "decide", "reconcile", "terraform", "files", "api", "model", "schema"],
  provider: ["plugin", "diagnostics", "decide", "reconcile", "api", "model"],
  constructs: ["diagnostics/conflicts", "decide", "model", "schema"],
  explain: ["decide", ...FEATURE],
  import: FEATURE,
  migrate: FEATURE,
  doctor: FEATURE,
  conformance: FEATURE,
  "provider-install": FEATURE,
  cli: [
    ...["explain", "import", "migrate", "doctor", "conformance", "provider-install"],
    ...["provider", "plugin", "emulator"],
    ...FEATURE,
  ],
};

/** What the layers above the engine import of it, besides its entry: ARCHITECTURE.md has the reasons. */
const BEHIND_THE_ENGINE = [
  ...["session", "actual-organization", "events", "host", "live/observe", "result", "document/saved-plan"],
  ...[
    "changes/assignment-change",
    "changes/kinds",
    "plan",
    "source",
    "report",
    "report/json",
    "report/wrap",
    "report/check-list",
    "report/html/markup",
    "report/html/frame",
  ],
];

/**
 * The folders of the engine, and what each may import of the others: a folder, or one module. The modules directly in
 * the engine are for all of them.
 */
const ENGINE_FOLDERS = {
  changes: [],
  impact: ["changes"],
  plan: ["changes", "impact"],
  source: [],
  live: ["impact", "plan"],
  apply: ["changes", "plan"],
  report: ["changes", "impact", "plan"],
  document: ["changes", "plan"],
  undo: ["changes", "plan", "document"],
};

/** Libraries that only one layer may import. */
const ONLY_IN = {
  axios: "api",
  fflate: "constructs",
  cdktf: "constructs",
  cdktn: "constructs",
  constructs: "constructs",
};

/** Calls `check` with each import of a file and the module that it names. */
function forEachImport(check) {
  const checkSource = (node, source) => typeof source?.value === "string" && check(node, source.value);
  return {
    ImportDeclaration: (node) => checkSource(node, node.source),
    ExportNamedDeclaration: (node) => checkSource(node, node.source),
    ExportAllDeclaration: (node) => checkSource(node, node.source),
    ImportExpression: (node) => checkSource(node, node.source),
    TSImportType: (node) => checkSource(node, node.source ?? node.argument?.literal),
  };
}

function inEngine(path) {
  return relative(join(SRC, "engine"), path).split(sep);
}

/**
 * Modules directly in src, such as `version.ts`, are leaves: every layer may import them, and they import nothing, but
 * for the shapes of the model.
 */
const layers = {
  create(context) {
    const layerOf = (path) => {
      const [first, ...rest] = relative(SRC, path).split(sep);
      return rest.length === 0 && !(first in MAY_IMPORT) ? undefined : first;
    };
    const layer = layerOf(context.filename);
    return forEachImport((node, source) => {
      if (!source.startsWith(".")) {
        const user = ONLY_IN[source.split("/")[0]];
        if (user !== undefined && user !== layer)
          context.report({ node, message: `Only src/${user} may import ${source}.` });
        return;
      }
      const other = layerOf(resolve(dirname(context.filename), source));
      const module = relative(SRC, resolve(dirname(context.filename), source));
      if (layer === undefined) {
        const isShape = other === "model" && node.importKind === "type";
        if (!isShape) context.report({ node, message: "A leaf imports no other module." });
      } else if (
        other !== undefined &&
        other !== layer &&
        ![other, module].some((it) => MAY_IMPORT[layer].includes(it))
      ) {
        const allowed = MAY_IMPORT[layer].join(", ") || "no other layer";
        context.report({ node, message: `src/${layer} may import ${allowed}, not ${other}.` });
      } else if (other === "engine" && layer !== "engine") {
        const module = relative(join(SRC, "engine"), resolve(dirname(context.filename), source));
        if (module !== "" && !BEHIND_THE_ENGINE.includes(module))
          context.report({ node, message: `src/${layer} may not import engine/${module}: see BEHIND_THE_ENGINE.` });
      } else if (other === "engine") {
        const [folder] = inEngine(context.filename);
        const [imported, module] = inEngine(resolve(dirname(context.filename), source));
        const allowed = ENGINE_FOLDERS[folder];
        if (allowed === undefined || !(imported in ENGINE_FOLDERS) || folder === imported) return;
        if (!allowed.includes(imported) && !allowed.includes(`${imported}/${module}`))
          context.report({ node, message: `engine/${folder} may not import engine/${imported}: see ENGINE_FOLDERS.` });
      }
    });
  },
};

/** The model of the service is to find mistakes in src, so it shares neither code nor libraries with it. */
const ownFilesOnly = {
  create: (context) =>
    forEachImport((node, source) => {
      if (!source.startsWith("./"))
        context.report({ node, message: "The model of the service imports only its own files." });
    }),
};

const COLUMNS = 120;
/** Titles are sentences, and HCL and tables stay as they are written. */
const TITLE = /^\s*(describe|test)\W/;

/** At most 120 columns, lines with an address aside; in tests, titles and the inside of templates too. */
const columns = {
  create(context) {
    const test = relative(SRC, context.filename).startsWith(join("..", "test"));
    const excepted = new Set();
    const except = ({ loc }) => {
      for (let line = loc.start.line; line <= loc.end.line; line++) excepted.add(line);
    };
    return {
      ...(test && { TemplateLiteral: except, Literal: (node) => "regex" in node && except(node) }),
      "Program:exit"() {
        for (const [index, text] of context.sourceCode.lines.entries()) {
          const line = index + 1;
          if (text.length <= COLUMNS || text.includes("://") || excepted.has(line) || (test && TITLE.test(text)))
            continue;
          context.report({
            loc: { start: { line, column: 0 }, end: { line, column: text.length } },
            message: `This line has ${text.length} columns, ${COLUMNS} are allowed.`,
          });
        }
      },
    };
  },
};

const isConstantName = ({ name }) => /^[A-Z][A-Z0-9_]*$/.test(name);

/** Users' text in a regular expression can make it match in exponential time; a wildcard needs none. */
const regExpOfConstants = {
  create(context) {
    const isConstant = (node) =>
      node.type === "Literal" ||
      (node.type === "Identifier" && isConstantName(node)) ||
      (node.type === "CallExpression" && node.callee.name === "escapeRegExp") ||
      (node.type === "TemplateLiteral" && node.expressions.every(isConstant));
    const isInConstant = ({ type, id, parent }) =>
      (type === "VariableDeclarator" && isConstantName(id)) || (parent !== null && isInConstant(parent));
    return {
      NewExpression(node) {
        if (node.callee.name !== "RegExp" || isInConstant(node) || node.arguments.every(isConstant)) return;
        context.report({ node, message: "Only constants and escapeRegExp(…) may be part of a regular expression." });
      },
    };
  },
};

/** `Record<string, …>`, also within `Readonly<…>`: any name can be looked up in it. */
const isOpenRecord = (type) =>
  type?.type === "TSTypeReference" &&
  ((type.typeName.name === "Record" && type.typeArguments?.params[0]?.type === "TSStringKeyword") ||
    (type.typeName.name === "Readonly" && isOpenRecord(type.typeArguments?.params[0])));

/** Every object inherits members such as `constructor`, which a name from outside must not find. */
const ownMembers = {
  create(context) {
    const tables = new Set();
    const reads = [];
    return {
      BinaryExpression({ operator, left }) {
        if (operator !== "in" || ["Literal", "PrivateIdentifier"].includes(left.type) || isConstantName(left)) return;
        context.report({ node: left, message: "An inherited member counts, too: use Object.hasOwn." });
      },
      VariableDeclarator({ id, init }) {
        const isTable = isConstantName(id) && init?.type === "ObjectExpression";
        if (isTable && isOpenRecord(id.typeAnnotation?.typeAnnotation)) tables.add(id.name);
      },
      MemberExpression(node) {
        if (node.computed && node.object.type === "Identifier" && node.property.type !== "Literal") reads.push(node);
      },
      "Program:exit"() {
        for (const node of reads) {
          if (tables.has(node.object.name))
            context.report({ node, message: `Any name can be looked up in ${node.object.name}: use ownMember.` });
        }
      },
    };
  },
};

/** A flag in a text, such as `--prune`, outside of a command to run: `npm run docs -- --check`. */
const FLAG = /(?<![\w-])--[a-z][\w-]*/;
const COMMAND = /\b(node|npm|npx|pnpm|yarn|terraform|tofu|cdktf|cdktn|deploy|install)\b|\S+\.tsx?\b/;

/** Only the command line knows how its options are called. */
const flagsOfCommands = {
  create(context) {
    const check = (node, text) => {
      if (typeof text !== "string" || !FLAG.test(text) || COMMAND.test(text)) return;
      // The arguments of a program.
      if (node.parent.type === "ArrayExpression" && text.startsWith("--")) return;
      context.report({ node, message: "Only src/cli may name a flag: leave the next step to the command line." });
    };
    return {
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.cooked),
    };
  },
};

const KINDS_OF_ACTIONS = ["create", "update", "move", "delete"];
/** What makes, orders, compares and executes changes. */
const ASKS_FOR_KINDS = [
  ...["changes/", "plan/required-changes.ts", "plan/order.ts", "plan/progress.ts", "apply/execute-plan.ts"],
];

/** What is asked about changes is one table, so that a kind is an entry of it. */
const kindsOfActions = {
  create(context) {
    const path = relative(join(SRC, "engine"), context.filename).split(sep).join("/");
    if (ASKS_FOR_KINDS.some((it) => path.startsWith(it))) return {};
    const isKind = (node) =>
      node.type === "ChainExpression"
        ? isKind(node.expression)
        : (node.type === "Identifier" && node.name === "kind") ||
          (node.type === "MemberExpression" && !node.computed && node.property.name === "kind");
    const isOfAction = (node) => node?.type === "Literal" && KINDS_OF_ACTIONS.includes(node.value);
    const report = (node) =>
      context.report({ node, message: "Only engine/changes asks for the kind of a change: add a question there." });
    return {
      BinaryExpression(node) {
        const { operator, left, right } = node;
        if (!["===", "!=="].includes(operator)) return;
        if ((isKind(left) && isOfAction(right)) || (isKind(right) && isOfAction(left))) report(node);
      },
      SwitchStatement(node) {
        if (isKind(node.discriminant) && node.cases.some(({ test }) => isOfAction(test))) report(node);
      },
    };
  },
};

export default {
  meta: { name: "tfprojects" },
  rules: {
    layers,
    "own-files-only": ownFilesOnly,
    columns,
    "reg-exp-of-constants": regExpOfConstants,
    "own-members": ownMembers,
    "flags-of-commands": flagsOfCommands,
    "kinds-of-actions": kindsOfActions,
  },
};
