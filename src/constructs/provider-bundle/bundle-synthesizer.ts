import { AnnotationMetadataEntryType } from "cdktf";
import type { IStackSynthesizer, ISynthesisSession, TerraformStack } from "cdktf";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asObject, type JsonObject } from "../../json";
import { AppError, atCaller } from "../base/app-error";
import { FRAMEWORK } from "../base/framework";
import { twoOwnersIn } from "../validation/two-owners";
import { assignmentsWithTwoOwners } from "../validation/two-owners-of-assignments";
import { parsePlatform } from "./platform";
import type { ProviderPlatform } from "./platform";
import { PlatformPackages } from "./platform-packages";
import { PROVIDER_SCRIPT } from "./provider-package";
import { readRequiredProviders, runsRemotely } from "./required-providers";
import { selectPackages } from "./select-packages";
import type { SelectedPackages } from "./select-packages";
import { installIntoStack } from "./stack-folder";
import type { StackFolder } from "./stack-folder";

const bundled = new WeakSet<TerraformStack>();

/** What to bundle, and for which platforms. The defaults are those of this machine. */
export interface BundleOptions {
  /** Platforms on which Terraform runs the stack, in addition to this machine. */
  readonly platforms?: readonly ProviderPlatform[];
  /** The script to bundle for platforms without an installed executable. */
  readonly script?: string;
  /** The operating system that synthesizes. */
  readonly system?: NodeJS.Platform;
  /** Returns the installed executables; called at synth. */
  readonly installed?: () => PlatformPackages;
}

/**
 * Adds the provider and its lock entry to the stack's folder whenever the stack is synthesized to disk. Only the first
 * call for a stack has an effect, so several providers in a stack are bundled once, for the platforms of all of them.
 *
 * Adds warnings that need the synthesized stack to the manifest, where the cdktf CLI finds them.
 */
export function bundleProvider(stack: TerraformStack, { platforms = [], ...options }: BundleOptions = {}): void {
  const named = namedPlatforms(stack);
  for (const platform of platforms) named.add(platform);
  if (bundled.has(stack)) return;
  bundled.add(stack);
  stack.synthesizer = new BundleSynthesizer(stack, stack.synthesizer, named, options);
}

/**
 * The platforms that the providers of the stack name. They are parsed when the stack is synthesized, because another
 * installed version of this package may add platforms that this one does not support.
 *
 * @throws Error if another version has stored them in a format that this one does not know.
 */
function namedPlatforms(stack: TerraformStack): Set<unknown> {
  const key = Symbol.for("tfprojects.platforms");
  const present: unknown = Reflect.get(stack, key);
  if (present instanceof Set) return present;
  if (present !== undefined) {
    throw new AppError(
      `${platformsOption(stack)}: ${JSON.stringify(present)} is not a set of platforms. Another version of ` +
        "tfprojects has stored it: use the same version of tfprojects in the app and in its libraries.",
    );
  }
  const named = new Set<unknown>();
  Object.defineProperty(stack, key, { value: named });
  return named;
}

/** Where platforms are named, for errors. */
function platformsOption(stack: TerraformStack): string {
  return `"platforms" of TfprojectsProvider (stack ${stack.node.path})`;
}

/** Warnings about what `addOverride` of a stack adds: in HCL, the framework writes only the block `terraform` of it. */
function overridesLostIn(configuration: JsonObject): readonly string[] {
  const { stack = [] } = asObject(asObject(asObject(configuration["//"])["metadata"])["overrides"]);
  const lost = (Array.isArray(stack) ? stack : []).filter((name) => name !== "terraform");
  return lost.map(
    (name) =>
      `addOverride(${JSON.stringify(name)}, …) has no effect in HCL: ${FRAMEWORK} writes such blocks only into JSON. ` +
      "Synthesize the stack as JSON.",
  );
}

/** Synthesizes as cdktf does, and then adds the provider. */
class BundleSynthesizer implements IStackSynthesizer {
  constructor(
    private readonly stack: TerraformStack,
    private readonly inner: IStackSynthesizer,
    private readonly named: ReadonlySet<unknown>,
    private readonly options: Omit<BundleOptions, "platforms">,
  ) {}

  synthesize(session: ISynthesisSession): void {
    // Fails before anything is written.
    this.select(false);
    this.inner.synthesize(session);

    const { configuration, isHcl } = this.synthesized(session);
    const stack = this.folder(session, runsRemotely(configuration));
    const selected = this.select(stack.runsRemotely);
    for (const message of installIntoStack(stack, selected, this.system)) this.warn(session, message);
    const owners = [...twoOwnersIn(configuration), ...assignmentsWithTwoOwners(configuration)];
    for (const { path, message } of owners) this.warn(session, message, path);
    if (isHcl) for (const message of overridesLostIn(configuration)) this.warn(session, message);
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

  private get system(): NodeJS.Platform {
    return this.options.system ?? process.platform;
  }

  private select(alsoLinux: boolean): SelectedPackages {
    const option = platformsOption(this.stack);
    // oxlint-disable-next-line typescript/unbound-method -- It is not called.
    return atCaller(this.synthesize, () =>
      selectPackages(this.options.installed?.() ?? new PlatformPackages(), {
        system: this.system,
        alsoLinux,
        named: [...this.named].map((name) => parsePlatform(name, option)),
        option,
        script: this.options.script ?? PROVIDER_SCRIPT,
      }),
    );
  }

  /** The synthesized stack as Terraform JSON, and whether it was written as HCL. */
  private synthesized(session: ISynthesisSession): { readonly configuration: JsonObject; readonly isHcl: boolean } {
    const text = readFileSync(join(session.outdir, session.manifest.forStack(this.stack).synthesizedStackPath), "utf8");
    const isHcl = !text.startsWith("{");
    return { configuration: asObject(isHcl ? this.stack.toTerraform() : JSON.parse(text)), isHcl };
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
    // Another installed copy of this package may have added the same warning.
    if (annotations.some((it) => it.message === message && it.constructPath === constructPath)) return;
    annotations.push({ constructPath, level: AnnotationMetadataEntryType.WARN, message });
  }
}
