import type { GeneratedFile } from "../files/generated-file";
import type { Edit, ManualEdit } from "./edits";
import type { ExpectedPlan } from "./expected-plan";
import { projectIdOf } from "./members";
import type { MembershipInstance } from "./memberships";
import type { Migration } from "./migration";
import { projectAddress, resourceAddresses, type Resource } from "./projects";
import type { WrittenFile } from "./write-files";

/** What a migration did, and what is left to do. */
export interface MigrationReport {
  /** As the user gave it. */
  readonly folder: string;
  readonly organizations: readonly string[];
  readonly projects: readonly MovedProject[];
  readonly memberships: readonly MembershipInstance[];
  /** The memberships that are imported, instead of being added to the state. */
  readonly imports: readonly MembershipInstance[];
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

/** The projects as they move. */
function movedProjects(projects: readonly Resource[]): readonly MovedProject[] {
  return projects.flatMap(({ instances }) =>
    instances.map((instance): MovedProject => ({
      from: instance.address,
      to: projectAddress(instance),
      projectId: projectIdOf(instance),
    })),
  );
}

/** The report on a configuration in HCL. */
export function reportOn(
  migration: Migration,
  {
    files,
    written,
    ...rest
  }: Pick<MigrationReport, "folder" | "editsMade" | "nextSteps"> & {
    readonly files: readonly GeneratedFile[];
    /** Undefined if nothing was written. */
    readonly written: readonly WrittenFile[] | undefined;
  },
): MigrationReport {
  const { organizations, projects, memberships, imports, settings, edits, manual, notes, expected } = migration;
  return {
    ...rest,
    projects: movedProjects(projects),
    memberships: memberships.flatMap(({ instances }) => instances),
    imports,
    expected,
    organizations,
    removed: settings.flatMap(resourceAddresses),
    files: written ?? files.map(({ path }) => ({ path, status: "shown" })),
    edits,
    manual,
    notes,
  };
}
