import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../model/provider-address";
import type { Framework } from "../constructs/base/frameworks";
import { VERSION } from "../version";
import { asObject, isObject, type JsonObject } from "../json";
import { installsIntoStacks, STACKS_COMMAND } from "../terraform/cdk-app";
import { UserError } from "../user-error";
import { messageOf } from "../system-errors";
import { cdkCommand } from "../terraform/installed-packages";

/** The command to add to a `cdktf.json`, with the version that the bindings are generated from. */
const PINNED_COMMAND = `npx ${PROVIDER_TYPE}@${VERSION} ${STACKS_COMMAND}`;

/** A `cdktf.json` that generates bindings for the provider, and installs it into the stacks. */
export interface CompletedSettings {
  readonly text: string;
  /** The settings that were added or changed, with their purpose; empty if the file was complete. */
  readonly changes: readonly string[];
}

/**
 * Adds the settings to a `cdktf.json` that an app in Python, Go, Java or C# needs: the provider in
 * `terraformProviders`, from which the framework's CLI generates bindings, and a command after that of the app, which
 * installs the provider into each stack that the app synthesizes. Other settings stay unchanged.
 *
 * @param path - The path of the file, for errors.
 * @param framework - The framework of the app, if it is known.
 * @throws UserError if the file cannot be completed.
 */
export function completeSettings(path: string, text: string, framework?: Framework): CompletedSettings {
  const settings = parse(path, text);
  const { app, language, terraformProviders } = settings;
  if (language === "typescript") {
    throw new UserError(
      `The app of ${path} is written in TypeScript: its constructs are part of this package, and every synth ` +
        "installs the provider into its stacks.",
      `Import the constructs from "${PROVIDER_TYPE}". To use the provider in HCL, install it for your user.`,
      { code: "USAGE" },
    );
  }
  if (typeof app !== "string" || app.trim() === "") {
    throw unusable(path, 'it has no "app"', 'Add the command that runs the app: "app": "python3 main.py".');
  }
  if (terraformProviders !== undefined && !Array.isArray(terraformProviders)) {
    throw unusable(path, '"terraformProviders" is not a list', "Make it a list of providers.");
  }
  const providers = withProvider(path, terraformProviders ?? []);
  const command = withCommand(app);
  const get = cdkCommand(framework, "get");
  const changes = [
    ...(providers === terraformProviders
      ? []
      : [`terraformProviders: ${PROVIDER_TYPE} ${VERSION}, from which ${get} generates bindings`]),
    ...(command === app ? [] : [`app: "${command}", for the lock files of the stacks`]),
  ];
  if (changes.length === 0) return { text, changes };
  return { text: format({ ...settings, app: command, terraformProviders: providers }, text), changes };
}

function parse(path: string, text: string): JsonObject {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw unusable(path, messageOf(error), "Correct the file.", error);
  }
  if (isObject(content)) return content;
  throw unusable(path, "it is not a JSON object", "Correct the file.");
}

/** The list with the provider in this version; the same list if it has that already. */
function withProvider(path: string, providers: readonly unknown[]): readonly unknown[] {
  const found = providers.findIndex((provider) => sourceOf(provider) === PROVIDER_SOURCE);
  if (found === -1) {
    if (providers.some((provider) => nameOf(provider) === PROVIDER_TYPE)) {
      throw unusable(
        path,
        `"terraformProviders" has another provider named ${PROVIDER_TYPE}`,
        `Rename it, or set its source to ${PROVIDER_SOURCE}.`,
      );
    }
    return [...providers, { name: PROVIDER_TYPE, source: PROVIDER_SOURCE, version: VERSION }];
  }
  const present = providers[found];
  const pinned =
    typeof present === "string" ? `${PROVIDER_SOURCE}@${VERSION}` : { ...asObject(present), version: VERSION };
  const isPinned = typeof present === "string" ? present === pinned : asObject(present)["version"] === VERSION;
  return isPinned ? providers : providers.with(found, pinned);
}

/** Providers are objects, or strings such as `hashicorp/null@~> 3.2`. */
function sourceOf(provider: unknown): string {
  const source = typeof provider === "string" ? provider.split("@")[0] : asObject(provider)["source"];
  return typeof source === "string" ? source.toLowerCase() : "";
}

function nameOf(provider: unknown): unknown {
  return typeof provider === "string" ? sourceOf(provider).split("/").at(-1) : asObject(provider)["name"];
}

/** Appends the command, or updates its version. The rest of the line, such as a different package manager, stays. */
function withCommand(app: string): string {
  if (!installsIntoStacks(app)) return `${app.trim()} && ${PINNED_COMMAND}`;
  return app.replace(new RegExp(`\\b${PROVIDER_TYPE}@\\S+(?= ${STACKS_COMMAND})`), `${PROVIDER_TYPE}@${VERSION}`);
}

/** Formats JSON with the indentation and the line endings of the original. */
function format(settings: object, original: string): string {
  const indentation = /^[ \t]+(?=")/m.exec(original)?.[0] ?? "  ";
  const end = original.endsWith("\n") ? "\n" : "";
  const text = `${JSON.stringify(settings, null, indentation)}${end}`;
  return original.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

function unusable(path: string, reason: string, nextStep: string, cause?: unknown): UserError {
  return new UserError(`Cannot use ${path}: ${reason}.`, nextStep, { code: "UNREADABLE_CODE", cause });
}
