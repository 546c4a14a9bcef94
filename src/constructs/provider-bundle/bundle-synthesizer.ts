import { AnnotationMetadataEntryType, CloudBackend, RemoteBackend } from "cdktf";
import type { IStackSynthesizer, ISynthesisSession, TerraformStack } from "cdktf";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../version";
import { PROVIDER_SOURCE } from "../base/provider-source";
import { LockFile } from "./lock-file";
import { lockProviders } from "./lock-providers";
import {
  archiveOf,
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
 * Has the provider put into the stack's folder, with its lock entry, whenever the stack is synthesized to disk. The first call for a
 * stack decides, so that several providers in a stack stage once.
 */
export function bundleProvider(stack: TerraformStack, executable = PROVIDER_EXECUTABLE): void {
  if (bundled.has(stack)) return;
  bundled.add(stack);
  stack.synthesizer = new BundleSynthesizer(stack, stack.synthesizer, executable);
}

/** What cdktf would do, and then the staging. */
class BundleSynthesizer implements IStackSynthesizer {
  constructor(
    private readonly stack: TerraformStack,
    private readonly inner: IStackSynthesizer,
    private readonly executable: string,
  ) {}

  synthesize(session: ISynthesisSession): void {
    const files = readProviderPackage(this.executable);
    this.inner.synthesize(session);

    const { workingDirectory } = session.manifest.forStack(this.stack);
    const folder = join(session.outdir, workingDirectory);
    const plugins = join(folder, "terraform.d", "plugins");
    const archive = archiveOf(files);
    for (const platform of this.platforms()) writeProviderPackage(plugins, platform, archive);
    for (const provider of this.writeLock(session, folder, files)) this.warn(session, cannotBeLocked(provider));
  }

  /** Where the stack may be deployed: on this system, by a Terraform of either architecture; on Linux, when it runs remotely. */
  private platforms(): readonly string[] {
    const runsRemotely = this.stack.node.children.some(
      (child) => child instanceof CloudBackend || child instanceof RemoteBackend,
    );
    const systems = new Set([process.platform, ...(runsRemotely ? (["linux"] as const) : [])]);
    return [...systems].flatMap(platformsOf);
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
    // Always anew: other bytes under the same version would fail even `terraform init -upgrade`.
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

  /** cdktf has collected its annotations by now; which providers the stack requires is certain only now. */
  private warn(session: ISynthesisSession, message: string): void {
    session.manifest
      .forStack(this.stack)
      .annotations.push({ constructPath: this.stack.node.path, level: AnnotationMetadataEntryType.WARN, message });
  }
}

function cannotBeLocked({ name, constraints }: RequiredProvider): string {
  return (
    `The provider "${name}" is required in the versions "${constraints}", of which none can be locked without asking its registry. cdktf will do ` +
    `that with "terraform providers lock", which fails for the provider of tfprojects, since no registry has it. Require one exact ` +
    `version of "${name}", or deploy with the environment variable CDKTF_SKIP_PROVIDER_LOCK=true.`
  );
}
