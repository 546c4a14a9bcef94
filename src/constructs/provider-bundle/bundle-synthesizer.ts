import { AnnotationMetadataEntryType } from "cdktf";
import type { IStackSynthesizer, ISynthesisSession, TerraformStack } from "cdktf";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FRAMEWORK } from "../base/framework";
import { twoOwnersIn } from "../validation/two-owners";
import { PROVIDER_EXECUTABLE, readProviderPackage } from "./provider-package";
import { member, readRequiredProviders } from "./required-providers";
import { installIntoStack } from "./stack-folder";
import type { StackFolder } from "./stack-folder";

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

    const configuration = this.configuration(session);
    const stack = this.folder(session, isRemote(configuration));
    for (const message of installIntoStack(stack, files, this.system)) this.warn(session, message);
    for (const { path, message } of twoOwnersIn(configuration)) this.warn(session, message, path);
  }

  private folder(session: ISynthesisSession, runsRemotely: boolean): StackFolder {
    const { workingDirectory, synthesizedStackPath, stackMetadataPath } = session.manifest.forStack(this.stack);
    const { outdir } = session;
    return {
      path: join(outdir, workingDirectory),
      required: readRequiredProviders(join(outdir, synthesizedStackPath), join(outdir, stackMetadataPath)),
      generatedVersions: this.generatedVersions(),
      framework: FRAMEWORK,
      runsRemotely,
    };
  }

  /** The synthesized stack as Terraform JSON. */
  private configuration(session: ISynthesisSession): Readonly<Record<string, unknown>> {
    const text = readFileSync(join(session.outdir, session.manifest.forStack(this.stack).synthesizedStackPath), "utf8");
    const synthesized: unknown = text.startsWith("{") ? JSON.parse(text) : this.stack.toTerraform();
    return typeof synthesized === "object" && synthesized !== null ? { ...synthesized } : {};
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
  return member(terraform, "cloud") !== undefined || member(member(terraform, "backend"), "remote") !== undefined;
}
