import type { Violation } from "./violation";

/** A project: a group of workspaces inside an organization (service-api.md section 2.1). */
export interface Project {
  /** Identifier, prefix `prj-`. */
  readonly id: string;
  /** 3 to 40 characters, unique in the organization without regard to case; see {@link checkProjectName}. */
  readonly name: string;
  /** At most 256 characters; null when unset. An empty text counts as unset. */
  readonly description: string | null;
  /**
   * Default for how long each workspace waits, after inactivity, before destroying its infrastructure: `14d`, `36h`;
   * null when unset. Undefined when the response did not carry it: the contract promises it for show alone.
   */
  readonly autoDestroyActivityDuration: string | null | undefined;
  /** Number of workspaces in the project; undefined when the response did not carry it (create). */
  readonly workspaceCount: number | undefined;
  /** Number of teams with access to the project; undefined when the response did not carry it (create). */
  readonly teamCount: number | undefined;
  /** What the caller may do; what the response does not say is undefined. */
  readonly permissions: ProjectPermissions;
  /** Name of the organization. */
  readonly organization: string;
}

/** What the caller may do with a project; undefined where the response does not say. */
export interface ProjectPermissions {
  readonly canUpdate: boolean | undefined;
  readonly canDestroy: boolean | undefined;
  readonly canCreateWorkspace: boolean | undefined;
}

export const PROJECT_NAME_MIN_LENGTH = 3;
export const PROJECT_NAME_MAX_LENGTH = 40;
export const PROJECT_DESCRIPTION_MAX_LENGTH = 256;

export type ProjectNameRule = "too-short" | "too-long" | "characters" | "outer-space";

/**
 * The rules of a project's name (service-api.md sections 2.1 and 8), each broken one once; empty when the name is good.
 */
export function checkProjectName(name: string): readonly Violation<ProjectNameRule>[] {
  const violations: Violation<ProjectNameRule>[] = [];
  const length = characters(name);
  const shown = JSON.stringify(name);
  if (length < PROJECT_NAME_MIN_LENGTH) {
    violations.push({
      rule: "too-short",
      message: `A project name has at least ${PROJECT_NAME_MIN_LENGTH} characters; ${shown} has ${length}.`,
    });
  }
  if (length > PROJECT_NAME_MAX_LENGTH) {
    violations.push({
      rule: "too-long",
      message: `A project name has at most ${PROJECT_NAME_MAX_LENGTH} characters; ${shown} has ${length}.`,
    });
  }
  if (/[^A-Za-z0-9 _-]/.test(name)) {
    violations.push({
      rule: "characters",
      message: `A project name may only contain letters, numbers, spaces, "-" and "_"; ${shown} has others.`,
    });
  }
  if (name.startsWith(" ") || name.endsWith(" ")) {
    violations.push({
      rule: "outer-space",
      message: `A project name may not begin or end with a space; ${shown} does.`,
    });
  }
  return violations;
}

export type ProjectDescriptionRule = "too-long";

/** The rule of a project's description (service-api.md sections 2.1 and 8). */
export function checkProjectDescription(description: string): readonly Violation<ProjectDescriptionRule>[] {
  const length = characters(description);
  if (length <= PROJECT_DESCRIPTION_MAX_LENGTH) return [];
  return [
    {
      rule: "too-long",
      message: `A project description has at most ${PROJECT_DESCRIPTION_MAX_LENGTH} characters; this one has ${length}.`,
    },
  ];
}

export type DurationRule = "format" | "zero";

/** The rules of `auto-destroy-activity-duration` (service-api.md sections 2.1 and 8). */
export function checkAutoDestroyActivityDuration(duration: string): readonly Violation<DurationRule>[] {
  const shown = JSON.stringify(duration);
  if (!/^\d{1,4}[dh]$/.test(duration)) {
    return [
      {
        rule: "format",
        message: `A duration is a whole number of up to four digits followed by "d" (days) or "h" (hours), such as "14d"; ${shown} is not.`,
      },
    ];
  }
  if (Number.parseInt(duration, 10) === 0) {
    return [{ rule: "zero", message: `A duration is greater than zero; ${shown} is not. Leave it out to have none.` }];
  }
  return [];
}

/** The service keeps no difference between a description that is empty and one that is unset; null stands for both. */
export function normalizeDescription(description: string | null | undefined): string | null {
  return description === undefined || description === "" ? null : description;
}

/** Characters as a person counts them, not UTF-16 units. */
function characters(text: string): number {
  return Array.from(text).length;
}

/** What may become of a project, and of the workspaces in it, when its code is gone. */
export const DELETION_POLICIES = ["refuse", "evacuate", "retain"] as const;
/**
 * - `refuse`: deleting fails, naming the workspaces, while there are any;
 * - `evacuate`: they are moved to the organization's default project first;
 * - `retain`: the project is left as it is.
 */
export type DeletionPolicy = (typeof DELETION_POLICIES)[number];
