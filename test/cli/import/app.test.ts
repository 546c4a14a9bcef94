import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as markdown from "prettier/plugins/markdown";
import * as typescript from "prettier/plugins/typescript";
import { check } from "prettier/standalone";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { generateApp, type AppOptions } from "../../../src/cli/import/app";
import type { GeneratedFile } from "../../../src/cli/import/files";
import { normalizeDescription } from "../../../src/model";
import { planOrganization, readConfiguration, type ActualOrganization } from "../../../src/reconcile";
import { VERSION } from "../../../src/version";
import { anyOrganization, DEFAULT_ID, EDGE_CASES, organization, project } from "./organizations";
import { synthesizeFiles } from "./run-generated";
import { casesOf, fc } from "../../support/property";

const ROOT = resolve(__dirname, "../../..");

/** All projects but the default one. */
function chosen({ projects }: ActualOrganization) {
  return projects.filter(({ id }) => id !== DEFAULT_ID);
}

function text(files: readonly GeneratedFile[], path: string): string {
  return files.find((file) => file.path === path)!.content;
}

function mainOf(actual: ActualOrganization, options?: AppOptions): string {
  return text(generateApp(actual, chosen(actual), options), "main.ts");
}

/** What the generated code says of the organization. */
function desired(files: readonly GeneratedFile[]) {
  const { organizations, notices } = readConfiguration(synthesizeFiles(files), undefined);
  expect(notices).toEqual([]);
  expect(organizations).toHaveLength(1);
  return organizations[0]!.desired;
}

/** Expects the code to say of the chosen projects exactly what the organization says. */
function expectAgreement(
  actual: ActualOrganization,
  projects: ActualOrganization["projects"],
  options?: AppOptions,
): void {
  const ids = new Set(projects.map(({ id }) => id));
  const code = desired(generateApp(actual, projects, options));
  const plan = planOrganization(code, actual);
  expect(plan).toMatchObject({ organization: "acme", actions: [], refusals: [], warnings: [] });
  expect(new Set(plan.coverage.unmanagedProjects.map(({ id }) => id))).toEqual(
    new Set(actual.projects.map(({ id }) => id).filter((id) => !ids.has(id) && id !== DEFAULT_ID)),
  );
  expect(new Set(plan.coverage.unmanagedWorkspaces.map(({ id }) => id))).toEqual(
    new Set(actual.workspaces.filter(({ projectId }) => !ids.has(projectId)).map(({ id }) => id)),
  );
  expect(code.projects).toHaveLength(projects.length);
}

describe("for any organization, the generated app", () => {
  test("leaves the engine nothing to do, and covers all that was chosen", () => {
    const options = fc.record({ exclusive: fc.boolean(), imports: fc.boolean() });
    fc.assert(
      fc.property(
        anyOrganization,
        options,
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (actual, how, picks) => {
          const picked = actual.projects.filter((_, index) => picks[index]);
          fc.pre(picked.length > 0);
          expectAgreement(actual, picked, how);
        },
      ),
      { numRuns: casesOf(200) },
    );
  });

  test("is formatted as prettier formats where nothing is configured", async () => {
    await fc.assert(
      fc.asyncProperty(anyOrganization, fc.boolean(), async (actual, exclusive) => {
        // What is wider than one column is not measured: see layout.ts.
        const projects = chosen(actual).map((it) => ({
          ...it,
          description: normalizeDescription(it.description?.replace(/[^\0-\u00ff]/gu, "")),
        }));
        for (const { path, content } of generateApp(actual, projects, { exclusive })) {
          if (path === ".gitignore") continue;
          if (!(await check(content, { filepath: path, plugins: [babel, estree, markdown, typescript] })))
            throw new Error(`${path} is formatted otherwise:\n${content}`);
        }
      }),
      { numRuns: casesOf(50) },
    );
  });

  test("is the same, byte for byte, whatever order the service lists things in", () => {
    fc.assert(
      fc.property(anyOrganization, (actual) => {
        const turned = {
          ...actual,
          projects: [...actual.projects].reverse(),
          workspaces: [...actual.workspaces].reverse(),
        };
        expect(generateApp(turned, chosen(turned))).toEqual(generateApp(actual, chosen(actual)));
      }),
      { numRuns: casesOf(200) },
    );
  });
});

describe("the generated code", () => {
  test("is what a person would have written", () => {
    const actual = organization(
      { "Default Project": ["stray"], Platform: ["network-test", "network-prod"], "Data Science": [] },
      { Platform: { description: "Networks and clusters" }, "Data Science": { autoDestroyActivityDuration: "14d" } },
    );
    const files = generateApp(actual, chosen(actual));
    expect(text(files, "main.ts")).toBe(`import { App, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Project, TfprojectsProvider, WorkspaceMembership } from "tfprojects";
import { importExisting } from "./imports";

/** The projects of the organization and their workspaces. */
class Organization extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // The address and the token come from TFE_ADDRESS and TFE_TOKEN.
    new TfprojectsProvider(this, "tfprojects", { organization: "acme" });

    new Project(this, "data-science", {
      name: "Data Science",
      autoDestroyActivityDuration: "14d",
    });

    const platform = new Project(this, "platform", {
      name: "Platform",
      description: "Networks and clusters",
    });
    new WorkspaceMembership(this, "platform-workspaces", {
      projectId: platform.id,
      workspaceNames: ["network-prod", "network-test"],
    });

    importExisting(this);
  }
}

const app = new App();
new Organization(app, "acme");
app.synth();
`);
    expect(text(files, "imports.ts")).toContain(`{\n  "data-science": "prj-2",\n  platform: "prj-1",\n};`);
  });

  test("compiles under the strictest settings for the nastiest organization, in one file and in many", () => {
    const many = organization(
      Object.fromEntries(
        ["Default Project", ...EDGE_CASES.projects.map(({ name }) => name).slice(1), ...teams(200)].map((name) => [
          name,
          [],
        ]),
      ),
    );
    expect(text(generateApp(many, chosen(many)), "main.ts")).toContain('from "./projects"');
    for (const actual of [EDGE_CASES, many]) {
      for (const options of [{}, { imports: false }, { exclusive: true }])
        expectAgreement(actual, chosen(actual), options);
      expect(compile(generateApp(actual, chosen(actual)))).toBe("");
    }
  });

  test("names projects that look the same in code apart, and none as TypeScript, cdktf or the code itself does", () => {
    const main = mainOf(
      organization({
        "Default Project": [],
        "a b": ["1"],
        "a-b": ["2"],
        a_b: ["3"],
        "123": ["4"],
        class: ["5"],
        Backend: ["6"],
        scope: ["7"],
      }),
    );
    expect([...main.matchAll(/const (\w+) = new Project\(this, "([\w-]+)"/g)].map(([, ...names]) => names)).toEqual(
      [
        ["project123", "project-123"],
        ["aB", "a-b"],
        ["aB2", "a-b-2"],
        ["backend", "backend-project"],
        ["classProject", "class"],
        ["scopeProject", "scope"],
        ["aB3", "a-b-3"],
      ].sort(([, one], [, other]) => ORDER.indexOf(one!) - ORDER.indexOf(other!)),
    );
  });

  test("keeps a membership's construct apart from a project of that name", () => {
    const main = mainOf(organization({ "Default Project": [], platform: ["a"], "platform workspaces": ["b"] }));
    expect([...main.matchAll(/\(this, "([\w-]+)"/g)].map(([, id]) => id)).toEqual([
      "tfprojects",
      "platform",
      "platform-workspaces",
      "platform-workspaces-2",
      "platform-workspaces-2-workspaces",
    ]);
  });

  test("says with exclusive that an empty project stays empty, and never that of the default project", () => {
    const actual = organization({ "Default Project": ["stray"], Empty: [] });
    const main = text(generateApp(actual, actual.projects, { exclusive: true }), "main.ts");
    expect(main).toContain("      projectId: empty.id,\n      workspaceNames: [],\n      exclusive: true,\n");
    expect(main).toContain('      name: "Default Project",\n      deletionPolicy: "retain",\n');
    expect(main).toContain('      projectId: defaultProject.id,\n      workspaceNames: ["stray"],\n    });');
  });

  test("has no trace of imports without them", () => {
    const files = generateApp(EDGE_CASES, chosen(EDGE_CASES), { imports: false });
    expect(files.map(({ path }) => path)).not.toContain("imports.ts");
    expect(text(files, "main.ts")).not.toMatch(/importExisting\b/);
  });

  test("finds a project that was renamed in the code by the id that it imports", () => {
    const actual = organization({ "Default Project": [], Platform: ["a"] });
    const files = generateApp(actual, chosen(actual)).map((file) => ({
      ...file,
      content: file.content.replace('name: "Platform"', 'name: "Core"'),
    }));
    expect(planOrganization(desired(files), actual).actions).toMatchObject([
      { kind: "update", projectId: "prj-1", before: { name: "Platform" }, after: { name: "Core" } },
    ]);
  });

  test("writes 1,000 projects with 5,000 workspaces, each project in a file of its own", () => {
    const actual = organization({
      "Default Project": [],
      ...Object.fromEntries(
        teams(1_000).map((name, home) => [name, Array.from({ length: 5 }, (_, index) => `workspace-${home}-${index}`)]),
      ),
    });
    const files = generateApp(actual, chosen(actual));
    expect(files.filter(({ path }) => path.startsWith("projects/team-"))).toHaveLength(1_000);
    expect(text(files, "projects/team-7.ts")).toContain(
      'export function team7(scope: Construct): void {\n  const project = new Project(scope, "team-7", { name: "Team 7" });',
    );
    expectAgreement(actual, chosen(actual));
  });
});

test("the app depends on what this package is tested with", () => {
  const { dependencies, devDependencies } = JSON.parse(
    text(generateApp(EDGE_CASES, chosen(EDGE_CASES)), "package.json"),
  );
  const own = jest.requireActual<Record<string, Record<string, string>>>("../../../package.json");
  const { tfprojects, ...peers } = dependencies as Record<string, string>;
  expect(tfprojects).toBe(`^${VERSION}`);
  expect(peers).toEqual(own["peerDependencies"]);
  expect(devDependencies).toEqual({
    "cdktf-cli": own["devDependencies"]!["cdktf-cli"],
    tsx: own["devDependencies"]!["tsx"],
    typescript: `~${own["devDependencies"]!["typescript"]!}.0`,
  });
});

test("an organization's name that no package may have gives one that a package may have", () => {
  const named = (name: string) =>
    JSON.parse(text(generateApp({ ...EDGE_CASES, name }, [project("prj-1", "One")]), "package.json")) as unknown;
  expect(named("Acme_Corp")).toMatchObject({ name: "acme-corp-projects" });
  expect(named("_x")).toMatchObject({ name: "x-projects" });
});

const ORDER = ["project-123", "a-b", "a-b-2", "a-b-3", "backend-project", "class", "scope"];

function teams(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Team ${index}`);
}

/** What tsc says of the app, with the settings it brings and those that TypeScript has beyond `strict`. */
function compile(files: readonly GeneratedFile[]): string {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-import-"));
  try {
    for (const { path, content } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const stricter = {
      extends: "./tsconfig.json",
      compilerOptions: {
        noUncheckedIndexedAccess: true,
        noPropertyAccessFromIndexSignature: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        noImplicitReturns: true,
        isolatedModules: true,
        types: ["node"],
        paths: {
          tfprojects: [join(ROOT, "src/index.ts")],
          cdktf: [join(ROOT, "node_modules/cdktf")],
          constructs: [join(ROOT, "node_modules/constructs")],
        },
        typeRoots: [join(ROOT, "node_modules/@types")],
      },
      include: ["."],
    };
    writeFileSync(join(folder, "strict.json"), JSON.stringify(stricter));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", "strict.json"], {
      cwd: folder,
      encoding: "utf8",
    });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
