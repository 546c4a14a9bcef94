import { App, Aspects, TerraformElement, TerraformResource, TerraformStack, Token } from "cdktf";
import type { TerraformMetaArguments } from "cdktf";
import type { Construct } from "constructs";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Project, TfprojectsProvider, WorkspaceMembership } from "../../../src";
import { twoOwnersIn } from "../../../src/constructs/validation/two-owners";
import { bundleProvider } from "../../../src/constructs/provider-bundle/bundle-synthesizer";

interface WorkspaceConfig extends TerraformMetaArguments {
  readonly name: string;
  readonly organization?: string;
  readonly projectId?: string;
}

/** As the class `Workspace` of `@cdktf/provider-tfe` writes it. */
class Workspace extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    private readonly config: WorkspaceConfig,
  ) {
    super(scope, id, { terraformResourceType: "tfe_workspace", ...config });
  }

  get id(): string {
    return this.getStringAttribute("id");
  }

  get name(): string {
    return this.getStringAttribute("name");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const { name, organization, projectId } = this.config;
    return { name, organization, project_id: projectId };
  }
}

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The warnings of a stack with two projects, as the cdktf CLI shows them. */
function warnings(
  build: (stack: TerraformStack, projects: { readonly a: string; readonly b: string }) => void,
  { hcl = false } = {},
): readonly string[] {
  writeFileSync(join(folder, "executable"), "the provider");
  const app = new App({ outdir: join(folder, "out"), hclOutput: hcl });
  const stack = new TerraformStack(app, "stack");
  bundleProvider(stack, { script: join(folder, "executable"), system: "linux" });
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  const [a, b] = ["a", "b"].map((id) => new Project(stack, id, { name: `Project ${id}` }).id);
  build(stack, { a: a!, b: b! });
  app.synth();
  return app.manifest.forStack(stack).annotations.map(({ constructPath, message }) => `[${constructPath}] ${message}`);
}

const BOTH =
  /^\[stack\/members\] Two owners: stack\/members and stack\/api both set the project of the same workspace.* ignoreChanges: \["project_id"\]/;

describe("a tfe_workspace with another project than the membership that has its workspace", () => {
  test.each<[string, (stack: TerraformStack, projectId: string) => object]>([
    ["by the same name", () => ({ workspaceNames: ["API"] })],
    ["by a reference to its ID", (stack, b) => ({ workspaceIds: [api(stack, b).id] })],
    ["by a reference to its name", (stack, b) => ({ workspaceNames: [api(stack, b).name] })],
    [
      "by an expression with its ID",
      (stack, b) => ({ workspaceIds: Token.asList(`\${[for it in [${addressOf(api(stack, b))}] : it.id]}`) }),
    ],
  ])("is a warning %s", (_, members) => {
    const found = warnings((stack, { a, b }) => {
      const config = members(stack, b);
      if (stack.node.tryFindChild("api") === undefined) api(stack, b);
      new WorkspaceMembership(stack, "members", { projectId: a, ...config });
    });
    expect(found).toEqual([expect.stringMatching(BOTH)]);
  });

  test("is a warning of the stack in HCL", () => {
    const found = warnings(
      (stack, { a, b }) => {
        api(stack, b);
        new WorkspaceMembership(stack, "members", { projectId: a, workspaceNames: ["api"] });
      },
      { hcl: true },
    );
    expect(found).toEqual([expect.stringMatching(BOTH)]);
  });

  test("is found if the project, the resource or the line is an escape hatch", () => {
    const found = warnings((stack, { a, b }) => {
      new Workspace(stack, "api", { name: "api" }).addOverride("project_id", b);
      new Workspace(stack, "web", { name: "web", projectId: b }).addOverride("lifecycle.ignore_changes", [
        "project_id",
      ]);
      stack.addOverride("resource.tfe_workspace.raw", { name: "raw", project_id: "prj-1" });
      new WorkspaceMembership(stack, "members", { projectId: a, workspaceNames: ["api", "web", "raw"] });
    });
    expect(found).toEqual([
      expect.stringMatching(
        /^\[stack\/members\] Two owners: stack\/members and stack\/api, tfe_workspace\.raw both set the project of/,
      ),
    ]);
  });

  test("is no warning with the line, also if an aspect adds it", () => {
    const found = warnings((stack, { a, b }) => {
      new Workspace(stack, "api", { name: "api", projectId: b, lifecycle: { ignoreChanges: ["project_id"] } });
      new Workspace(stack, "web", { name: "web", projectId: b, lifecycle: { ignoreChanges: "all" } });
      new Workspace(stack, "db", { name: "db", projectId: b });
      new WorkspaceMembership(stack, "members", { projectId: a, workspaceNames: ["api", "web", "db"] });
      Aspects.of(stack).add({
        visit: (it) => {
          const isWorkspace = TerraformElement.isTerraformElement(it) && it instanceof Workspace;
          if (isWorkspace && it.node.id === "db") it.addOverride("lifecycle.ignore_changes", ["project_id"]);
        },
      });
    });
    expect(found).toEqual([]);
  });

  test.each<[string, WorkspaceConfig]>([
    ["without a project", { name: "api" }],
    ["of another name", { name: "other", projectId: "prj-1" }],
    ["of another organization", { name: "api", projectId: "prj-1", organization: "other" }],
  ])("is no warning %s", (_, config) => {
    const found = warnings((stack, { a }) => {
      new Workspace(stack, "api", config);
      new WorkspaceMembership(stack, "members", { projectId: a, workspaceNames: ["api"] });
    });
    expect(found).toEqual([]);
  });

  test("is no warning if the providers have different organizations or services", () => {
    for (const provider of [{ organization: "other" }, { hostname: "tfe.example.com" }]) {
      const found = warnings((stack, { a, b }) => {
        api(stack, b);
        stack.addOverride("provider.tfe", [provider]);
        const own = stack.node.findChild("tfprojects");
        if (TerraformElement.isTerraformElement(own)) own.addOverride("address", "https://app.terraform.io");
        new WorkspaceMembership(stack, "members", { projectId: a, workspaceNames: ["api"] });
      });
      expect(found).toEqual([]);
    }
  });

  test("is no warning if both set the same project", () => {
    const found = warnings((stack, { a }) => {
      api(stack, a);
      new WorkspaceMembership(stack, "members", { projectId: a, workspaceNames: ["api"], exclusive: true });
    });
    expect(found).toEqual([]);
  });
});

describe("a tfe_workspace with the project of an exclusive membership that does not have its workspace", () => {
  test("is a warning", () => {
    const found = warnings((stack, { a }) => {
      api(stack, a);
      new WorkspaceMembership(stack, "members", { projectId: a, workspaceNames: ["web"], exclusive: true });
    });
    expect(found).toEqual([
      expect.stringMatching(/^\[stack\/members\] Two owners: stack\/api puts its workspace into the project of stack/),
    ]);
  });

  test.each<[string, object]>([
    ["the membership is not exclusive", { workspaceNames: ["web"] }],
    ["it may have the workspace by an ID", { workspaceNames: ["web"], workspaceIds: ["ws-1"], exclusive: true }],
    ["it may have the workspace by an expression", { workspaceNames: ["${var.name}"], exclusive: true }],
  ])("is no warning if %s", (_, config) => {
    const found = warnings((stack, { a }) => {
      api(stack, a);
      new WorkspaceMembership(stack, "members", { projectId: a, ...config });
    });
    expect(found).toEqual([]);
  });

  test("is one warning if another membership has the workspace: of that one", () => {
    const found = warnings((stack, { a, b }) => {
      api(stack, a);
      new WorkspaceMembership(stack, "exclusive", { projectId: a, workspaceNames: ["web"], exclusive: true });
      new WorkspaceMembership(stack, "members", { projectId: b, workspaceNames: ["api"] });
    });
    expect(found).toEqual([expect.stringMatching(BOTH)]);
  });
});

function addressOf({ terraformResourceType, friendlyUniqueId }: TerraformResource): string {
  return `${terraformResourceType}.${friendlyUniqueId}`;
}

function api(stack: TerraformStack, projectId: string): Workspace {
  return new Workspace(stack, "api", { name: "api", projectId });
}

test("compares each workspace with each membership a few times, also with exclusive memberships", () => {
  const COUNT = 40;
  let looks = 0;
  const numbered = (body: (index: number) => object): object =>
    Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [`b${index}`, body(index)]));
  const counting = (body: object): object =>
    new Proxy(body, {
      get: (target, member) => {
        if (member === "name") looks += 1;
        return Reflect.get(target, member) as unknown;
      },
    });
  const memberships = numbered((index) => ({ project_id: "prj-a", workspace_names: [`w${index}`], exclusive: true }));
  const workspaces = numbered((index) => counting({ project_id: "prj-a", name: `w${index}` }));
  twoOwnersIn({ resource: { tfprojects_workspace_membership: memberships, tfe_workspace: workspaces } });
  expect(looks).toBeLessThan(10 * COUNT * COUNT);
});
