import type { Refusal } from "../../../src/engine/plan/refusal";
import type { PlanWarning } from "../../../src/engine/plan/warnings";

const address = "tfprojects_workspace_membership.data";
const access = "tfprojects_project_team_access.data";
const placement = "tfprojects_workspace_placement.all";
const project = { id: "prj-1", name: "Data & more" };
const hiding = { ...project, workspaceCount: 5, seen: 2 };
const workspaces = ["api", "web"];
const organization = "acme";
const renamed = [{ from: "api", id: "ws-1", to: "api-2" }];
const moved = [
  { id: "ws-1", name: "api", from: project, reason: "evicted" },
  { id: "ws-2", name: "web", from: project, reason: "evicted" },
] as const;

/** An error of each kind. */
export const ERRORS: { readonly [C in Refusal["cause"]]: Extract<Refusal, { readonly cause: C }> } = {
  "invalid-attribute": {
    cause: "invalid-attribute",
    code: "INVALID_PROJECT",
    address,
    problem: { path: ["name"], summary: "Invalid name", message: "The name is too long." },
  },
  "same-name": { cause: "same-name", code: "DUPLICATE_PROJECT", address, name: "Data", other: "tfprojects_project.b" },
  "same-id": { cause: "same-id", code: "DUPLICATE_PROJECT", address, id: "prj-1", other: "tfprojects_project.b" },
  "unknown-import": {
    cause: "unknown-import",
    code: "UNKNOWN_PROJECT",
    address,
    imported: { by: "id", id: "prj-1" },
    organization,
  },
  "unknown-project": {
    cause: "unknown-project",
    code: "UNKNOWN_PROJECT",
    address,
    reference: { by: "name", name: "Data" },
    organization,
  },
  "renamed-project": {
    cause: "renamed-project",
    code: "UNKNOWN_PROJECT",
    address,
    previous: "Old",
    renamed: { address: "tfprojects_project.new", name: "New" },
  },
  "deleted-project": { cause: "deleted-project", code: "UNKNOWN_PROJECT", address, deleted: project },
  "unknown-workspaces": {
    cause: "unknown-workspaces",
    code: "UNKNOWN_WORKSPACE",
    address,
    workspaces,
    organization,
    suggestions: { api: "api-2" },
  },
  "renamed-workspaces": { cause: "renamed-workspaces", code: "UNKNOWN_WORKSPACE", address, renamed },
  "two-memberships": {
    cause: "two-memberships",
    code: "WORKSPACE_IN_TWO_PROJECTS",
    address,
    workspaces,
    other: "tfprojects_workspace_membership.b",
  },
  "unreadable-objects": {
    cause: "unreadable-objects",
    code: "NOT_FOUND_OR_UNAUTHORIZED",
    address: access,
    type: "tfprojects_project_team_access",
    projectName: "Data & more",
  },
  "invalid-assignment": {
    cause: "invalid-assignment",
    code: "INVALID_ASSIGNMENT",
    address: access,
    message: 'The variable set "a" is global.',
  },
  "imported-elsewhere": {
    cause: "imported-elsewhere",
    code: "INVALID_ASSIGNMENT",
    address: access,
    imported: { by: "id", id: "prj-2" },
    projectName: "Data & more",
  },
  "assigned-twice": {
    cause: "assigned-twice",
    code: "ASSIGNED_TWICE",
    address: access,
    type: "tfprojects_project_team_access",
    objects: ["web"],
    other: "tfprojects_project_team_access.b",
  },
  "assignments-shared": {
    cause: "assignments-shared",
    code: "EXCLUSIVE_PROJECT_SHARED",
    address: access,
    type: "tfprojects_project_team_access",
    others: ["tfprojects_project_team_access.b"],
  },
  "unknown-target": {
    cause: "unknown-target",
    code: "UNKNOWN_PROJECT",
    address: placement,
    rules: [0, 2],
    reference: { by: "name", name: "Dota" },
    organization,
    nearest: "Data",
  },
  "deleted-target": {
    cause: "deleted-target",
    code: "UNKNOWN_PROJECT",
    address: placement,
    rules: [1],
    deleted: project,
  },
  "placed-in-exclusive": {
    cause: "placed-in-exclusive",
    code: "EXCLUSIVE_PROJECT_SHARED",
    address: placement,
    rules: [0],
    membership: address,
  },
  "listed-and-placed": {
    cause: "listed-and-placed",
    code: "WORKSPACE_IN_TWO_PROJECTS",
    address: placement,
    workspaces,
    membership: address,
    language: "terraform",
  },
  "placed-twice": {
    cause: "placed-twice",
    code: "WORKSPACE_IN_TWO_PROJECTS",
    address: placement,
    workspaces,
    other: "tfprojects_workspace_placement.b",
  },
  "unknown-tags": {
    cause: "unknown-tags",
    code: "TAGS_NOT_REPORTED",
    addresses: [placement],
    workspaces,
    organization,
  },
  "too-many-placed": { cause: "too-many-placed", code: "TOO_MANY_MOVES", address: placement, workspaces, limit: 1 },
  "exclusive-shared": { cause: "exclusive-shared", code: "EXCLUSIVE_PROJECT_SHARED", address, others: ["b"] },
  "name-taken": { cause: "name-taken", code: "NAME_TAKEN", address, name: "Data", holder: "prj-2" },
  "name-cycle": {
    cause: "name-cycle",
    code: "NAME_TAKEN",
    address,
    renames: [
      { previous: "A", name: "B" },
      { previous: "B", name: "A" },
    ],
  },
  "default-project-deleted": { cause: "default-project-deleted", code: "DEFAULT_PROJECT", project },
  "default-project-exclusive": { cause: "default-project-exclusive", code: "DEFAULT_PROJECT", address },
  "not-empty": {
    cause: "not-empty",
    code: "PROJECT_NOT_EMPTY",
    project,
    workspaces,
    deletion: "unmanaged",
    evacuate: false,
    leaving: [],
  },
  "too-many-deletes": {
    cause: "too-many-deletes",
    code: "TOO_MANY_DELETES",
    projects: ["Data", "Web"],
    total: 9,
    limit: 1,
  },
  "too-many-moves": {
    cause: "too-many-moves",
    code: "TOO_MANY_MOVES",
    reasons: [["member", 30]],
    total: 40,
    limit: 25,
    isDefault: true,
  },
  "not-permitted": { cause: "not-permitted", code: "NOT_PERMITTED", project, action: "update" },
  "assign-not-permitted": {
    cause: "assign-not-permitted",
    code: "NOT_PERMITTED",
    organization,
    type: "tfprojects_project_team_access",
    projects: ["Web"],
  },
  "create-not-permitted": {
    cause: "create-not-permitted",
    code: "NOT_PERMITTED",
    organization: "acme",
    projects: ["Data"],
  },
  "hidden-destination": { cause: "hidden-destination", code: "NOT_PERMITTED", projectId: "prj-1", moves: 2 },
  "hidden-workspaces": { cause: "hidden-workspaces", code: "NOT_FOUND_OR_UNAUTHORIZED", project: hiding },
  "hidden-members": {
    cause: "hidden-members",
    code: "NOT_FOUND_OR_UNAUTHORIZED",
    address,
    workspaces,
    destination: hiding,
  },
  "not-visible": {
    cause: "not-visible",
    code: "NOT_FOUND_OR_UNAUTHORIZED",
    organization,
    projects: [{ by: "name", name: "Data" }],
    workspaces,
  },
};

/** A warning of each kind. */
export const WARNINGS: { readonly [K in PlanWarning["kind"]]: PlanWarning & { readonly kind: K } } = {
  "not-permitted": { kind: "not-permitted", refusals: [ERRORS["hidden-destination"]] },
  delete: { kind: "delete", action: 0, project },
  evacuate: { kind: "evacuate", action: 0, destination: "Default Project", workspaces: moved },
  gate: {
    kind: "gate",
    addresses: ["terraform_data.gate"],
    gates: ["terraform_data.gate"],
    dependents: [],
    unknown: [],
  },
  "not-found": {
    kind: "not-found",
    addresses: [address],
    projects: [{ by: "state", ...project }],
    countAs: "deleted",
  },
  "possible-rename": { kind: "possible-rename", action: 0, name: "Web", from: project },
  "two-owners": {
    kind: "two-owners",
    addresses: [address, "tfe_workspace.api"],
    owners: { owner: address, workspaces: ["tfe_workspace.api"], conflict: "member" },
  },
  "two-owners-of-objects": {
    kind: "two-owners-of-objects",
    addresses: [access, "tfe_team_project_access.web"],
    owners: {
      type: "tfprojects_project_team_access",
      owner: access,
      others: ["tfe_team_project_access.web"],
      conflict: "same",
    },
  },
  "removed-objects": {
    kind: "removed-objects",
    cause: "exclusive",
    addresses: [access],
    type: "tfprojects_project_team_access",
    project: "Data & more",
    objects: [{ id: "team-1", name: "web" }],
  },
  "unmanaged-objects": {
    kind: "unmanaged-objects",
    addresses: [access],
    type: "tfprojects_project_variable_sets",
    project: "Data & more",
    objects: [{ id: "varset-1", name: "aws" }],
  },
  misplaced: {
    kind: "misplaced",
    addresses: ["tfe_workspace.api"],
    workspaces: [{ address: "tfe_workspace.api", workspace: { id: "ws-1", name: "api" }, from: project, to: "Web" }],
  },
  "renamed-workspaces": { kind: "renamed-workspaces", addresses: [address], renamed },
  "missing-workspaces": {
    kind: "missing-workspaces",
    addresses: [address],
    workspaces,
    organization,
    suggestions: {},
  },
  "unknown-members": {
    kind: "unknown-members",
    addresses: [address],
    members: { address, project, count: 1, created: [], dependsOn: ["var.names"], kept: [] },
  },
  "lost-match": { kind: "lost-match", addresses: [placement], workspaces: [{ id: "ws-1", name: "api" }] },
  "new-match": { kind: "new-match", addresses: [placement], workspaces: [{ id: "ws-1", name: "api" }] },
  "no-match": {
    kind: "no-match",
    addresses: [placement],
    rules: [{ position: 0 }, { position: 2, nearest: { pattern: "dota-*", similar: "data-*" } }],
  },
  evict: { kind: "evict", action: 0, destination: "Default Project", workspaces: moved },
  release: { kind: "release", action: 0, destination: "Default Project", workspaces: moved },
  "auto-destroy": {
    kind: "auto-destroy",
    action: 0,
    setting: "autoDestroyActivityDuration",
    after: "14d",
    destination: "Web",
    sources: [{ from: project, before: null, workspaces: 2, isCertain: true }],
  },
};
