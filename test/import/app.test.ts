import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as markdown from "prettier/plugins/markdown";
import * as typescript from "prettier/plugins/typescript";
import { check } from "prettier/standalone";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { generateApp, REQUIREMENT, type AppOptions } from "./generate-app";
import type { GeneratedFile } from "../../src/files/generated-file";
import { normalizeDescription } from "../../src/model";
import type { ActualOrganization } from "../../src/engine/actual-organization";
import { makePlan } from "../../src/engine/plan/plan";
import { readModules } from "../../src/engine/source/read-modules";
import {
  anyAssigned,
  anyOrganization,
  ASSIGNED_EDGE_CASES,
  DEFAULT_ID,
  EDGE_CASES,
  organization,
  project,
} from "./organizations";
import { synthesizeFiles } from "./run-generated";
import { casesOf, fc } from "../support/property";
import { TSC } from "../support/tsc";

const ROOT = resolve(__dirname, "../..");

/** All projects but the default one. */
function chosen({ projects }: ActualOrganization) {
  return projects.filter(({ id }) => id !== DEFAULT_ID);
}

function text(files: readonly GeneratedFile[], path: string): string {
  return files.find((file) => file.path === path)!.content;
}

/** The organization that the generated code describes. */
function desired(files: readonly GeneratedFile[]) {
  const { organizations, notices } = readModules(synthesizeFiles(files), undefined);
  expect(notices).toEqual([]);
  expect(organizations).toHaveLength(1);
  return organizations[0]!;
}

/** Expects the code to describe the selected projects exactly as they are. */
function expectAgreement(
  actual: ActualOrganization,
  projects: ActualOrganization["projects"],
  options?: AppOptions,
): void {
  const ids = new Set(projects.map(({ id }) => id));
  const code = desired(generateApp(actual, projects, options));
  const plan = makePlan(code, actual);
  expect(plan).toMatchObject({ organization: "acme", actions: [], errors: [], warnings: [] });
  expect(new Set(plan.coverage.unmanagedProjects.map(({ id }) => id))).toEqual(
    new Set(actual.projects.map(({ id }) => id).filter((id) => !ids.has(id) && id !== DEFAULT_ID)),
  );
  expect(new Set(plan.coverage.unmanagedWorkspaces.map(({ id }) => id))).toEqual(
    new Set(actual.workspaces.filter(({ projectId }) => !ids.has(projectId)).map(({ id }) => id)),
  );
  expect(code.projects).toHaveLength(projects.length);
}

describe("for any organization, the generated app", () => {
  test("has an empty plan, and manages all selected projects", () => {
    const options = fc.record({
      exclusive: fc.boolean(),
      rules: fc.boolean(),
      imports: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.oneof(anyOrganization, anyAssigned),
        options,
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (actual, how, picks) => {
          const picked = actual.projects.filter((_, index) => picks[index]);
          fc.pre(picked.length > 0);
          expectAgreement(actual, picked, how);
        },
      ),
      { numRuns: casesOf(100) },
    );
  });

  test("is formatted like Prettier with its defaults", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyOrganization, anyAssigned),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom("cdktf" as const, "cdktn" as const),
        async (actual, exclusive, rules, framework) => {
          // Wide characters are not supported: see typescript-format.ts.
          const projects = chosen(actual).map((it) => ({
            ...it,
            description: normalizeDescription(it.description?.replace(/[^\0-\u00ff]/gu, "")),
          }));
          const options = { exclusive, rules: rules && !exclusive, framework };
          for (const { path, content } of generateApp(actual, projects, options)) {
            if (path === ".gitignore") continue;
            if (!(await check(content, { filepath: path, plugins: [babel, estree, markdown, typescript] })))
              throw new Error(`${path} is formatted otherwise:\n${content}`);
          }
        },
      ),
      { numRuns: casesOf(50) },
    );
  });

  test("is byte-equal, whatever the order of lists", () => {
    fc.assert(
      fc.property(fc.oneof(anyOrganization, anyAssigned), (actual) => {
        const turned = {
          ...actual,
          assignments: mapValues(actual.assignments, (it) => ({
            ...it,
            objects: [...it.objects].reverse(),
            projects: mapValues(it.projects, (all) => [...all].reverse()),
          })),
          projects: [...actual.projects].reverse(),
          workspaces: [...actual.workspaces].reverse(),
        };
        for (const hcl of [false, true]) {
          for (const rules of [false, true]) {
            const options = { hcl, rules };
            const expected = generateApp(actual, chosen(actual), options);
            expect(generateApp(turned, chosen(turned), options)).toEqual(expected);
          }
        }
      }),
      { numRuns: casesOf(200) },
    );
  });
});

describe("the generated code", () => {
  test("is readable", () => {
    const actual = organization(
      { "Default Project": ["stray"], Platform: ["network-test", "network-prod"], "Data Science": [] },
      { Platform: { description: "Networks and clusters" }, "Data Science": { autoDestroyActivityDuration: "14d" } },
    );
    const files = generateApp(actual, chosen(actual));
    expect(text(files, "main.ts")).toBe(`import { App, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Project, TfprojectsProvider, WorkspaceMembership } from "tfprojects";
import { importExisting } from "./imports";
import { projects } from "./organization";

/**
 * The projects of the organization and their workspaces.
 *
 * Generated by \`tfprojects import\`. Not carried over (names are in README.md):
 * - the default project (--include-default imports it);
 * - 1 workspace of the default project;
 * - team access, variable sets, and policy sets of projects (--with
 *   access,variable-sets,policy-sets imports them);
 * - other assignments of projects, and settings and variables of workspaces:
 *   import does not read them.
 */
class Organization extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // The address and the token come from TFE_ADDRESS and TFE_TOKEN.
    new TfprojectsProvider(this, "tfprojects", { organization: "acme" });

    for (const [id, entry] of Object.entries(projects)) {
      const { workspaceNames, exclusive, ...config } = entry;
      const project = new Project(this, id, config);
      if (workspaceNames !== undefined) {
        new WorkspaceMembership(this, \`\${id}-workspaces\`, {
          projectId: project.id,
          workspaceNames,
          exclusive,
        });
      }
    }

    importExisting(this);
  }
}

const app = new App();
new Organization(app, "acme");
app.synth();
`);
    expect(text(files, "organization.ts")).toContain(`
export const projects: Readonly<Record<string, Entry>> = {
  "data-science": {
    name: "Data Science",
    autoDestroyActivityDuration: "14d",
  },
  platform: {
    name: "Platform",
    description: "Networks and clusters",
    workspaceNames: ["network-prod", "network-test"],
  },
};
`);
    expect(text(files, "imports.ts")).toContain(`{\n  "data-science": "prj-2",\n  platform: "prj-1",\n};`);
  });

  test("compiles with the strictest settings for all edge cases", () => {
    const many = organization(
      Object.fromEntries(
        ["Default Project", ...EDGE_CASES.projects.map(({ name }) => name).slice(1), ...teams(200)].map((name) => [
          name,
          [],
        ]),
      ),
    );
    for (const actual of [EDGE_CASES, many]) {
      for (const options of [{}, { imports: false }, { exclusive: true }])
        expectAgreement(actual, chosen(actual), options);
    }
    const apps = {
      one: generateApp(EDGE_CASES, chosen(EDGE_CASES)),
      all: generateApp(EDGE_CASES, EDGE_CASES.projects),
      many: generateApp(many, chosen(many)),
      exclusive: generateApp(many, chosen(many), { exclusive: true }),
      rules: generateApp(EDGE_CASES, EDGE_CASES.projects, { rules: true }),
      assigned: generateApp(ASSIGNED_EDGE_CASES, chosen(EDGE_CASES)),
      "assigned with rules": generateApp(ASSIGNED_EDGE_CASES, chosen(EDGE_CASES), { rules: true }),
    };
    expect(text(apps.rules, "organization.ts")).toContain('matchNames: ["workspace-*"]');
    expect(compile(apps)).toBe("");
  });

  test("has unique construct IDs that are not reserved, also for memberships", () => {
    const actual = organization({
      ...{ "Default Project": [], "a b": ["1"], "a-b": ["2"], a_b: ["3"], "123": ["4"], class: ["5"], Backend: ["6"] },
      ...{ platform: ["a"], "platform workspaces": ["b"] },
    });
    const [stack] = synthesizeFiles(generateApp(actual, chosen(actual)));
    const { resource } = stack!.files[0]!.content as { resource: Record<string, Record<string, { name: string }>> };
    const names = Object.entries(resource["tfprojects_project"]!).map(([id, { name }]) => [id, name]);
    expect(names.sort()).toEqual([
      ["a-b", "a b"],
      ["a-b-2", "a-b"],
      ["a-b-3", "a_b"],
      ["backend-project", "Backend"],
      ["class", "class"],
      ["platform", "platform"],
      ["platform-workspaces-2", "platform workspaces"],
      ["project-123", "123"],
    ]);
    expect(Object.keys(resource["tfprojects_workspace_membership"]!)).toEqual(
      expect.arrayContaining(["platform-workspaces", "platform-workspaces-2-workspaces"]),
    );
  });

  test("has exclusive memberships of empty projects, but not of the default project", () => {
    const actual = organization({ "Default Project": ["stray"], Empty: [] });
    expect(text(generateApp(actual, actual.projects, { exclusive: true }), "organization.ts")).toContain(`
  "default-project": {
    name: "Default Project",
    deletionPolicy: "retain",
    workspaceNames: ["stray"],
  },
  empty: {
    name: "Empty",
    workspaceNames: [],
    exclusive: true,
  },
`);
  });

  test("has no imports.ts without imports", () => {
    const files = generateApp(EDGE_CASES, chosen(EDGE_CASES), { imports: false });
    expect(files.map(({ path }) => path)).not.toContain("imports.ts");
    expect(text(files, "main.ts")).not.toMatch(/importExisting\b/);
  });

  test("finds a project that was renamed in the code by its imported ID", () => {
    const actual = organization({ "Default Project": [], Platform: ["a"] });
    const files = generateApp(actual, chosen(actual)).map((file) => ({
      ...file,
      content: file.content.replace('name: "Platform"', 'name: "Core"'),
    }));
    expect(makePlan(desired(files), actual).actions).toMatchObject([
      { kind: "update", projectId: "prj-1", before: { name: "Platform" }, after: { name: "Core" } },
    ]);
  });

  test("has an entry for each of 1,000 projects with 5,000 workspaces", () => {
    const actual = organization({
      "Default Project": [],
      ...Object.fromEntries(
        teams(1_000).map((name, home) => [name, Array.from({ length: 5 }, (_, index) => `workspace-${home}-${index}`)]),
      ),
    });
    const table = text(generateApp(actual, chosen(actual)), "organization.ts");
    expect(table.match(/^ {2}"team-\d+": \{$/gm)).toHaveLength(1_000);
    expectAgreement(actual, chosen(actual));
  });
});

describe("an app for cdktn", () => {
  test("has the code of one for cdktf but for what it imports from, for any organization", () => {
    /** With imports in one line each: longer ones have several. */
    const unwrapped = (content: string): string =>
      content.replace(/(^import (?:type )?)\{\n([^}]*),\n\}/gm, (_, start: string, names: string) => {
        return `${start}{ ${names.trim().split(/,\s+/).join(", ")} }`;
      });
    fc.assert(
      fc.property(anyAssigned, fc.boolean(), (actual, imports) => {
        const [cdktf, cdktn] = (["cdktf", "cdktn"] as const).map((framework) =>
          generateApp(actual, chosen(actual), { framework, imports })
            .filter(({ path }) => path.endsWith(".ts"))
            .map(({ path, content }) => ({ path, content: unwrapped(content) })),
        );
        expect(cdktn).toEqual(
          cdktf!.map(({ path, content }) => ({
            path,
            content: content
              .replace(/^(import .* from )"cdktf";$/gm, '$1"cdktn";')
              .replace(/^(import .* from )"tfprojects";$/gm, '$1"tfprojects/cdktn";'),
          })),
        );
      }),
      { numRuns: casesOf(20) },
    );
  });

  test("is deployed with the CLI of cdktn, on a version of Node.js that it supports", () => {
    const files = generateApp(EDGE_CASES, chosen(EDGE_CASES), { framework: "cdktn" });
    expect(JSON.parse(text(files, "package.json"))).toMatchObject({
      scripts: { deploy: "cdktn deploy" },
      engines: { node: ">=22.19.0" },
    });
    expect(text(files, "README.md")).toContain(
      "npx cdktn deploy     # deploy with Terraform; this needs Node.js 22.19 or later\n",
    );
    expect(text(files, "README.md").replace("cdktf.out", "")).not.toContain("cdktf");
    // The CLI of cdktn reads this file, too.
    expect(files.map(({ path }) => path)).toContain("cdktf.json");
  });
});

test.each(["cdktf", "cdktn"] as const)("an app for %s depends on versions that this package supports", (framework) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    text(generateApp(EDGE_CASES, chosen(EDGE_CASES), { framework }), "package.json"),
  );
  const own = jest.requireActual<Record<string, Record<string, string>>>("../../package.json");
  const { tfprojects, constructs, ...peers } = dependencies as Record<string, string>;
  expect(tfprojects).toBe(REQUIREMENT);
  expect(peers).toEqual({ [framework]: own["devDependencies"]![framework] });
  expect(own["peerDependenciesMeta"]).toMatchObject({ [framework]: { optional: true } });
  const needed = jest.requireActual<Record<string, Record<string, string>>>(`${framework}/package.json`);
  expect(constructs).toBe(needed["peerDependencies"]!["constructs"]);
  expect(optionalDependencies).toEqual({ [`${framework}-cli`]: own["devDependencies"]![framework] });
  expect(devDependencies).toEqual({
    tsx: own["devDependencies"]!["tsx"],
    typescript: `~${own["devDependencies"]!["typescript"]!}.0`,
  });
});

test("the package name is valid for any name of an organization", () => {
  const named = (name: string) =>
    JSON.parse(text(generateApp({ ...EDGE_CASES, name }, [project("prj-1", "One")]), "package.json")) as unknown;
  expect(named("Acme_Corp")).toMatchObject({ name: "acme-corp-projects" });
  expect(named("_x")).toMatchObject({ name: "x-projects" });
});

function mapValues<T, R>(object: Readonly<Record<string, T>> = {}, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}

function teams(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Team ${index}`);
}

/** The output of tsc for these apps, with their own settings and all that are stricter than `strict`. */
function compile(apps: Readonly<Record<string, readonly GeneratedFile[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-import-"));
  try {
    for (const [app, files] of Object.entries(apps)) {
      for (const { path, content } of files) {
        mkdirSync(dirname(join(folder, app, path)), { recursive: true });
        writeFileSync(join(folder, app, path), content);
      }
    }
    const settings = Object.values(apps).map((files) => text(files, "tsconfig.json"));
    expect(new Set(settings).size).toBe(1);
    const stricter = {
      extends: `./${Object.keys(apps)[0]!}/tsconfig.json`,
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
      include: Object.keys(apps),
    };
    writeFileSync(join(folder, "strict.json"), JSON.stringify(stricter));
    const { stdout, stderr } = spawnSync(process.execPath, [TSC, "-p", "strict.json"], {
      cwd: folder,
      encoding: "utf8",
    });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
