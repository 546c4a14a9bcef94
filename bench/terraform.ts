import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Emulator } from "../src/emulator";
import { OWN_PROVIDER } from "../test/support/built-executables";
import { inheritedEnvironment, terraformExecutable, TerraformWorkspace } from "../test/support/terraform";
import { memberships, projects, requireProvider } from "./code";
import { median, type Figure } from "./measured";

export const SCRIPT = resolve(__dirname, "../dist/terraform-provider-tfprojects");

interface Cost {
  /** Of Terraform and what it launches, user and system. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

interface Command {
  readonly name: string;
  readonly args: readonly string[];
}

const PLAN = { name: "plan", args: ["plan", "-input=false"] };
export const APPLY = { name: "apply", args: ["apply", "-auto-approve", "-input=false"] };
const DESTROY = { name: "destroy", args: ["destroy", "-auto-approve", "-input=false"] };

/**
 * What Terraform's commands cost with the provider, as a script and, where `npm run package:provider` was run, as an
 * executable, beside as many `terraform_data`, which need no provider: with the same references, since evaluating them
 * is most of what Terraform itself does for many resources. Runs of the three alternate.
 */
export async function terraform(): Promise<readonly Figure[]> {
  const providers = [
    { name: "script", path: SCRIPT },
    ...(existsSync(OWN_PROVIDER) ? [{ name: "executable", path: OWN_PROVIDER }] : []),
  ];
  const few = { size: "3 projects, 6 workspaces", code: projects(3) + memberships(3, 2), data: data(6) };
  const hundred = { size: "100 projects", code: projects(100), data: data(100) };
  const thousand = {
    size: "1,000 projects, 1,000 memberships",
    code: projects(1_000) + memberships(1_000, 1),
    data: data(1_000) + referring(1_000),
  };
  return [
    ...(await compare({ ...few, providers, rounds: 11, commands: [PLAN], of: "wallSeconds" })),
    ...(await compare({ ...hundred, providers, rounds: 5, commands: [APPLY, PLAN, DESTROY], of: "cpuSeconds" })),
    ...(await compare({ ...thousand, providers, rounds: 2, commands: [PLAN], of: "cpuSeconds" })),
  ];
}

interface Comparison {
  readonly size: string;
  readonly code: string;
  readonly data: string;
  readonly providers: readonly { readonly name: string; readonly path: string }[];
  readonly rounds: number;
  /** In order; without an apply among them, the code is applied before. */
  readonly commands: readonly Command[];
  readonly of: keyof Cost;
}

async function compare({ size, code, data, providers, rounds, commands, of }: Comparison): Promise<readonly Figure[]> {
  const subjects = [
    ...providers.map(({ name, path }) => ({ name, code, provider: path })),
    { name: "", code: data, provider: undefined },
  ];
  const costs = new Map<string, number[]>();
  const deployments = await Promise.all(
    subjects.map(async (subject) => ({ subject, it: await Deployed.start(subject) })),
  );
  try {
    if (!commands.includes(APPLY)) for (const { it } of deployments) await it.run(APPLY);
    for (let round = 0; round < rounds; round += 1) {
      for (const command of commands) {
        for (const { subject, it } of deployments) {
          const key = `${command.name} ${subject.name}`;
          costs.set(key, [...(costs.get(key) ?? []), (await it.run(command))[of]]);
        }
      }
    }
  } finally {
    for (const { it } of deployments) await it.stop();
  }
  return commands.flatMap((command) =>
    providers.map(({ name }) => ({
      measure: `terraform ${command.name}, provider as ${name === "script" ? "a script" : "an executable"}`,
      size,
      value: median(costs.get(`${command.name} ${name}`) ?? []),
      unit: of === "cpuSeconds" ? "CPU s" : "s",
      baseline: { what: "terraform_data", value: median(costs.get(`${command.name} `) ?? []) },
    })),
  );
}

/** Code in a folder with an organization of its own, which has workspaces in its default project. */
export class Deployed {
  private constructor(
    private readonly workspace: TerraformWorkspace,
    private readonly emulator: Emulator,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async start({
    code,
    provider,
    workspaces = 1_000,
  }: {
    readonly code: string;
    readonly provider: string | undefined;
    readonly workspaces?: number;
  }): Promise<Deployed> {
    const names = workspaceNames(workspaces);
    const seed = { organizations: [{ name: "acme", workspaces: names }] };
    const emulator = await Emulator.start({ seed });
    const env = { TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token, TFE_ORGANIZATION: "acme" };
    const workspace = new TerraformWorkspace(env);
    if (provider !== undefined) requireProvider(workspace, provider);
    workspace.write("main.tf", code);
    await workspace.init();
    return new Deployed(workspace, emulator, env);
  }

  write(code: string): void {
    this.workspace.write("main.tf", code);
  }

  /** @throws Error when the command fails */
  async run({ args }: Command): Promise<Cost> {
    const times = this.workspace.path("times");
    const script = 'TIMEFORMAT="%R %U %S"; { time "$@" >output 2>&1; } 2>times';
    const child = spawn("bash", ["-c", script, "bash", terraformExecutable ?? "terraform", ...args], {
      cwd: this.workspace.folder,
      env: { ...inheritedEnvironment(), CHECKPOINT_DISABLE: "1", ...this.env },
      stdio: "ignore",
    });
    const status = await new Promise((resolveStatus) => child.once("close", resolveStatus));
    if (status !== 0) throw new Error(readFileSync(this.workspace.path("output"), "utf8"));
    const [wall = NaN, user = NaN, system = NaN] = readFileSync(times, "utf8").split(" ").map(Number);
    return { wallSeconds: wall, cpuSeconds: user + system };
  }

  async stop(): Promise<void> {
    this.workspace.remove();
    await this.emulator.stop();
  }
}

/** `workspace-0` and so on. */
export function workspaceNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `workspace-${index}`);
}

/** As the code of memberships refers to projects. */
function referring(count: number): string {
  return `
resource "terraform_data" "referring" {
  count = ${count}
  input = {
    project_id      = terraform_data.it[count.index].id
    workspace_names = [for i in range(1) : "workspace-\${count.index + i}"]
  }
}
`;
}

function data(count: number): string {
  return `resource "terraform_data" "it" {\n  count = ${count}\n  input = "Project \${count.index}"\n}\n`;
}
