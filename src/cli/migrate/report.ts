import { RESOURCES } from "../../model";
import type { GeneratedFile } from "../import/generated-file";
import type { Edit, ManualEdit } from "./edits";
import { projectIdOf, type MembershipInstance, type PlannedMembership } from "./memberships";
import type { Migration } from "./migration";
import { resourceAddress, type Resource } from "./projects";
import { instanceAddress, type StateResource } from "./state";
import type { WrittenFile } from "./write-files";

/** What a migration did, and what is left to do. */
export interface MigrationReport {
  /** As the user gave it. */
  readonly folder: string;
  readonly organizations: readonly string[];
  readonly projects: readonly MovedProject[];
  readonly memberships: readonly MembershipInstance[];
  /** Whether memberships are imported, instead of being added to the state. */
  readonly importsMemberships: boolean;
  /** Addresses that leave the state, while their objects stay. */
  readonly removed: readonly string[];
  readonly files: readonly ReportedFile[];
  readonly edits: readonly Edit[];
  readonly editsMade: boolean;
  readonly manual: readonly ManualEdit[];
  readonly notes: readonly string[];
  readonly expected: ExpectedPlan;
  readonly nextSteps: readonly string[];
}

export interface MovedProject {
  readonly from: string;
  readonly to: string;
  readonly projectId: string;
}

export interface ReportedFile {
  readonly path: string;
  /** `shown`: not written. */
  readonly status: WrittenFile["status"] | "shown";
}

/** What Terraform's plan shows after all edits; it changes and destroys nothing. */
export interface ExpectedPlan {
  readonly import: number;
  readonly add: number;
}

/** How projects get to their new addresses in the state. */
export type Method = "moved" | "removed";

/** The objects of a migration, and what a plan shows of them. */
export function objectsOf({
  projects,
  memberships,
  importsMemberships,
  method,
}: {
  readonly projects: readonly Resource[];
  readonly memberships: readonly PlannedMembership[];
  readonly importsMemberships: boolean;
  readonly method: Method;
}): Pick<MigrationReport, "projects" | "memberships" | "importsMemberships" | "expected"> {
  const moved = projects.flatMap(({ instances }) =>
    instances.map((instance): MovedProject => ({
      from: instance.address,
      to: projectAddress(instance),
      projectId: projectIdOf(instance),
    })),
  );
  const members = memberships.flatMap(({ instances }) => instances);
  return {
    projects: moved,
    memberships: members,
    importsMemberships,
    expected: {
      import: (method === "removed" ? moved.length : 0) + (importsMemberships ? members.length : 0),
      add: importsMemberships ? 0 : members.length,
    },
  };
}

/** The new address of a project. */
export function projectAddress(project: StateResource): string {
  return instanceAddress({ ...project, type: RESOURCES.tfprojects_project.type });
}

/** The report on a configuration in HCL. */
export function reportOn(
  migration: Migration,
  {
    method,
    files,
    written,
    ...rest
  }: Pick<MigrationReport, "folder" | "editsMade" | "nextSteps"> & {
    readonly method: Method;
    readonly files: readonly GeneratedFile[];
    /** Undefined if nothing was written. */
    readonly written: readonly WrittenFile[] | undefined;
  },
): MigrationReport {
  const { organizations, settings, edits, manual, notes } = migration;
  return {
    ...rest,
    ...objectsOf({ ...migration, method }),
    organizations,
    removed: settings.map(resourceAddress),
    files: written ?? files.map(({ path }) => ({ path, status: "shown" })),
    edits,
    manual,
    notes,
  };
}
