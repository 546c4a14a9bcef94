import { idPrefix } from "../../../model";
import { arrayOf, boolean, nullable, object, optional, string } from "../../decode";
import { attribute, setting } from "../../engine/attribute";
import type { RecordOf } from "../../engine/kind";
import { shape } from "../../engine/kind";
import { toMany, toOne, toOptional } from "../../engine/relation";
import { executionMode } from "../execution";
import { checkDuration } from "../project";
import { tagBindings } from "../tag-binding";
import { vcsRepo } from "../vcs-repo";

/** Documented limit of a workspace's name. */
const NAME_MAX_LENGTH = 90;

const flag = (defaultValue: boolean) => setting(boolean, defaultValue);

/** The members of workspaces. */
export const workspaceShape = shape({
  type: "workspaces",
  label: "Workspace",
  prefix: idPrefix("workspace"),
  parameter: "workspace",
  parent: "project",
  attributes: {
    name: attribute(string, {
      unique: true,
      maxLength: NAME_MAX_LENGTH,
      check: (name) =>
        /^[A-Za-z0-9_-]+$/.test(name)
          ? []
          : ["Name is invalid: it can only include letters, numbers, dashes, and underscores"],
    }),
    /** True: the project's duration applies. False: the workspace has its own, or none. */
    inheritsProjectAutoDestroy: attribute(boolean, { initial: true }),
    /** Its own duration; undefined or null for none. Documents have the one that applies. */
    autoDestroyActivityDuration: attribute(optional(nullable(string)), { writeOnly: true, check: checkDuration }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    description: setting(nullable(string), null),
    allowDestroyPlan: flag(true),
    assessmentsEnabled: flag(false),
    autoApply: flag(false),
    autoApplyRunTrigger: flag(false),
    autoDestroyAt: setting(nullable(string), null, {
      check: (time) =>
        time === null || !Number.isNaN(Date.parse(time)) ? [] : ["Auto destroy at is not a valid time"],
    }),
    fileTriggersEnabled: flag(true),
    globalRemoteState: flag(false),
    projectRemoteState: flag(false),
    hyokEnabled: flag(false),
    queueAllRuns: flag(false),
    speculativeEnabled: flag(true),
    structuredRunOutputEnabled: flag(true),
    terraformVersion: setting(string, "latest", {
      check: (version) =>
        version === "" || isVersion(version) ? [] : [`Terraform version ${JSON.stringify(version)} is invalid`],
    }),
    triggerPatterns: setting(nullable(arrayOf(string)), []),
    triggerPrefixes: setting(nullable(arrayOf(string)), []),
    vcsRepo: setting(nullable(vcsRepo), null),
    workingDirectory: setting(nullable(string), null),
    sourceName: setting(nullable(string), null),
    sourceUrl: setting(nullable(string), null),
    // Attributes that clients send, and the OpenAPI description lacks.
    migrationEnvironment: setting(nullable(string), null),
  },
  relations: {
    organization: toOne("organizations"),
    project: toOne("projects", {
      writable: "always",
      permission: "move-workspaces",
      unusable: "Project not found, or you are not authorized to use it.",
    }),
    agentPool: toOptional("agent-pools", { onDelete: "refuse" }),
    sshKey: toOptional("ssh-keys", { isAbsentWithoutValue: true }),
    /** In the order they were added. */
    tags: toMany("tags", { hidden: true }),
    remoteStateConsumers: toMany("workspaces", { editable: "replace" }),
  },
  members: {
    executionMode,
    tagBindings,
    /** `by` is a name; of a team's token, `teamId` says whose. */
    lock: optional(object({ by: string, teamId: optional(string), reason: string })),
  },
});

export type WorkspaceRecord = RecordOf<typeof workspaceShape>;

const CONSTRAINT = /^\s*(=|!=|>=?|<=?|~>)?\s*v?\d+(\.\d+){0,2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?\s*$/;

/** A Terraform version, version constraints, or `latest`. Whether a version exists is not checked. */
function isVersion(text: string): boolean {
  return text === "latest" || text.split(",").every((part) => CONSTRAINT.test(part));
}
