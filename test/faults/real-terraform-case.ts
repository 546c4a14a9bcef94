import { copyFileSync, existsSync } from "node:fs";
import type { Fault } from "../../src/emulator";
import type { AttachedProvider } from "../support/attached-provider";
import { TerraformWorkspace, unwrapped } from "../support/terraform";
import { stageProvider } from "../support/tfprojects-provider";
import { problemsWith, type TerraformDriver, type CommandResult } from "./deployed-workload";
import { FAULT_KINDS, type CaseFault, type FaultKind } from "./fault-kinds";
import type { ServiceOptions } from "./matrix";
import type { FaultyOrganization } from "./organization";
import { codeForTerraform } from "./programs";
import { formatDiagnostics } from "./terraform-case";
import type { Workload } from "./workloads";

const LOCK_FILE = ".terraform.lock.hcl";

/**
 * How many requests a permanent fault affects. The provider uses its normal limits here: it retries transient failures
 * for seconds, and the verification of a write for minutes. This many make calls and verifications fail.
 */
const MANY = 24;
/** A 429 delays requests much longer than any other failure. */
const MANY_429 = 5;

/** Whether the real Terraform runs cases of this kind: not late responses, since its limits are long. */
export function isForRealTerraform(kind: FaultKind): boolean {
  return !("laterThan" in FAULT_KINDS[kind]);
}

/** The installed Terraform, initialized once for any number of cases. */
export class RealTerraform {
  private constructor(
    readonly initialized: TerraformWorkspace,
    private readonly attached: AttachedProvider | undefined,
  ) {}

  /**
   * @param attached - The provider to which Terraform connects, for one case at a time; otherwise it launches the one
   *   as it is built, for any number of concurrent cases.
   */
  static async install(attached?: AttachedProvider): Promise<RealTerraform> {
    const initialized = new TerraformWorkspace({}, attached);
    if (attached === undefined) stageProvider(initialized);
    initialized.write("main.tf.json", codeForTerraform({}));
    await initialized.init();
    return new RealTerraform(initialized, attached);
  }

  /**
   * Runs the workload with the fault, and again without. Returns what was wrong.
   *
   * @param fault - Of a kind for which {@link isForRealTerraform} holds.
   * @param onFirst - Called with the result of the faulty run, before the log of requests is cleared.
   */
  problems(
    workload: Workload,
    fault: CaseFault,
    service: ServiceOptions = {},
    onFirst?: OnFirst,
  ): Promise<readonly string[]> {
    if ("laterThan" in fault) throw new Error(`A response later than ${fault.laterThan} takes minutes.`);
    const limited = { ...fault, times: Math.min(fault.times, mostTimes(fault)) };
    const start = (organization: FaultyOrganization): Promise<TerraformDriver> =>
      Promise.resolve(new TerraformProcess(this.initialized, organization, this.attached));
    return problemsWith(start, workload, limited, service, onFirst);
  }

  remove(): void {
    this.initialized.remove();
  }
}

type OnFirst = Parameters<typeof problemsWith>[4];

class TerraformProcess implements TerraformDriver {
  readonly #terraform: TerraformWorkspace;

  constructor(
    initialized: TerraformWorkspace,
    private readonly organization: FaultyOrganization,
    attached: AttachedProvider | undefined,
  ) {
    this.#terraform = new TerraformWorkspace({ TF_DATA_DIR: initialized.path(".terraform") }, attached);
    // The lock file does not contain an attached provider, and without other providers there is none.
    if (existsSync(initialized.path(LOCK_FILE)))
      copyFileSync(initialized.path(LOCK_FILE), this.#terraform.path(LOCK_FILE));
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

/** How many requests the fault affects: any number if it is not transient to the provider, or does not affect reads. */
function mostTimes({ status, method }: Fault): number {
  if (status === 429) return MANY_429;
  const isRejection = status !== undefined && status >= 400 && status < 500;
  return isRejection || (method !== undefined && method !== "GET") ? Infinity : MANY;
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

/** The diagnostics of a command without JSON output, one per line. */
function framesIn(output: string): readonly string[] {
  return [...output.matchAll(/╷([^╵]*)╵/g)].map(([, frame]) => unwrapped(frame!).trim());
}
