import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { waitForExit, type ProcessResult } from "../cli/command-line";
import { evaluate, interpolate, type Context } from "./expression";

const EXAMPLES = resolve(__dirname, "../../examples");

export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | boolean>>;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly defaults?: { readonly run: { readonly "working-directory": string } };
  readonly outputs?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: string | { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly jobs: Readonly<Record<string, Job>>;
}

/** An action of several steps. */
export interface CompositeAction {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

function readExample(path: string): unknown {
  return parse(readFileSync(join(EXAMPLES, path), "utf8"));
}

export function readWorkflow(path: string): Workflow {
  return readExample(path) as Workflow;
}

export const SETUP = readExample("setup-tfprojects/action.yml") as CompositeAction;

/** What an event and the repository's settings give to a workflow. */
export interface Event {
  readonly github: Context;
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Of the environment `tfprojects`; these take precedence. */
  readonly environmentSecrets?: Readonly<Record<string, string>>;
}

export interface JobResult {
  readonly result: "success" | "failure" | "skipped";
  readonly outputs: Readonly<Record<string, string>>;
  /** What the steps printed. */
  readonly log: string;
  readonly summary: string;
}

/**
 * Runs the steps of workflows as GitHub does, each job in a fresh copy of the repository. Actions of others are
 * replaced: checkout copies the repository, artifacts are folders, and setup-node only notes its inputs.
 */
export class Runner {
  readonly folder = mkdtempSync(join(tmpdir(), "tfprojects-workflow-"));
  /** The inputs of setup-node, by its calls. */
  readonly nodeSetups: Readonly<Record<string, string>>[] = [];

  /**
   * @param repository - Folder that checkout copies.
   * @param env - Of every step, PATH included.
   */
  constructor(
    private readonly repository: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** Where an artifact is. */
  artifact(name: string): string {
    return join(this.folder, "artifacts", name);
  }

  /** Runs the jobs of a workflow in the order in which they are written. */
  async run(workflow: Workflow, event: Event): Promise<Readonly<Record<string, JobResult>>> {
    const results: Record<string, JobResult> = {};
    for (const [name, job] of Object.entries(workflow.jobs))
      results[name] = await this.#runJob(name, job, event, results);
    return results;
  }

  async #runJob(name: string, job: Job, event: Event, needs: Readonly<Record<string, JobResult>>): Promise<JobResult> {
    const needed = job.needs === undefined ? [] : [needs[job.needs]!];
    const context: Context = {
      github: event.github,
      vars: event.vars,
      secrets: { ...event.secrets, ...(job.environment === undefined ? {} : event.environmentSecrets) },
      needs,
    };
    const isReady = needed.every(({ result }) => result === "success");
    if (!isChosen(job.if, context, isReady)) return { result: "skipped", outputs: {}, log: "", summary: "" };
    const run = new JobRun(
      this,
      join(this.folder, `${name}-${Math.random().toString(36).slice(2)}`),
      this.repository,
      this.env,
    );
    return run.steps(job, context);
  }
}

/** Without a function of its own, a condition also requires that all went well before. */
function isChosen(condition: string | undefined, context: Context, succeeded: boolean): boolean {
  if (condition === undefined) return succeeded;
  const expression = condition.replace(/^\$\{\{(.*)\}\}$/s, "$1");
  const isMet = evaluate(expression, context, { cancelled: false }) === true;
  return isMet && (succeeded || /\b(cancelled|always|failure)\(\)/.test(expression));
}

class JobRun {
  readonly #workspace: string;
  readonly #temp: string;
  #log = "";
  /** Written to GITHUB_ENV. */
  #env: Readonly<Record<string, string>> = {};

  constructor(
    private readonly runner: Runner,
    folder: string,
    private readonly repository: string,
    private readonly baseEnv: Readonly<Record<string, string>>,
  ) {
    this.#workspace = join(folder, "work");
    this.#temp = join(folder, "temp");
    for (const path of [this.#workspace, this.#temp]) mkdirSync(path, { recursive: true });
  }

  async steps(job: Job, outer: Context): Promise<JobResult> {
    const context = { ...outer, runner: { temp: this.#temp } };
    const env = mapValues(job.env ?? {}, (value) => interpolate(value, context, {}));
    const folder = interpolate(job.defaults?.run["working-directory"] ?? ".", context, {});
    const { succeeded, steps } = await this.#run(job.steps, context, env, folder);
    const outputs = mapValues(job.outputs ?? {}, (value) => interpolate(value, { ...context, steps }, {}));
    const summary = existsSync(this.#file("summary")) ? readFileSync(this.#file("summary"), "utf8") : "";
    return { result: succeeded ? "success" : "failure", outputs, log: this.#log, summary };
  }

  async #run(
    list: readonly Step[],
    outer: Context,
    env: Readonly<Record<string, string>>,
    folder: string,
  ): Promise<{ readonly succeeded: boolean; readonly steps: Record<string, { outputs: Record<string, string> }> }> {
    const steps: Record<string, { outputs: Record<string, string> }> = {};
    let succeeded = true;
    for (const step of list) {
      const context = { ...outer, steps };
      if (!isChosen(step.if, context, succeeded)) continue;
      const { ok, outputs } = await (step.uses === undefined
        ? this.#script(step, context, env, folder)
        : this.#action(step.uses, step, context, env));
      if (step.id !== undefined) steps[step.id] = { outputs };
      if (!ok) succeeded = false;
    }
    return { succeeded, steps };
  }

  async #script(
    step: Step,
    context: Context,
    env: Readonly<Record<string, string>>,
    folder: string,
  ): Promise<{ readonly ok: boolean; readonly outputs: Record<string, string> }> {
    const own = mapValues(step.env ?? {}, (value) => interpolate(value, context, {}));
    const directory = interpolate(step["working-directory"] ?? folder, context, {});
    writeFileSync(this.#file("output"), "");
    writeFileSync(this.#file("env"), "");
    // Where a shell is named, GitHub adds pipefail.
    const options = step.shell === "bash" ? ["--noprofile", "--norc", "-eo", "pipefail"] : ["-e"];
    const child = spawn("bash", [...options, "-c", interpolate(step.run!, context, {})], {
      cwd: resolve(this.#workspace, directory),
      env: {
        ...this.baseEnv,
        GITHUB_WORKSPACE: this.#workspace,
        GITHUB_OUTPUT: this.#file("output"),
        GITHUB_ENV: this.#file("env"),
        GITHUB_STEP_SUMMARY: this.#file("summary"),
        RUNNER_TEMP: this.#temp,
        ...this.#env,
        ...env,
        ...own,
      },
    });
    child.stdin.end();
    const result: ProcessResult = await waitForExit(child);
    this.#log += `# ${step.name ?? ""}\n${result.stdout}${result.stderr}`;
    this.#env = { ...this.#env, ...readPairs(this.#file("env")) };
    return { ok: result.status === 0, outputs: readPairs(this.#file("output")) };
  }

  async #action(
    uses: string,
    step: Step,
    context: Context,
    env: Readonly<Record<string, string>>,
  ): Promise<{ readonly ok: boolean; readonly outputs: Record<string, string> }> {
    const inputs = mapValues(step.with ?? {}, (value) => interpolate(String(value), context, {}));
    const done = { ok: true, outputs: {} };
    const [action = ""] = uses.split("@");
    switch (action) {
      case "actions/checkout":
        cpSync(this.repository, this.#workspace, { recursive: true, verbatimSymlinks: true });
        return done;
      case "actions/setup-node":
        this.runner.nodeSetups.push(inputs);
        return done;
      case "actions/upload-artifact":
        rmSync(this.runner.artifact(inputs["name"]!), { recursive: true, force: true });
        cpSync(inputs["path"]!, this.runner.artifact(inputs["name"]!), { recursive: true });
        return done;
      case "actions/download-artifact":
        cpSync(this.runner.artifact(inputs["name"]!), inputs["path"]!, { recursive: true });
        return done;
      case "./.github/actions/setup-tfprojects": {
        const defaults = mapValues(SETUP.inputs, (input) => input.default ?? "");
        const own = { github: context["github"], inputs: { ...defaults, ...inputs } };
        // Steps of an action do not get the environment of the job's other steps, but that of the job.
        const { succeeded, steps } = await this.#run(SETUP.runs.steps, own, env, ".");
        const outputs = mapValues(SETUP.outputs, ({ value }) => interpolate(value, { ...own, steps }, {}));
        return { ok: succeeded, outputs };
      }
      default:
        throw new Error(`The action ${uses} has no replacement.`);
    }
  }

  #file(name: string): string {
    return join(this.#temp, `..`, name);
  }
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

function readPairs(path: string): Record<string, string> {
  return Object.fromEntries(
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line) => {
        const at = line.indexOf("=");
        return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
      }),
  );
}
