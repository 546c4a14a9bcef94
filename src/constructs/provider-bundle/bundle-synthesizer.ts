import { AnnotationMetadataEntryType } from "cdktf";
import type { IStackSynthesizer, ISynthesisSession, TerraformStack } from "cdktf";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../version";
import { FRAMEWORK } from "../base/framework";
import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../base/provider-source";
import { twoOwnersIn } from "../validation/two-owners";
import { LockFile } from "./lock-file";
import { lockProviders } from "./lock-providers";
import {
  archiveOf,
  canRunProvider,
  packageHash,
  platformsOf,
  PROVIDER_EXECUTABLE,
  readProviderPackage,
  writeProviderPackage,
} from "./provider-package";
import type { ProviderPackage } from "./provider-package";
import { readRequiredProviders } from "./required-providers";
import type { RequiredProvider } from "./required-providers";

const bundled = new WeakSet<TerraformStack>();

/**
 * Adds the provider and its lock entry to the stack's folder whenever the stack is synthesized to disk. Only the first
 * call for a stack has an effect, so several providers in a stack are bundled once.
 *
 * Warnings about what only the synthesized stack shows are added to the manifest, where the cdktf CLI finds them.
 *
 * @param system - The operating system that synthesizes.
 */
export function bundleProvider(
  stack: TerraformStack,
  executable = PROVIDER_EXECUTABLE,
  system: NodeJS.Platform = process.platform,
): void {
  if (bundled.has(stack)) return;
  bundled.add(stack);
  stack.synthesizer = new BundleSynthesizer(stack, stack.synthesizer, executable, system);
}

/** Synthesizes as cdktf does, and then adds the provider. */
class BundleSynthesizer implements IStackSynthesizer {
  constructor(
    private readonly stack: TerraformStack,
    private readonly inner: IStackSynthesizer,
    private readonly executable: string,
    private readonly system: NodeJS.Platform,
  ) {}

  synthesize(session: ISynthesisSession): void {
    const files = readProviderPackage(this.executable);
    this.inner.synthesize(session);

    const { workingDirectory } = session.manifest.forStack(this.stack);
    const folder = join(session.outdir, workingDirectory);
    const plugins = join(folder, "terraform.d", "plugins");
    const archive = archiveOf(files);
    const configuration = this.configuration(session);
    const runsRemotely = isRemote(configuration);
    for (const platform of this.platforms(runsRemotely)) writeProviderPackage(plugins, platform, archive);
    for (const provider of this.writeLock(session, folder, files)) this.warn(session, cannotBeLocked(provider));
    for (const { path, message } of twoOwnersIn(configuration)) this.warn(session, message, path);
    if (!canRunProvider(this.system)) this.warn(session, cannotRunProvider(runsRemotely));
  }

  /**
   * Where the stack can be deployed: on this operating system, and on Linux if Terraform runs remotely, or cannot run
   * the provider here. `terraform init` also needs the package of a system that cannot run it.
   */
  private platforms(runsRemotely: boolean): readonly string[] {
    const others = runsRemotely || !canRunProvider(this.system) ? (["linux"] as const) : [];
    return [...new Set([this.system, ...others])].flatMap(platformsOf);
  }

  /** The synthesized stack as Terraform JSON. */
  private configuration(session: ISynthesisSession): Readonly<Record<string, unknown>> {
    const text = readFileSync(join(session.outdir, session.manifest.forStack(this.stack).synthesizedStackPath), "utf8");
    const synthesized: unknown = text.startsWith("{") ? JSON.parse(text) : this.stack.toTerraform();
    return typeof synthesized === "object" && synthesized !== null ? { ...synthesized } : {};
  }

  /** Returns the providers that could not be locked. */
  private writeLock(session: ISynthesisSession, folder: string, files: ProviderPackage): readonly RequiredProvider[] {
    const { synthesizedStackPath, stackMetadataPath } = session.manifest.forStack(this.stack);
    const required = readRequiredProviders(
      join(session.outdir, synthesizedStackPath),
      join(session.outdir, stackMetadataPath),
    );
    const lockPath = join(folder, ".terraform.lock.hcl");
    const before = existsSync(lockPath) ? readFileSync(lockPath, "utf8") : "";

    const lock = LockFile.parse(before);
    // Always written: a different build of the same version would fail even with `terraform init -upgrade`.
    lock.set(PROVIDER_SOURCE, { version: VERSION, constraints: VERSION, hashes: [packageHash(files)] });
    const unlocked = lockProviders(lock, required, this.generatedVersions());

    const after = lock.toString();
    if (after !== before) {
      writeFileSync(`${lockPath}.new`, after);
      renameSync(`${lockPath}.new`, lockPath);
    }
    return unlocked;
  }

  private generatedVersions(): ReadonlyMap<string, string> {
    return new Map(
      this.stack
        .allProviders()
        .map((provider) => [
          provider.terraformResourceType,
          provider.terraformGeneratorMetadata?.providerVersion ?? "",
        ]),
    );
  }

  /** Adds a warning to the manifest: cdktf collects annotations before the stack is synthesized. */
  private warn(session: ISynthesisSession, message: string, constructPath = this.stack.node.path): void {
    const { annotations } = session.manifest.forStack(this.stack);
    // Another installed copy of this package may have found the same.
    if (annotations.some((it) => it.message === message && it.constructPath === constructPath)) return;
    annotations.push({ constructPath, level: AnnotationMetadataEntryType.WARN, message });
  }
}

/** Whether the stack has a backend that runs Terraform. By its JSON: two copies of the framework have two classes. */
function isRemote({ terraform }: Readonly<Record<string, unknown>>): boolean {
  const { cloud, backend } = Object(terraform) as { readonly cloud?: unknown; readonly backend?: unknown };
  return cloud !== undefined || "remote" in Object(backend);
}

/**
 * A warning and no error, because a stack that is synthesized here may be deployed elsewhere, and `tfprojects` plans
 * and applies it without the provider.
 */
function cannotRunProvider(runsRemotely: boolean): string {
  const remotely = runsRemotely ? " Runs that execute remotely are not affected." : "";
  return (
    `Terraform on this machine cannot run the provider ${PROVIDER_TYPE}: there is no executable for Windows yet.` +
    `${remotely} Use WSL, or deploy the output folder on Linux (${FRAMEWORK} deploy --skip-synth).`
  );
}

function cannotBeLocked({ name, constraints }: RequiredProvider): string {
  return (
    `Cannot lock the provider "${name}" (${constraints}) without its registry. ${FRAMEWORK} will run "terraform ` +
    'providers lock", which fails for the tfprojects provider, because no registry has it. Require an exact version ' +
    `of "${name}", or set the environment variable CDKTF_SKIP_PROVIDER_LOCK=true when you deploy.`
  );
}
