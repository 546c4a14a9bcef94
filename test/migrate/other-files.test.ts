import { Configuration, project, settings } from "./configurations";

let configuration: Configuration;
afterEach(() => configuration.remove());

const MAIN = `provider "tfe" {
  organization = "acme"
}

resource "tfe_project" "a" {
  name = "A"
}

resource "tfe_project_settings" "a" {
  project_id = tfe_project.a.id
}

module "m" {
  source = "./modules/m"
}
`;
const INNER = `resource "tfe_project" "inner" {\n  name = "Inner"\n}\n`;
const STATE = [project("a", "prj-a"), settings("a", "prj-a"), project("inner", "prj-i", { module: "module.m" })];

function migrate(files: Readonly<Record<string, string>>) {
  configuration = new Configuration({ "main.tf": MAIN, "modules/m/main.tf": INNER, ...files });
  const { migration, edited } = configuration.migrate(STATE);
  const byHand = migration.manual.map(({ where, what }) => `${where}: ${what}`);
  return { edited, byHand, others: migration.edits.filter(({ file }) => Object.hasOwn(files, file)) };
}

test("references in tests and queries are listed", () => {
  const { byHand, others } = migrate({
    "tests/main.tftest.hcl": `run "root" {
  assert {
    condition     = tfe_project.a.name == "A" && data.tfe_project.a.name == "A"
    error_message = "\${tfe_project_settings.a.id}"
  }
}
`,
    "projects.tfquery.hcl": 'list "tfe_workspace" "x" {\n  config {\n    project = tfe_project.a.id\n  }\n}\n',
    "modules/m/m.tftest.hcl": 'run "m" {\n  expect_failures = [tfe_project.inner]\n}\n',
  });
  expect(others).toEqual([]);
  expect(byHand).toEqual([
    "projects.tfquery.hcl: In line 3, refer to tfprojects_project.a instead of tfe_project.a.",
    "tests/main.tftest.hcl: In line 3, refer to tfprojects_project.a instead of tfe_project.a.",
    "modules/m/m.tftest.hcl: In line 2, refer to tfprojects_project.inner instead of tfe_project.inner.",
    "tests/main.tftest.hcl: In line 4, remove the reference to tfe_project_settings.a, which leaves the code.",
  ]);
});

const LIKE_TFE = "mock or configure the provider tfprojects like tfe: otherwise tests use the real one.";

test("a test with providers of its own needs this one, too", () => {
  const { byHand } = migrate({
    "a.tftest.hcl": `mock_provider "tfe" {
  mock_resource "tfe_project" {
    defaults = {}
  }
}
run "x" {
  providers = { tfe = tfe.fake }
}
`,
    "tests/b.tftest.hcl": 'provider "tfe" {\n}\nmock_provider "tfprojects" {\n}\n',
    "tests/c.tftest.hcl": 'run "x" {\n  providers = { aws = aws }\n}\n',
    "tests/d.tfmock.hcl": 'mock_resource "tfe_project" {\n}\n',
  });
  expect(byHand).toEqual([`a.tftest.hcl: In lines 1, 2, 7, ${LIKE_TFE}`, `tests/d.tfmock.hcl: In line 1, ${LIKE_TFE}`]);
});

test("addresses in other texts are listed with their lines, and those in states, plans and logs are not", () => {
  const { byHand, others } = migrate({
    "tests/json.tftest.json": '{"run": {"x": {\n"expect_failures": ["tfe_project.a"]}}}\n',
    "tests/broken.tftest.hcl": 'run "x" {\n  a = tfe_project.a\n',
    Makefile: "apply:\n\tterraform apply -target=module.m.tfe_project.inner -target tfe_project.a\n",
    "README.md": "Line\ndata.tfe_project.a, tfe_project.abc, tfe_project, my-tfe_project.a\ntfe_project.a.id\n",
    "terraform.tfstate.backup": "tfe_project.a",
    "plan.log": "tfe_project.a",
    "many.txt": "\n" + "tfe_project.a\n".repeat(22),
    "plan.json": '"tfe_project.a"',
    image: "tfe_project.a \0",
    ".hidden": "tfe_project.a",
    "elsewhere/x.sh": "tfe_project.a",
  });
  expect(others).toEqual([]);
  expect(byHand).toEqual([
    "Makefile: In line 2, refer to tfprojects_project.a instead of tfe_project.a.",
    "README.md: In line 3, refer to tfprojects_project.a instead of tfe_project.a.",
    "many.txt: In lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, … and 2 more, " +
      "refer to tfprojects_project.a instead of tfe_project.a.",
    "tests/broken.tftest.hcl: In line 2, refer to tfprojects_project.a instead of tfe_project.a.",
    "tests/json.tftest.json: In line 2, refer to tfprojects_project.a instead of tfe_project.a.",
    "Makefile: In line 2, refer to tfprojects_project.inner instead of tfe_project.inner.",
  ]);
});
