import type { ProjectSettings } from "./definitions/project-settings";
import type { Violation } from "./violation";

/**
 * A project: a group of workspaces in an organization.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects
 */
export interface Project extends ProjectSettings {
  /** Identifier, prefix `prj-`. */
  readonly id: string;
  /** Number of workspaces in the project; undefined when the response does not contain it (create). */
  readonly workspaceCount: number | undefined;
  /** Number of teams with access to the project; undefined when the response does not contain it (create). */
  readonly teamCount: number | undefined;
  /** The caller's permissions. */
  readonly permissions: ProjectPermissions;
  /** Name of the organization. */
  readonly organization: string;
}

/** The caller's permissions for a project; undefined where the response does not contain them. */
export interface ProjectPermissions {
  readonly canUpdate: boolean | undefined;
  readonly canDestroy: boolean | undefined;
  readonly canCreateWorkspace: boolean | undefined;
  /** Whether workspaces may be moved into the project, and out of it. */
  readonly canMoveWorkspaces?: boolean | undefined;
  /** Whether the access of teams to the project may be changed. */
  readonly canManageTeams?: boolean | undefined;
}

export const PROJECT_NAME_MIN_LENGTH = 3;
export const PROJECT_NAME_MAX_LENGTH = 40;
export const PROJECT_DESCRIPTION_MAX_LENGTH = 256;

/** Characters that names of projects must not contain. */
export const INVALID_IN_PROJECT_NAMES = /[^A-Za-z0-9 _-]/gu;

export type ProjectNameRule = "too-short" | "too-long" | "characters" | "outer-space";

/**
 * Validates a project's name; empty when it is valid.
 */
export function checkProjectName(name: string): readonly Violation<ProjectNameRule>[] {
  const violations: Violation<ProjectNameRule>[] = [];
  const length = characters(name);
  const shown = JSON.stringify(name);
  if (length < PROJECT_NAME_MIN_LENGTH) {
    violations.push({
      rule: "too-short",
      message: `A project name must have at least ${PROJECT_NAME_MIN_LENGTH} characters; ${shown} has ${length}.`,
    });
  }
  if (length > PROJECT_NAME_MAX_LENGTH) {
    violations.push({
      rule: "too-long",
      message: `A project name must have at most ${PROJECT_NAME_MAX_LENGTH} characters; ${shown} has ${length}.`,
    });
  }
  if (name.search(INVALID_IN_PROJECT_NAMES) >= 0) {
    violations.push({
      rule: "characters",
      message: `A project name may only contain letters, numbers, spaces, "-" and "_"; ${shown} has others.`,
    });
  }
  if (name.startsWith(" ") || name.endsWith(" ")) {
    violations.push({
      rule: "outer-space",
      message: `A project name must not begin or end with a space; ${shown} does.`,
    });
  }
  return violations;
}

export type ProjectDescriptionRule = "too-long";

/** Validates a project's description; empty when it is valid. */
export function checkProjectDescription(description: string): readonly Violation<ProjectDescriptionRule>[] {
  const length = characters(description);
  if (length <= PROJECT_DESCRIPTION_MAX_LENGTH) return [];
  return [
    {
      rule: "too-long",
      message:
        `A project description must have at most ${PROJECT_DESCRIPTION_MAX_LENGTH} characters; this one has ` +
        `${length}.`,
    },
  ];
}

export type DurationRule = "format" | "zero";

/** Validates `auto-destroy-activity-duration`; empty when it is valid. */
export function checkAutoDestroyActivityDuration(duration: string): readonly Violation<DurationRule>[] {
  const shown = JSON.stringify(duration);
  if (!/^\d{1,4}[dh]$/.test(duration)) {
    return [
      {
        rule: "format",
        message:
          `A duration must be a number of up to four digits followed by "d" (days) or "h" (hours), such as "14d"; ` +
          `${shown} is not.`,
      },
    ];
  }
  if (Number.parseInt(duration, 10) === 0) {
    return [{ rule: "zero", message: `A duration must be greater than zero; ${shown} is not. Omit it for none.` }];
  }
  return [];
}

/** Number of code points, not of UTF-16 units. */
function characters(text: string): number {
  return Array.from(text).length;
}

/** How many key-value tags a project can have. */
export const MAX_TAGS = 10;
export const TAG_KEY_MAX_LENGTH = 128;
export const TAG_VALUE_MAX_LENGTH = 256;

/** Validates the key of a tag. */
export function checkTagKey(key: string): readonly Violation<"length" | "characters" | "reserved">[] {
  const shown = JSON.stringify(key);
  const length = characters(key);
  if (length < 1 || length > TAG_KEY_MAX_LENGTH) {
    return [
      { rule: "length", message: `A tag key must have 1 to ${TAG_KEY_MAX_LENGTH} characters; ${shown} has ${length}.` },
    ];
  }
  if (INVALID_IN_TAGS.test(key))
    return [{ rule: "characters", message: `A tag key ${TAG_CHARACTERS}; ${shown} has others.` }];
  if (/^(hc|hcp):/i.test(key)) {
    return [{ rule: "reserved", message: `The prefixes "hc:" and "hcp:" of tag keys are reserved; ${shown} has one.` }];
  }
  return [];
}

/** Validates the value of a tag. */
export function checkTagValue(key: string, value: string): readonly Violation<"length" | "characters">[] {
  const of = `The value of tag ${JSON.stringify(key)}`;
  const length = characters(value);
  if (length > TAG_VALUE_MAX_LENGTH) {
    return [
      { rule: "length", message: `${of} must have at most ${TAG_VALUE_MAX_LENGTH} characters; it has ${length}.` },
    ];
  }
  return INVALID_IN_TAGS.test(value) ? [{ rule: "characters", message: `${of} ${TAG_CHARACTERS}.` }] : [];
}

const INVALID_IN_TAGS = /[^A-Za-z0-9_.=+@:-]/;
const TAG_CHARACTERS = 'may only contain letters, numbers and the symbols "_", ".", "=", "+", "-", "@" and ":"';

/** Where the service executes runs. */
export const EXECUTION_MODES = ["remote", "local", "agent"] as const;

/** What happens to a project and its workspaces when it is removed from the code. */
export const DELETION_POLICIES = ["refuse", "evacuate", "retain"] as const;
/**
 * - `refuse`: deleting fails while the project contains workspaces, naming them;
 * - `evacuate`: its workspaces are moved to the organization's default project first;
 * - `retain`: the project is left unchanged.
 */
export type DeletionPolicy = (typeof DELETION_POLICIES)[number];
