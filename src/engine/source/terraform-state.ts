import {
  DELETION_POLICIES,
  isAssignmentType,
  isRecorded,
  NOT_RECORDED,
  RELEASE_POLICIES,
  RESOURCES,
  TFE_WORKSPACE,
  type ProjectSettings,
} from "../../model";
import { isOwn } from "../../model/provider-address";
import { callPath, formatAddress, type Address } from "../../terraform/address";
import {
  checkReadable,
  NEWER_VERSION,
  STATE_VERSION,
  storedResources,
  type StateResource,
} from "../../terraform/state";
import { UnsupportedDocumentError } from "../../terraform/unsupported-document";
import type { AssignmentsInState, MembershipInState, ProjectInState, StateVersion } from "../organization";
import { assignmentsInState } from "./assigned-objects";
import { convertMembers, convertSettings, literalValues } from "./value";
import { asObject, asObjects, getString, isObject, type JsonObject } from "../../json";
import { UserError } from "../../user-error";
import { definitionOf, unsupportedType } from "./read-block";

/** What the Terraform state of one module has. Addresses are local to the module. */
export interface TerraformState extends StateVersion {
  /** Whether it has resources of other providers only. */
  readonly isOfOthers: boolean;
  /** Those of this provider, and workspaces of another one. */
  readonly objects: readonly StateObject[];
}

/** An object of a state, with what Terraform records about it. */
export type StateObject = RecordedObject | TfeWorkspaceObject | UnsupportedObject;

/** What a resource of this provider has recorded. */
export type OwnObject =
  | ({ readonly kind: "project" } & ProjectWithSettings)
  | ({ readonly kind: "membership" } & MembershipInState)
  | ({ readonly kind: "assignments" } & AssignmentsInState);

/** A resource of this provider. */
export type RecordedObject = OwnObject & Recorded;

/** A `tfe_workspace`, which another provider has. */
export type TfeWorkspaceObject = { readonly kind: "tfe-workspace" } & Recorded & TfeWorkspaceInState;

/** An object whose type the provider does not have: another version wrote it. */
interface UnsupportedObject extends Recorded {
  readonly kind: "unsupported";
  /** Why it cannot be read, and what to do. */
  readonly message: string;
}

interface Recorded {
  /** With the key of the instance: `tfe_workspace.all["api"]`. */
  readonly address: string;
  /** The address without the key. */
  readonly resource: string;
  /** Alias of the provider's configuration; undefined for the default one. */
  readonly providerAlias: string | undefined;
  /** Name of the called module that has it; undefined for the root module. */
  readonly module: string | undefined;
  /** Terraform replaces a tainted object, and deletes a deposed one. */
  readonly status: StateResource["status"];
}

/** Whether an object is a resource of this provider. */
export function isRecordedObject(object: StateObject): object is RecordedObject {
  return object.kind !== "unsupported" && object.kind !== "tfe-workspace";
}

/** A project with the settings that the state has. */
export interface ProjectWithSettings extends ProjectInState {
  readonly settings: ProjectSettings;
}

/** A `tfe_workspace` in a Terraform state; what the state lacks is undefined. */
interface TfeWorkspaceInState {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly organization: string | undefined;
  readonly projectId: string | undefined;
}

/**
 * Reads the objects of this provider from a Terraform state, as `terraform state pull` prints it. Resources of other
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
  if (typeof version !== "number") throw new UnsupportedDocumentError("It has no format version.", NOT_A_STATE);
  if (version !== STATE_VERSION) {
    throw new UnsupportedDocumentError(
      `It has format version ${version}, and only version ${STATE_VERSION} is supported.`,
      version > STATE_VERSION ? NEWER_VERSION : "Upgrade it: run `terraform apply`.",
    );
  }
  if (typeof lineage !== "string" || typeof serial !== "number" || !Array.isArray(resources)) {
    throw new UnsupportedDocumentError("It has no lineage, no serial or no resources.", NOT_A_STATE);
  }
  return {
    source,
    lineage,
    serial,
    isOfOthers: resources.length > 0 && !asObjects(resources).some((it) => isOwn(getString(it, "type"))),
    objects: storedResources(resources).flatMap((it) => objectIn(it) ?? []),
  };
}

/** Undefined for what does not matter: placements release nothing. */
function objectIn(stored: StateResource): StateObject | undefined {
  const { address, mode, type, values, providerAlias, status } = stored;
  const recorded = { address, ...resourceAt(stored), providerAlias, status };
  if (isOwn(type) && definitionOf(mode, type) === undefined) {
    return { kind: "unsupported", ...recorded, message: `${unsupportedType(mode, type)} ${OTHER_VERSION}` };
  }
  if (mode === "data") return undefined;
  checkSchemaVersion(stored);
  const own = ownObject(type, address, values, isRecorded(storedIn(stored.private)));
  if (own !== undefined) return { ...own, ...recorded };
  return type === TFE_WORKSPACE ? { kind: "tfe-workspace", ...recorded, ...readTfeWorkspace(values) } : undefined;
}

/**
 * What a resource has in a state, or before a plan; undefined for placements and resources of other providers.
 *
 * @param isItsOwn - Whether that was recorded as its own.
 * @throws UnsupportedDocumentError when it lacks an attribute, or has one that this version does not know.
 */
export function ownObject(type: string, address: string, values: JsonObject, isItsOwn: boolean): OwnObject | undefined {
  if (isAssignmentType(type)) return { kind: "assignments", ...assignmentsInState(type, address, values, isItsOwn) };
  switch (type) {
    case "tfprojects_project":
      return { kind: "project", ...readProject(address, values) };
    case "tfprojects_workspace_membership":
      return { kind: "membership", ...readMembership(address, values, isItsOwn) };
    default:
      return undefined;
  }
}

/** What to do about an object of Terraform with a type or an argument that this version does not have. */
export const OTHER_VERSION = "Use the version of tfprojects that Terraform has used.";

const NOT_A_STATE = "Use the state file of a local backend, or what `terraform state pull` prints.";

/** A state that was passed is that of another configuration. @param evidence - What shows it, as a sentence. */
export function notStateOf(module: string, evidence: string, ...nextSteps: readonly string[]): UserError {
  return new UserError(
    `${evidence}: it is not the state of ${module}.`,
    ["Use what `terraform state pull` prints in the folder of this configuration.", ...nextSteps].join(" "),
    { code: "INVALID_STATE" },
  );
}

/** The resource of an object at an address, and the called module that has it. */
export function resourceAt(address: Omit<Address, "stack">): Pick<Recorded, "resource" | "module"> {
  const resource = formatAddress({ ...address, stack: undefined, key: undefined });
  return { resource, module: callPath(address.module)[0] };
}

/** @throws UnsupportedDocumentError when a newer version has written it. Terraform refuses such objects, too. */
export function checkSchemaVersion({ address, mode, type, schemaVersion = 0 }: StateResource): void {
  const definition = definitionOf(mode, type);
  if (definition === undefined || schemaVersion <= (definition.version ?? 0)) return;
  throw new UnsupportedDocumentError(`${address} was written by a newer version of the provider.`, NEWER_VERSION);
}

/**
 * A project with the attributes that a state has.
 *
 * @throws UnsupportedDocumentError when it lacks one, or has one that this version does not know.
 */
export function readProject(address: string, values: JsonObject): ProjectWithSettings {
  return {
    address,
    id: stringIn(address, values, "id"),
    name: stringIn(address, values, "name"),
    organization: stringIn(address, values, "organization"),
    deletionPolicy: choice(address, values, "deletion_policy", DELETION_POLICIES, "refuse"),
    settings: convertSettings(literalValues(RESOURCES.tfprojects_project, values), false),
  };
}

/**
 * A membership with the attributes that a state has.
 *
 * @param isRecordedInState - Whether its workspaces were recorded as its own.
 * @throws UnsupportedDocumentError as {@link readProject} does.
 */
function readMembership(address: string, values: JsonObject, isRecordedInState: boolean): MembershipInState {
  return {
    address,
    projectId: stringIn(address, values, "project_id"),
    organization: stringIn(address, values, "organization"),
    ...convertMembers(literalValues(RESOURCES.tfprojects_workspace_membership, values)),
    onDestroy: choice(address, values, "on_destroy", RELEASE_POLICIES, "default-project"),
    ...(isRecordedInState ? {} : NOT_RECORDED),
  };
}

/** What the provider has stored with an object (`StoredPrivateState` of its SDK); undefined for anything else. */
function storedIn(privateState: string | undefined): unknown {
  try {
    return asObject(JSON.parse(Buffer.from(privateState ?? "", "base64").toString()))["stored"];
  } catch {
    return undefined;
  }
}

/** A `tfe_workspace` with those of its attributes that a state or a plan has. */
export function readTfeWorkspace(values: JsonObject): TfeWorkspaceInState {
  const string = (name: string): string | undefined => {
    const value = getString(values, name);
    return value === "" ? undefined : value;
  };
  return {
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

/** @throws UnsupportedDocumentError when an attribute has another value: another version knows what it means. */
export function choice<T extends string>(
  address: string,
  values: JsonObject,
  name: string,
  choices: readonly T[],
  otherwise: T,
): T {
  const value = values[name] ?? otherwise;
  const found = choices.find((it) => it === value);
  if (found !== undefined) return found;
  throw new UnsupportedDocumentError(
    `${address} has ${name} ${JSON.stringify(value)}, which this version of tfprojects does not know.`,
    OTHER_VERSION,
  );
}
