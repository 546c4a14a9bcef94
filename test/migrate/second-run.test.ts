import type { LiveProjects } from "../../src/migrate/live";
import { NO_SETTINGS, type Project } from "../../src/model";
import { Configuration, project, settings, type Stored } from "./configurations";

let configuration: Configuration;
afterEach(() => configuration.remove());

const PROVIDER = 'provider "tfe" {\n  organization = "acme"\n}\n';
const REQUIRED = 'terraform {\n  required_providers {\n    tfe = { source = "hashicorp/tfe" }\n  }\n}\n';

const block = (type: string, name: string, ...lines: readonly string[]) =>
  `resource "${type}" "${name}" {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
const each = (...lines: readonly string[]) => block("tfe_project", "a", "for_each = var.names", 'name = "A"', ...lines);
const plain = (...lines: readonly string[]) => block("tfe_project", "a", 'name = "A"', ...lines);
const mode = (expression: string) =>
  block("tfe_project_settings", "a", "project_id = tfe_project.a.id", `default_execution_mode = ${expression}`);

/** A project as hashicorp/tfe stores it. */
const stored = (id: string, key?: string | number, more: object = {}): Stored => ({
  ...project("a", id, key === undefined ? {} : { key }),
  values: { id, name: "A", organization: "acme", description: "", tags: {}, ...more },
});
const storedMode = (value: string, overwrites = true) =>
  settings("a", "prj-0", {
    values: {
      id: "prj-0",
      project_id: "prj-0",
      default_execution_mode: value,
      overwrites: { default_execution_mode: overwrites },
    },
  });

/** Projects as they are, by ID. */
function live(projects: Readonly<Record<string, object>>): LiveProjects {
  const all = Object.entries(projects).map(([id, own]) => {
    return [id, { ...NO_SETTINGS, id, name: "A", ...own } as unknown as Project] as const;
  });
  return new Map(all);
}

interface Case {
  readonly code: string;
  readonly state: readonly Stored[];
  readonly live: LiveProjects;
}

const CASES: Readonly<Record<string, Case>> = {
  "a description that one instance has": {
    code: each(),
    state: [stored("prj-0", "x"), stored("prj-1", "y")],
    live: live({ "prj-0": { description: 'by "hand": 100% of ${this}\n' }, "prj-1": {} }),
  },
  "a description that one instance has, and the state, too": {
    code: each(),
    state: [stored("prj-0", "x", { description: "by hand" }), stored("prj-1", "y")],
    live: live({ "prj-0": { description: "by hand" }, "prj-1": {} }),
  },
  "a description, a duration and a mode that one of a number has": {
    code: block("tfe_project", "a", "count = 2", 'name = "A"'),
    state: [stored("prj-0", 0), stored("prj-1", 1, { auto_destroy_activity_duration: null })],
    live: live({
      "prj-0": {},
      "prj-1": { description: "by hand", autoDestroyActivityDuration: "3d", defaultExecutionMode: "local" },
    }),
  },
  "a description with escapes": {
    code: plain(),
    state: [stored("prj-0")],
    live: live({ "prj-0": { description: '50%, "by hand"\n$${x}' } }),
  },
  "an expression for a mode that was changed since": {
    code: plain() + mode("var.mode"),
    state: [stored("prj-0"), storedMode("local")],
    live: live({ "prj-0": { defaultExecutionMode: "remote" } }),
  },
  "an expression for a mode that the project inherits": {
    code: plain() + mode("var.mode"),
    state: [stored("prj-0"), storedMode("remote", false)],
    live: live({ "prj-0": {} }),
  },
  "an expression for a mode that the project inherited": {
    code: plain() + mode("var.mode"),
    state: [stored("prj-0"), storedMode("remote", false)],
    live: live({ "prj-0": { defaultExecutionMode: "local" } }),
  },
};

describe("a second migration", () => {
  test.each(Object.entries(CASES))(
    "edits nothing, and lists what the first does: %s",
    (_, { code, state, live: actual }) => {
      configuration = new Configuration({ "main.tf": PROVIDER + REQUIRED + code });
      const first = configuration.apply(state, { live: actual }).migration;
      const second = configuration.migrate(state, { live: actual }).migration;
      expect(second.edits).toEqual([]);
      expect([second.notes, second.missing]).toEqual([first.notes, first.missing]);
      expect(second.manual).toEqual(first.manual);
    },
  );

  test("still lists what is to do by hand first, and edits what waits for it", () => {
    const text = plain("later = 1", "ignore_additional_tags = true") + mode('"local"');
    configuration = new Configuration({ "main.tf": PROVIDER + REQUIRED + text });
    const state = [stored("prj-0"), storedMode("local")];
    const actual = live({ "prj-0": { defaultExecutionMode: "local" } });
    const whats = (): readonly string[] =>
      configuration.apply(state, { live: actual }).migration.manual.map(({ what }) => what);
    const expected = [
      "Remove later of tfprojects_project.a, which has no such argument.",
      "Remove ignore_additional_tags of tfprojects_project.a: without tags, all tags are left alone.",
    ];
    expect([whats(), whats()]).toEqual([expected, expected]);
    expect(configuration.read("main.tf")).toBe(PROVIDER + REQUIRED + text);
    const changed = configuration.read("main.tf").replace(/ *(later|ignore_additional_tags) .*\n/g, "");
    configuration.write("main.tf", changed);
    expect(whats()).toEqual([]);
    expect(configuration.read("main.tf")).not.toContain("tfe_project");
  });

  test("does not list what was done by hand in JSON", () => {
    const json = (type: string, more: object) => ({
      terraform: { required_providers: { tfe: { source: "hashicorp/tfe" }, ...more } },
      provider: { tfe: { organization: "acme" }, ...more },
      output: { id: { value: `\${${type}.a.id}` } },
    });
    configuration = new Configuration({ "x.tf.json": JSON.stringify(json("tfe_project", {})), "main.tf": plain() });
    const options = { live: live({ "prj-0": {} }) };
    const { manual, projects } = configuration.apply([stored("prj-0")], options).migration;
    expect([manual.length, projects]).toEqual([2, []]);
    configuration.write("x.tf.json", JSON.stringify(json("tfprojects_project", { tfprojects: {} })));
    const { files, migration } = configuration.migrate([stored("prj-0")], options);
    expect([migration.manual, Object.keys(files)]).toEqual([[], ["migrate.tf"]]);
  });
});
