import { resolve } from "node:path";
import { Emulator } from "../src/emulator";
import { TerraformWorkspace } from "../test/support/terraform";
import { memberships, projects, requireProvider } from "./code";
import type { Figure } from "./measured";

const PROVIDER = resolve(__dirname, "../dist/terraform-provider-tfprojects");
const LARGE = 10_000;

interface Case {
  readonly measure: string;
  readonly size: string;
  /** Workspaces of the organization. */
  readonly workspaces: number;
  /** What is applied before. */
  readonly before: string;
  /** What is measured; the same code unless it is set. */
  readonly code?: string;
  readonly commands: readonly (readonly [what: string, ...args: string[]])[];
  readonly baseline?: Figure["baseline"];
}

const PLAN = ["plan", "plan", "-input=false"] as const;
const CASES: readonly Case[] = [
  ...[20, 40].map((count) => ({
    measure: "requests of Terraform",
    size: `${count} projects of 5 workspaces, in an organization of 10,000`,
    workspaces: LARGE,
    before: projects(count) + memberships(count, 5),
    commands: [PLAN],
    baseline: { what: "all pages", value: LARGE / 100 + 2 },
  })),
  {
    measure: "requests of Terraform",
    size: "3 new memberships of 50, in an organization of 10,000",
    workspaces: LARGE,
    before: projects(3),
    code: projects(3) + memberships(3, 50),
    commands: [
      ["plan", "plan", "-input=false", "-out=saved"],
      ["apply of the saved plan", "apply", "-input=false", "saved"],
    ],
    baseline: { what: "all pages", value: LARGE / 100 + 2 },
  },
  ...[0, LARGE].map((workspaces) => ({
    measure: "requests of Terraform",
    size: `100 empty projects, beside ${workspaces.toLocaleString("en-US")} workspaces`,
    workspaces,
    before: projects(100),
    commands: [["destroy", "destroy", "-auto-approve", "-input=false"] as const],
    baseline: { what: "deletions", value: 100 },
  })),
  {
    measure: "requests of Terraform",
    size: "250 projects, 250 memberships, 1,000 workspaces",
    workspaces: 1_000,
    before: projects(250) + memberships(250, 4),
    commands: [
      ["plan", "plan", "-input=false"],
      ["plan, one call at a time", "plan", "-input=false", "-parallelism=1"],
    ],
    baseline: { what: "all pages", value: 14 },
  },
  {
    measure: "moves of Terraform",
    size: "20 memberships hand 100 workspaces to one other",
    workspaces: 100,
    before: projects(21) + memberships(20, 5),
    code: `${projects(21)}
resource "tfprojects_workspace_membership" "all" {
  project_id      = tfprojects_project.it[20].id
  workspace_names = [for i in range(100) : "workspace-\${i}"]
}
${memberships(20, 0)}`,
    commands: [["apply", "apply", "-auto-approve", "-input=false"]],
    baseline: { what: "engine", value: 1 },
  },
];

/** Requests that plans and applies of Terraform take, where lists carry durations. */
export async function requests(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const it of CASES) figures.push(...(await count(it)));
  return figures;
}

async function count({
  measure,
  size,
  workspaces,
  before,
  code,
  commands,
  baseline,
}: Case): Promise<readonly Figure[]> {
  const names = Array.from({ length: workspaces }, (_, index) => `workspace-${index}`);
  const seed = { organizations: [{ name: "acme", workspaces: names }] };
  const emulator = await Emulator.start({ seed });
  const environment = { TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token, TFE_ORGANIZATION: "acme" };
  const terraform = new TerraformWorkspace(environment);
  try {
    requireProvider(terraform, PROVIDER);
    terraform.write("main.tf", before);
    await terraform.init();
    await terraform.succeed(["apply", "-auto-approve", "-input=false"]);
    if (code !== undefined) terraform.write("main.tf", code);
    const figures: Figure[] = [];
    for (const [what, ...args] of commands) {
      emulator.requests.clear();
      await terraform.succeed(args);
      const counted = emulator.requests.entries.filter(
        ({ path }) => !measure.startsWith("moves") || path.endsWith("/relationships/workspaces"),
      );
      figures.push({ measure: `${measure}, ${what}`, size, value: counted.length, unit: "", baseline });
    }
    return figures;
  } finally {
    terraform.remove();
    await emulator.stop();
  }
}
