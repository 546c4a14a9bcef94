import { join, resolve } from "node:path";
import type { EmulatorState } from "../../../src/emulator";
import { FRAMEWORKS, type Framework } from "../../../src/constructs/base/frameworks";
import { isInRange } from "../../../src/doctor/packages-check";
import { findExecutable } from "../../../src/terraform/find-executable";
import { WITHOUT_CDKTF } from "../../support/cdk-cli";
import { codeBlocks, isCommands, type CodeBlock } from "../../support/code-blocks";
import type { Newcomer } from "../../support/newcomer";
import type { Need, Step } from "./scenario";

const ROOT = resolve(__dirname, "../../..");

const unlessOnPath = (program: string): Need =>
  findExecutable(program, process.env) === undefined ? `no ${program} on the PATH` : undefined;

export const TERRAFORM = unlessOnPath("terraform");
export const JQ = unlessOnPath("jq");
/** The CLI of each framework. */
export const CLI: Readonly<Record<Framework, Need>> = {
  cdktf: WITHOUT_CDKTF,
  cdktn: isInRange(process.versions.node, FRAMEWORKS.cdktn.node)
    ? undefined
    : `the CLI of cdktn needs Node.js ${FRAMEWORKS.cdktn.node}`,
};

function findBlock(path: string, begins: string): CodeBlock {
  const found = codeBlocks(path).find((block) => block.text.startsWith(begins));
  if (found === undefined) throw new Error(`${path} has no block that begins with: ${begins}`);
  return found;
}

interface Reading {
  readonly needs?: readonly Need[];
  /** As of {@link ShellOptions}. */
  readonly values?: (newcomer: Newcomer) => Readonly<Record<string, string>>;
  readonly goesOn?: boolean;
  /** What stdout must include. */
  readonly output?: string;
}

/** Runs commands of a document of the repository. */
export function follow(
  file: string,
  begins: string,
  { needs = [], values = () => ({}), goesOn = false, output = "" }: Reading = {},
): Step {
  return {
    title: `${file}: ${begins.trim().replaceAll("\n", ", ")}`,
    needs,
    documented: { file, begins },
    run: async (newcomer) => {
      const { text } = findBlock(join(ROOT, file), begins);
      const { stdout } = await newcomer.shell(text, { values: values(newcomer), goesOn });
      expect(stdout).toContain(output);
    },
  };
}

export function file(path: string, ...parts: readonly string[]): Step {
  return step(path, ({ project }) => void project.write(path, parts.join("")));
}

/** Runs all commands of a document that was generated, in its folder. */
export function followGenerated(file: string, ...needs: readonly Need[]): Step {
  return {
    title: `the commands of the generated ${file}`,
    needs,
    run: async (newcomer) => {
      const blocks = codeBlocks(newcomer.project.path(file)).filter(isCommands);
      expect(blocks).not.toEqual([]);
      for (const { text } of blocks) await newcomer.shell(text);
    },
  };
}

/** Saves a block of a document as a file. */
export function save(file: string, begins: string, as: string, edit = (text: string) => text): Step {
  return {
    title: `${file}: ${as}`,
    run: ({ project }) => void project.write(as, edit(findBlock(join(ROOT, file), begins).text)),
  };
}

/** Runs commands that no document has. */
export function run(script: string, ...needs: readonly Need[]): Step {
  return { title: script, needs, run: async (newcomer) => void (await newcomer.shell(script)) };
}

export function step(title: string, perform: Step["run"], ...needs: readonly Need[]): Step {
  return { title, needs, run: perform };
}

/** What every command that reaches the service needs. */
export const ENVIRONMENT = run("export TFE_ORGANIZATION=… TFE_TOKEN=…");
/** Has the shell find `tfprojects` alone, as if it was installed globally. */
export const ON_PATH = run('export PATH="$PWD/node_modules/.bin:$PATH"');

/** An organization to import. */
export const EXISTING = {
  organizations: [
    {
      name: "acme",
      projects: [
        { name: "Platform", description: "Shared", tags: { team: "platform" }, workspaces: ["network-prod"] },
        { name: "Sandbox", autoDestroyActivityDuration: "3d", workspaces: ["playground"] },
      ],
      workspaces: ["stray"],
    },
  ],
};

/** Asserts which workspaces each project has. */
export function isWorld(world: Readonly<Record<string, readonly string[]>>, ...needs: readonly Need[]): Step {
  return step("the organization is what the code says", ({ acme }) => expect(acme.world).toEqual(world), ...needs);
}

export const tokenIsNowhere = step("the token is in no file", async (newcomer) => {
  const { token } = newcomer.acme.emulator;
  await newcomer.shell(`! grep -rlF --exclude-dir=node_modules -e '${token}' .`);
});

/** What an import must not change. */
export function unchanged(...needs: readonly Need[]): { readonly before: Step; readonly after: Step } {
  let state: EmulatorState;
  return {
    before: step("an organization that exists", ({ acme }) => void (state = acme.emulator.state())),
    after: step("the organization is unchanged", ({ acme }) => expect(acme.emulator.state()).toEqual(state), ...needs),
  };
}

/** A run whose task has the given result: after `failed`, its stage awaits an override. */
export function startRun({ acme }: Newcomer, workspace: string, status: "passed" | "failed") {
  const { emulator } = acme;
  const started = emulator.runs.start({
    workspaceId: emulator.workspaces.find("acme", workspace)?.id ?? acme.addWorkspace(workspace),
    tasks: [{ name: "review", stage: "post_plan", enforcementLevel: "mandatory" }],
    overridable: true,
  });
  const [stage] = started.taskStages;
  emulator.runs.reportResult(stage!.taskResults[0]!.id, { status, message: "Reviewed." });
  return { run: started.id, stage: stage!.id };
}
