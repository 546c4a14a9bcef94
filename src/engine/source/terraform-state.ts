import { DELETION_POLICIES, RELEASE_POLICIES, RESOURCES, TFE_WORKSPACE, type ProjectSettings } from "../../model";
import { callPath, formatAddress } from "../../terraform/address";
import { checkReadable, STATE_VERSION, storedResources, type StateResource } from "../../terraform/state";
import { UnsupportedDocumentError } from "../../terraform/unsupported-document";
import type { RecordedMembership, RecordedProject, StateVersion } from "../organization";
import { convert, convertRule, convertSettings, valueIn } from "./conversion";
import { asObject, getString, isObject, type JsonObject } from "../../json";

/** The projects and memberships in the Terraform state of one module. Addresses are local to the module. */
export interface TerraformState extends StateVersion {
  /** Whether it has any resource, also of other providers. */
  readonly isEmpty: boolean;
  readonly projects: readonly Recorded<StoredProject>[];
  readonly memberships: readonly Recorded<RecordedMembership>[];
  /** Those of another provider. */
  readonly tfeWorkspaces: readonly Recorded<RecordedTfeWorkspace>[];
}

/** A project with the settings that the state has. */
export interface StoredProject extends RecordedProject {
  readonly settings: ProjectSettings;
}

/** A `tfe_workspace` in a Terraform state; what the state lacks is undefined. */
export interface RecordedTfeWorkspace {
  /** With the key of the instance: `tfe_workspace.all["api"]`. */
  readonly address: string;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly organization: string | undefined;
  readonly projectId: string | undefined;
}

/** An object of a state, with what Terraform records about it. */
export type Recorded<T> = T & {
  /** The address without the key. */
  readonly resource: string;
  /** Alias of the provider's configuration; undefined for the default one. */
  readonly providerAlias: string | undefined;
  /** Name of the called module that has it; undefined for the root module. */
  readonly module: string | undefined;
  /** Terraform replaces a tainted object, and deletes a deposed one. */
  readonly status: "ok" | "tainted" | "deposed";
};

/**
 * Reads projects and memberships from a Terraform state, as `terraform state pull` prints it. Resources of other
 * providers are ignored.
 *
 * @param source - Where it was read.
 * @throws UnsupportedDocumentError when it is not a state, or not in a format that can be read.
 */
export function parseState(content: unknown, source: string): TerraformState {
  if (!isObject(content)) throw new UnsupportedDocumentError("It is not a JSON object.", NOT_A_STATE);
  checkReadable(content);
  if ("format_version" in content) {
    throw new UnsupportedDocumentError("It is the output of `terraform show -json`.", NOT_A_STATE);
  }
  const { version, lineage, serial, resources } = content;
  if (version !== STATE_VERSION) {
    throw typeof version === "number"
      ? new UnsupportedDocumentError(
          `It has format version ${version}, and only version ${STATE_VERSION} is supported.`,
          version > STATE_VERSION ? "Use a newer version of tfprojects." : "Upgrade it: run `terraform apply`.",
        )
      : new UnsupportedDocumentError("It has no format version.", NOT_A_STATE);
  }
  if (typeof lineage !== "string" || typeof serial !== "number" || !Array.isArray(resources)) {
    throw new UnsupportedDocumentError("It has no lineage, no serial or no resources.", NOT_A_STATE);
  }
  const stored = storedResources(resources);
  return {
    source,
    lineage,
    serial,
    isEmpty: resources.length === 0,
    projects: recorded(stored, "tfprojects_project", readProject),
    memberships: recorded(stored, "tfprojects_workspace_membership", readMembership),
    tfeWorkspaces: recorded(stored, TFE_WORKSPACE, readTfeWorkspace),
  };
}

const NOT_A_STATE = "Use the state file of a local backend, or what `terraform state pull` prints.";

/** The objects of a type. */
function recorded<T>(
  resources: readonly StateResource[],
  type: string,
  read: (address: string, values: JsonObject) => T,
): readonly Recorded<T>[] {
  return resources
    .filter((it) => it.mode === "managed" && it.type === type)
    .map(({ address, values, providerAlias, status, ...it }) => {
      const resource = formatAddress({ ...it, key: undefined });
      return { ...read(address, values), resource, providerAlias, module: callPath(it.module)[0], status };
    });
}

/** A project with the attributes that a state has. @throws UnsupportedDocumentError when it lacks one. */
export function readProject(address: string, values: JsonObject): StoredProject {
  const { attributes } = RESOURCES.tfprojects_project;
  return {
    address,
    id: stringIn(address, values, "id"),
    name: stringIn(address, values, "name"),
    organization: stringIn(address, values, "organization"),
    deletionPolicy: choiceIn(values["deletion_policy"], DELETION_POLICIES, "refuse"),
    settings: convertSettings((name) => convert(attributes[name].type, valueIn(values[name])) ?? null, false),
  };
}

/** A membership with the attributes that a state has. @throws UnsupportedDocumentError when it lacks one. */
export function readMembership(address: string, values: JsonObject): RecordedMembership {
  const { attributes } = RESOURCES.tfprojects_workspace_membership;
  const rule = convertRule((name) => convert(attributes[name].type, valueIn(values[name])) ?? null);
  return {
    address,
    projectId: stringIn(address, values, "project_id"),
    organization: stringIn(address, values, "organization"),
    workspaceIds: stringsIn(values["workspace_ids"]),
    workspaceNames: stringsIn(values["workspace_names"]),
    exclusive: values["exclusive"] === true,
    onDestroy: choiceIn(values["on_destroy"], RELEASE_POLICIES, "default-project"),
    ...(rule === undefined ? {} : { rule, matchedWorkspaces: stringMapIn(values["matched_workspaces"]) }),
  };
}

/** A `tfe_workspace` with those of its attributes that a state or a plan has. */
export function readTfeWorkspace(address: string, values: JsonObject): RecordedTfeWorkspace {
  const string = (name: string): string | undefined => {
    const value = getString(values, name);
    return value === "" ? undefined : value;
  };
  return {
    address,
    id: string("id"),
    name: string("name"),
    organization: string("organization"),
    projectId: string("project_id"),
  };
}

/** An attribute that the provider always writes. @throws UnsupportedDocumentError when the object lacks it. */
function stringIn(address: string, values: JsonObject, name: string): string {
  const value = getString(values, name);
  if (value !== undefined) return value;
  throw new UnsupportedDocumentError(`${address} has no ${name}.`, "Run `terraform apply -refresh-only` first.");
}

function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function stringMapIn(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(asObject(value));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function choiceIn<T extends string>(value: unknown, choices: readonly T[], otherwise: T): T {
  return choices.find((choice) => choice === value) ?? otherwise;
}
