import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { documentPath, pageNow, readDocument } from "../../../scripts/docs/document";
import { PAGES } from "../../../scripts/docs/pages";
import { scanHcl } from "../../../src/terraform/hcl-scanner";
import { schemaSection } from "../../../scripts/docs/registry/schema-section";
import { DATA_SOURCES, LIST_RESOURCES, RESOURCES, type Definition } from "../../../src/model";
import {
  bool,
  computed,
  defaulted,
  list,
  listBlock,
  number,
  object,
  optional,
  required,
  sensitive,
  set,
  setBlock,
  singleBlock,
  string,
  withDescription,
} from "../../../src/schema";
import { VERSION } from "../../../src/version";

const ROOT = resolve(__dirname, "../../..");

/** When this fails, the code or an example has changed and the page has not: run `npm run docs`, and commit it. */
test.each(PAGES.map((page) => [page.path, page] as const))(
  "docs/%s is up to date; if not, run: npm run docs",
  async (path, page) => {
    expect(readDocument(path)).toBe(await pageNow(page));
  },
);

test("every kind has a page and examples, and there are no others", () => {
  const pages = ["resources", "data-sources", "list-resources"].flatMap((folder) =>
    readdirSync(documentPath(folder)).map((file) => `${folder}/${file}`),
  );
  expect(["index.md", ...pages].sort()).toEqual(PAGES.map(({ path }) => path).sort());
  const examples = (folder: string) => readdirSync(join(ROOT, "examples", folder)).sort();
  expect(examples("resources")).toEqual(Object.keys(RESOURCES).sort());
  expect(examples("data-sources")).toEqual(Object.keys(DATA_SOURCES).sort());
  expect(examples("list-resources")).toEqual(Object.keys(LIST_RESOURCES).sort());
});

test("the example of the provider requires the version of this package", () => {
  const example = readFileSync(join(ROOT, "examples/provider/provider.tf"), "utf8");
  expect(example).toContain(`version = "${VERSION}"`);
});

test("the constructs that pages name exist", () => {
  const named = PAGES.flatMap(({ markdown }) => [...markdown().matchAll(/it is the construct `(\w+)`/g)]);
  expect(named).toHaveLength(Object.keys(RESOURCES).length + Object.keys(DATA_SOURCES).length);
  for (const [, name = ""] of named) {
    const file = name.replace(/[A-Z]/g, (letter, at) => `${at === 0 ? "" : "-"}${letter.toLowerCase()}`);
    expect(existsSync(join(ROOT, `src/constructs/generated/${file}.ts`))).toBe(true);
  }
});

test.each(Object.entries(LIST_RESOURCES))(
  "the example of the list resource %s has blocks of Terraform's, with arguments that it has",
  (type, { attributes }) => {
    const { blocks } = scanHcl(
      readFileSync(join(ROOT, "examples/list-resources", type, "list-resource.tfquery.hcl"), "utf8"),
    );
    expect(blocks.map(({ type: kind, labels }) => [kind, labels[0]?.text])).toEqual(blocks.map(() => ["list", type]));
    expect(new Set(blocks.map(({ labels }) => labels[1]?.text)).size).toBe(blocks.length);
    for (const { attributes: own, blocks: nested } of blocks) {
      expect(["provider", "include_resource", "limit"]).toEqual(expect.arrayContaining(own.map(({ name }) => name)));
      expect(nested.map((block) => block.type)).toEqual(nested.map(() => "config"));
      const set = nested.flatMap((block) => block.attributes.map(({ name }) => name));
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining(set));
    }
  },
);

test("a schema is grouped by what code has to set, may set and can only read, with a section for each object", () => {
  const rule = object({
    name: withDescription(string, "Name."),
    limits: withDescription(object({ is_hard: withDescription(bool, "Whether it is hard.") }), "Limits."),
  });
  const attributes = {
    id: computed(string, { description: "Identifier." }),
    color: required(string, { description: "Color.", choices: ["red", "green"] }),
    mode: defaulted(string, { description: "`on` or `off`.", default: "on", choices: ["on", "off"] }),
    secret: sensitive(optional(string, { description: "Secret.", unset: "none", deprecated: true })),
    rules: computed(list(rule), { description: "Rules." }),
  };
  expect(schemaSection({ description: "", attributes })).toBe(`## Schema

### Required

- \`color\` (String) Color. One of \`red\`, \`green\`.

### Optional

- \`mode\` (String) \`on\` or \`off\`. Default: \`on\`.
- \`secret\` (String, Sensitive, Deprecated) Secret. Default: none.

### Read-Only

- \`id\` (String) Identifier.
- \`rules\` (List of Object) Rules. (see [below for nested schema](#nestedatt--rules))

<a id="nestedatt--rules"></a>

### Nested Schema for \`rules\`

- \`name\` (String) Name.
- \`limits\` (Object) Limits. (see [below for nested schema](#nestedatt--rules--limits))

<a id="nestedatt--rules--limits"></a>

### Nested Schema for \`rules.limits\`

- \`is_hard\` (Boolean) Whether it is hard.`);
});

test("blocks are grouped like attributes, with a section for each, at every depth", () => {
  const about = (description: string) => ({ description });
  const blocks = {
    rule: listBlock({
      ...about("In order."),
      minItems: 1,
      maxItems: 500,
      attributes: { project: required(string, about("Name.")), names: optional(set(string), about("Patterns.")) },
      blocks: {
        limits: singleBlock({ ...about("Limits."), attributes: { max: optional(number, about("Maximum.")) } }),
      },
    }),
    team: setBlock({ ...about("Teams."), attributes: { name: required(string, about("Name.")) } }),
    only: singleBlock({ ...about("One."), required: true, attributes: {} }),
  };
  const attributes = { id: computed(string, about("Identifier.")), color: required(string, about("Color.")) };
  expect(schemaSection({ description: "", attributes, blocks })).toBe(`## Schema

### Required

- \`color\` (String) Color.
- \`rule\` (Block List, Min: 1, Max: 500) In order. (see [below for nested schema](#nestedblock--rule))
- \`only\` (Block) One. (see [below for nested schema](#nestedblock--only))

### Optional

- \`team\` (Block Set) Teams. (see [below for nested schema](#nestedblock--team))

### Read-Only

- \`id\` (String) Identifier.

<a id="nestedblock--rule"></a>

### Nested Schema for \`rule\`

Required:

- \`project\` (String) Name.

Optional:

- \`names\` (Set of String) Patterns.
- \`limits\` (Block) Limits. (see [below for nested schema](#nestedblock--rule--limits))

<a id="nestedblock--rule--limits"></a>

### Nested Schema for \`rule.limits\`

Optional:

- \`max\` (Number) Maximum.

<a id="nestedblock--team"></a>

### Nested Schema for \`team\`

Required:

- \`name\` (String) Name.

<a id="nestedblock--only"></a>

### Nested Schema for \`only\`

`);
});

test("a page says how to import what can be imported", () => {
  for (const [type, { isImportable }] of Object.entries<Definition>(RESOURCES)) {
    const page = PAGES.find(({ path }) => path === `resources/${type.replace("tfprojects_", "")}.md`);
    expect([type, page?.markdown().includes("## Import")]).toEqual([type, isImportable !== false]);
  }
});
