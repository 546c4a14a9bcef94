import { copyFileSync } from "node:fs";
import type { Fault } from "../../src/emulator";
import { TerraformWorkspace, unwrapped } from "../support/terraform";
import { stageProvider } from "../support/tfprojects-provider";
import { problemsWith, type TerraformDriver, type CommandResult } from "./deployed-workload";
import { FAULT_KINDS, type CaseFault, type FaultKind } from "./fault-kinds";
import type { FaultyOrganization } from "./organization";
import { codeForTerraform } from "./programs";
import { formatDiagnostics } from "./terraform-case";
import type { Workload } from "./workloads";

const LOCK_FILE = ".terraform.lock.hcl";

/**
 * How many requests a fault lasts for that is to last. The provider has its own patience here: what may pass it tries again for seconds and,
 * where it must know what became of a write, for minutes. With so many, calls fail, and looks at lost writes do.
 */
const MANY = 24;
/** A 429 is waited for much longer than any other failure. */
const MANY_429 = 5;

/** Whether cases of this kind are for the real Terraform: not those of answers that come later than limits which are long there. */
export function isForRealTerraform(kind: FaultKind): boolean {
  return !("laterThan" in FAULT_KINDS[kind]);
}

/** The installed Terraform and the provider as it is built, initialised once for any number of cases, also at the same time. */
export class RealTerraform {
  private constructor(readonly initialised: TerraformWorkspace) {}

  static async install(): Promise<RealTerraform> {
    const initialised = new TerraformWorkspace();
    stageProvider(initialised);
    initialised.write("main.tf.json", codeForTerraform({}));
    await initialised.init();
    return new RealTerraform(initialised);
  }

  /**
   * Runs the workload with the fault and again without; gives what was not as it must be.
   *
   * @param fault - Of a kind that {@link isForRealTerraform}.
   * @param onFirst - Told how the faulty run ended, while the organization still has the log of its requests.
   */
  problems(workload: Workload, fault: CaseFault, onFirst?: OnFirst): Promise<readonly string[]> {
    if ("laterThan" in fault) throw new Error(`An answer later than ${fault.laterThan} takes minutes.`);
    const lasting = { ...fault, times: Math.min(fault.times, mostTimes(fault)) };
    const start = (organization: FaultyOrganization): Promise<TerraformDriver> =>
      Promise.resolve(new TerraformProcess(this.initialised, organization));
    return problemsWith(start, workload, lasting, onFirst);
  }

  remove(): void {
    this.initialised.remove();
  }
}

type OnFirst = Parameters<typeof problemsWith>[3];

class TerraformProcess implements TerraformDriver {
  readonly #terraform: TerraformWorkspace;

  constructor(
    initialised: TerraformWorkspace,
    private readonly organization: FaultyOrganization,
  ) {
    this.#terraform = new TerraformWorkspace({ TF_DATA_DIR: initialised.path(".terraform") });
    copyFileSync(initialised.path(LOCK_FILE), this.#terraform.path(LOCK_FILE));
  }

  get state(): ReadonlyMap<string, string> {
    const text = this.#terraform.stateText();
    const { resources = [] } = (text === "" ? {} : JSON.parse(text)) as { resources?: StoredResource[] };
    return new Map(
      resources.flatMap(({ type, name, instances }) =>
        instances.map(({ attributes }) => [`${type}.${name}`, String(attributes["id"])] as const),
      ),
    );
  }

  async apply(resources: Workload["code"]): Promise<CommandResult> {
    this.#terraform.write("main.tf.json", codeForTerraform(resources));
    const ended = await this.#run(["apply", "-auto-approve", "-input=false", "-json"]);
    return { ok: ended.status === 0, text: formatDiagnostics(diagnosticsIn(ended.stdout)) };
  }

  async import(resources: Workload["code"], address: string, id: string): Promise<CommandResult> {
    this.#terraform.write("main.tf.json", codeForTerraform(resources));
    const ended = await this.#run(["import", "-input=false", address, id]);
    return { ok: ended.status === 0, text: framesIn(ended.stderr).join("\n") };
  }

  remove(): void {
    this.#terraform.remove();
  }

  #run(args: readonly string[]): ReturnType<TerraformWorkspace["run"]> {
    const { address, emulator } = this.organization;
    const env = { TFE_ADDRESS: address, TFE_TOKEN: emulator.token, TFE_ORGANIZATION: "acme" };
    return this.#terraform.run(args, { env });
  }
}

interface StoredResource {
  readonly type: string;
  readonly name: string;
  readonly instances: readonly { readonly attributes: Readonly<Record<string, unknown>> }[];
}

/** What the provider takes for an answer, rather than for a failure that may pass, can last as long as it likes; so can what leaves reads alone. */
function mostTimes({ status, method }: Fault): number {
  if (status === 429) return MANY_429;
  const isRefusal = status !== undefined && status >= 400 && status < 500;
  return isRefusal || (method !== undefined && method !== "GET") ? Infinity : MANY;
}

/** The lines of `terraform apply -json` that are diagnostics. */
function diagnosticsIn(output: string): Parameters<typeof formatDiagnostics>[0] {
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap(
      (line) => (JSON.parse(line) as { diagnostic?: Parameters<typeof formatDiagnostics>[0][number] }).diagnostic ?? [],
    );
}

/** Each diagnostic of a command that has no JSON, in one line. */
function framesIn(output: string): readonly string[] {
  return [...output.matchAll(/╷([^╵]*)╵/g)].map(([, frame]) => unwrapped(frame!).trim());
}
