import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InProcessTerraform } from "../in-process-terraform";
import type { Configuration, Moved } from "../in-process-terraform";
import { recordingProvider } from "../plugin/recording-provider/provider";
import { AttachedProvider } from "./attached-provider";
import { TerraformWorkspace } from "./terraform";
import { terraformJson } from "./terraform-json";

const SOURCE = "terraform.local/test/recording";

export type Resources = Configuration["resources"];

/**
 * Real Terraform and the one in process, each with the recording provider and a folder of its own, asked for the same.
 */
export class BothTerraforms {
  readonly #calls: string[][] = [];
  readonly #inProcess = new InProcessTerraform(() => recordingProvider, {
    parallelism: 1,
    onCall: ({ rpc, address, launch }) =>
      void (this.#calls[launch - 1] ??= []).push(address === undefined ? rpc : `${rpc} ${typeOf(address)}`),
  });
  readonly #folder = mkdtempSync(join(tmpdir(), "recording-world-"));
  #resources: Resources = {};
  #moved: readonly Moved[] = [];

  private constructor(
    readonly real: TerraformWorkspace,
    /** The calls of each launch that was made since it was called last. */
    private readonly takeLaunches: () => string[][],
    private readonly attached?: AttachedProvider,
  ) {}

  /** The real Terraform connects to the provider in this process. */
  static async start(): Promise<BothTerraforms> {
    const launches: string[][] = [];
    const attached = await AttachedProvider.start(recordingProvider, SOURCE, () => {
      const calls: string[] = [];
      launches.push(calls);
      return (line) => calls.push(...callIn(line));
    });
    // Before Terraform makes calls over a connection, it looks with one that it closes at once whether there is a
    // provider.
    const takeLaunches = () => launches.splice(0).filter((calls) => calls.length > 0);
    return new BothTerraforms(new TerraformWorkspace({}, attached), takeLaunches, attached).#initialise();
  }

  /** The real Terraform launches the provider. @param executable the recording provider's */
  static async startLaunched(executable: string): Promise<BothTerraforms> {
    const log = "provider.log";
    const real = new TerraformWorkspace({ TF_LOG_PROVIDER: "trace", TF_LOG_PATH: log });
    real.stageProvider(executable, SOURCE, "1.0.0");
    const takeLaunches = () => {
      const launches = callsIn(readFileSync(real.path(log), "utf8"));
      rmSync(real.path(log));
      return launches;
    };
    return new BothTerraforms(real, takeLaunches).#initialise();
  }

  async #initialise(): Promise<this> {
    await this.configure({}).real.init();
    this.takeLaunches();
    return this;
  }

  async remove(): Promise<void> {
    this.real.remove();
    rmSync(this.#folder, { recursive: true, force: true });
    await this.attached?.stop();
  }

  configure(resources: Resources, moved: readonly Moved[] = []): this {
    this.#resources = resources;
    this.#moved = moved;
    const terraform = { required_providers: { recording: { source: SOURCE } } };
    const provider = { recording: { folder: this.real.path("world") } };
    const code = { terraform, provider, moved, ...terraformJson({ resources }) };
    this.real.write("main.tf.json", JSON.stringify(code));
    return this;
  }

  /** Someone else's change, in both worlds. */
  outside(change: (folder: string) => void): this {
    change(this.#folder);
    change(this.real.path("world"));
    return this;
  }

  /**
   * Has both do it, and expects the same calls in each launch, in the same order, the same state and the same world
   * afterwards. Gives whether the command succeeded.
   */
  async expectSame(name: string, ...rest: string[]): Promise<boolean> {
    const unattended = ["apply", "destroy"].includes(name) ? ["-auto-approve"] : [];
    const walking = name === "validate" ? [] : ["-input=false", ...unattended];
    const parallelism = ["plan", "apply", "destroy"].includes(name) ? ["-parallelism=1"] : [];
    const ended = await this.real.run([name, ...parallelism, ...walking, ...rest]);
    const earlier = this.#calls.length;
    const ok = await this.#inProcessCommand(name, rest);
    expect({ ok, calls: this.#calls.slice(earlier).map(inOrder) }).toEqual({
      ok: ended.status === 0,
      calls: this.takeLaunches().map(inOrder),
    });
    expect(this.#stateInProcess()).toEqual(this.#stateOfReal());
    expect(worldIn(this.#folder)).toEqual(worldIn(this.real.path("world")));
    return ok;
  }

  async #inProcessCommand(name: string, rest: readonly string[]): Promise<boolean> {
    const configuration = { provider: { folder: this.#folder }, resources: this.#resources, moved: this.#moved };
    const options = {
      refresh: !rest.includes("-refresh=false"),
      replace: rest.flatMap((option) => (option.startsWith("-replace=") ? [option.slice("-replace=".length)] : [])),
    };
    if (name === "plan") return (await this.#inProcess.plan(configuration, options)).ok;
    if (name === "validate") return (await this.#inProcess.validate(configuration)).ok;
    if (name === "destroy") return (await this.#inProcess.destroy(configuration, options)).ok;
    if (name === "import") return (await this.#inProcess.import(configuration, rest[0]!, rest[1]!)).ok;
    const mode = rest.includes("-refresh-only") ? "refresh-only" : "normal";
    return (await this.#inProcess.apply(configuration, { ...options, mode })).ok;
  }

  #stateInProcess(): object {
    return Object.fromEntries(
      [...this.#inProcess.state].map(([address, { values, isTainted, dependencies }]) => [
        address,
        { values, isTainted, dependencies: [...dependencies].sort() },
      ]),
    );
  }

  #stateOfReal(): object {
    const text = this.real.stateText();
    if (text === "") return {};
    const { resources } = JSON.parse(text) as { resources: RealResource[] };
    const managed = resources.filter(({ mode }) => mode === "managed");
    return Object.fromEntries(
      managed.map(({ type, name, instances: [instance] }) => [
        `${type}.${name}`,
        {
          values: instance!.attributes,
          isTainted: instance!.status === "tainted",
          dependencies: (instance!.dependencies ?? []).filter((address) => !address.startsWith("data.")),
        },
      ]),
    );
  }
}

interface RealResource {
  mode: string;
  type: string;
  name: string;
  instances: { attributes: object; status?: string; dependencies?: string[] }[];
}

function typeOf(address: string): string {
  return address.replace("data.", "").split(".")[0]!;
}

/** The call that a line of a provider's log tells of. */
function callIn(line: string): string[] {
  const entry = JSON.parse(line) as { "@message": string; rpc: string; type?: string };
  if (entry["@message"] !== "Received call") return [];
  return [entry.type === undefined ? entry.rpc : `${entry.rpc} ${entry.type}`];
}

/** Launches, each with its calls, out of Terraform's log. */
function callsIn(log: string): string[][] {
  const launches: string[][] = [];
  for (const line of log.split("\n")) {
    if (line.includes("starting plugin:")) launches.push([]);
    if (!line.includes("Received call")) continue;
    const [rpc, type] = [/\brpc=(\w+)/.exec(line)![1]!, /\btype=(\w+)/.exec(line)?.[1]];
    launches.at(-1)!.push(type === undefined ? rpc : `${rpc} ${type}`);
  }
  return launches;
}

/**
 * While nothing is applied Terraform promises no order of objects that are independent: they are told one after the
 * other.
 */
function inOrder(launch: readonly string[]): readonly string[] {
  if (launch.some((call) => call.startsWith("Apply"))) return launch;
  const objectOf = (call: string): string => call.split(" ")[1] ?? "";
  return [...launch].sort((one, other) => objectOf(one).localeCompare(objectOf(other)));
}

function worldIn(folder: string): object {
  try {
    return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  } catch {
    return {};
  }
}
