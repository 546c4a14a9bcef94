import { lineNumbers } from "../../src/terraform/hcl-file";
import { Configuration, project, settings } from "./configurations";

/*
 * Every occurrence of an address that changes is edited, or listed with its line; only comments, and blocks whose
 * addresses are those of before, are neither.
 */

let configuration: Configuration;
afterEach(() => configuration.remove());

const ROOT = `provider "tfe" {
  organization = "acme"
}
resource "tfe_project" "a" {
  name = "A"
}
resource "tfe_project_settings" "a" {
  project_id             = tfe_project.a.id
  default_execution_mode = "local"
}
module "m" {
  source = "./m"
  id     = tfe_project.a.id
}
`;
const MODULE = 'variable "id" {\n}\nresource "tfe_project" "inner" {\n  for_each = var.names\n  name = each.key\n}\n';
const STATE = [
  project("a", "prj-a"),
  settings("a", "prj-a", { values: { id: "prj-a", project_id: "prj-a", default_execution_mode: "local" } }),
  project("inner", "prj-i", { module: "module.m", key: "x" }),
];

/** What becomes of each mention of a text: `edited`, `listed`, or `silent`; `kept` in blocks of former addresses. */
function fates(path: string, text: string, { areKept = false } = {}): readonly string[] {
  configuration = new Configuration({ "main.tf": ROOT, "m/main.tf": MODULE, [path]: text });
  const { migration } = configuration.migrate(STATE);
  const lineAt = lineNumbers(text);
  return [...text.matchAll(/(?<![\w-]|data\.)tfe_project(?:_settings)?\.(?:a|inner)\b/g)].map(({ index }) => {
    const isEdited = migration.edits.some(({ file, start, end }) => file === path && start <= index && index < end);
    if (isEdited) return "edited";
    const line = new RegExp(`^In lines? (?:[\\d, ]*, )?${lineAt(index)}\\b`);
    const isListed = migration.manual.some(({ where, what }) => where === path && line.test(what));
    if (isListed) return "listed";
    return areKept ? "kept" : "silent";
  });
}

const block = (type: string, ...lines: readonly string[]) =>
  `${type} {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;

describe("mentions in code are edited", () => {
  test.each([
    ["a reference", block('resource "tfe_workspace" "w"', "project_id = tfe_project.a.id")],
    [
      "a template",
      block('output "x"', 'value = "of ${tfe_project.a.name}, %{ if tfe_project.a.id != "" }x%{ endif }"'),
    ],
    ["a heredoc", 'output "x" {\n  value = <<-EOT\n    ${tfe_project.a.name}\n  EOT\n}\n'],
    ["a splat", block('output "x"', "value = [tfe_project.a[*].id, values(tfe_project.a)[*].id]")],
    [
      "a for expression",
      block("locals", "x = { for key, it in tfe_project.a : key => tfe_project.a.id if it != null }"),
    ],
    ["depends_on", block('resource "x" "x"', "depends_on = [tfe_project.a]")],
    ["for_each", block('resource "x" "x"', "for_each = tfe_project.a")],
    [
      "replace_triggered_by",
      block('resource "x" "x"', "lifecycle {", "  replace_triggered_by = [tfe_project.a.id]", "}"),
    ],
    [
      "a precondition",
      block('resource "x" "x"', "lifecycle {", "precondition {", "condition = tfe_project.a.id", "}", "}"),
    ],
    ["a dynamic block", block('resource "x" "x"', 'dynamic "y" {', "for_each = tfe_project.a", "content {", "}", "}")],
    ["a provider", block('provider "x"', "token = tfe_project.a.id")],
    ["an argument of a module", block('module "n"', 'source = "./m"', "id = tfe_project.a.id")],
    ["a check", block('check "x"', "assert {", "condition = tfe_project.a.id != null", "}")],
    ["an import block", block("import", "to = tfe_project.a", 'id = "prj-a"')],
    [
      "an import block with for_each",
      block("import", "for_each = var.x", "to = tfe_project.a[each.key]", "id = each.value"),
    ],
    ["an import block of a module", block("import", 'to = module.m.tfe_project.inner["new"]', 'id = "prj-n"')],
    [
      "an import block by an expression",
      block("import", "to = module.m.tfe_project.inner[each.key]", "for_each = var.x"),
    ],
    ["an ID in an import block", block("import", "to = x.y", "id = tfe_project.a.id")],
    ["an import block of settings", block("import", "to = tfe_project_settings.a", 'id = "prj-a"')],
  ])("%s", (_, text) => {
    const found = fates("other.tf", text);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found)).toEqual(new Set(["edited"]));
  });

  test.each([
    ["x_override.tf", block('resource "tfe_workspace" "w"', "project_id = tfe_project.a.id")],
    ["other.tofu", block('resource "tfe_workspace" "w"', "project_id = tfe_project.a.id")],
    ["m/other.tf", block('output "ids"', "value = values(tfe_project.inner)[*].id")],
  ])("in %s", (path, text) => {
    expect(new Set(fates(path, text))).toEqual(new Set(["edited"]));
  });
});

describe("mentions that are not edited are listed", () => {
  test.each([
    ["x.tftest.hcl", block('run "x"', "assert {", "condition = tfe_project.a.id != null", "}")],
    [
      "tests/x.tftest.hcl",
      block('run "x"', "plan_options {", "target = [tfe_project.a, module.m.tfe_project.inner]", "}"),
    ],
    ["x.tofutest.hcl", block("override_resource", "target = module.m.tfe_project.inner")],
    ["x.tfquery.hcl", block('list "tfe_workspace" "x"', "config {", "project = tfe_project.a.id", "}")],
  ])("in %s", (path, text) => {
    expect(new Set(fates(path, text))).toEqual(new Set(["listed"]));
  });

  test.each([
    ["a string in code", "other.tf", block('output "x"', 'value = "tfe_project.a"')],
    ["a reference in JSON", "x.tf.json", '{"output": {"x": {\n"value": "${tfe_project.a.id}"}}}\n'],
    [
      "an import block in JSON",
      "x.tf.json",
      '{"import": [{\n"to": "module.m.tfe_project.inner[\\"x\\"]", "id": "prj-i"}]}\n',
    ],
    ["a test in JSON", "x.tftest.json", '{"run": {"x": {\n"expect_failures": ["tfe_project.a"]}}}\n'],
    ["settings in a test", "x.tftest.hcl", block('run "x"', "assert {", "condition = tfe_project_settings.a.id", "}")],
    ["a script", "plan.sh", "terraform plan \\\n  -target=module.m.tfe_project.inner -target tfe_project.a\n"],
    ["a document", "README.md", "See\n`tfe_project_settings.a` and tfe_project.a.\n"],
    ["a template file", "x.tpl", "project = tfe_project.a\n"],
  ])("%s", (_, path, text) => {
    const found = fates(path, text);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found)).toEqual(new Set(["listed"]));
  });

  test("settings that something refers to: they stay, so that the reference is right", () => {
    const text = block('output "x"', "value = tfe_project_settings.a.id");
    expect(fates("other.tf", text, { areKept: true })).toEqual(["kept"]);
    const { migration } = configuration.migrate(STATE);
    expect(migration.settings).toEqual([]);
    expect(migration.manual.map(({ what }) => what)).toEqual([
      expect.stringContaining("other.tf:2 refers to it") as string,
    ]);
  });
});

test.each([
  ["moved", block("moved", "from = tfe_project.old", "to = tfe_project.a")],
  ["moved, of a module", block("moved", "from = tfe_project.old", 'to = module.m.tfe_project.inner["x"]')],
])("addresses of before stay: %s", (_, text) => {
  expect(fates("other.tf", text, { areKept: true })).toEqual(["kept"]);
});

test.each([
  ["comments", "# tfe_project.a\n/* tfe_project.a */\n", ["silent", "silent"]],
  ["a resource of the same name in another module", 'output "x" {\n  value = module.n.tfe_project.a\n}\n', ["silent"]],
])("what is no mention is left alone: %s", (_, text, expected) => {
  expect(fates("other.tf", text)).toEqual(expected);
});
