import {
  assignedTwice,
  assignmentsNotPermitted,
  assignmentsShared,
  defaultProjectDeleted,
  deletedProject,
  deletedTarget,
  duplicateId,
  duplicateName,
  exclusiveDefaultProject,
  exclusiveShared,
  hiddenDestination,
  hiddenMembers,
  hiddenWorkspaces,
  importedElsewhere,
  inTwoMemberships,
  invalidAssignment,
  invalidAttribute,
  listedAndPlaced,
  movesNotPermitted,
  nameCycle,
  nameTakenByUnmanaged,
  notAdopted,
  notEmpty,
  notVisible,
  placedInExclusive,
  placedTwice,
  projectsNotPermitted,
  renamedProject,
  renamedWorkspaces,
  tooManyDeletes,
  tooManyMoves,
  tooManyPlaced,
  unknownImport,
  unknownProject,
  unknownTags,
  unknownTarget,
  unknownWorkspaces,
  unreadableObjects,
  warningOf,
  type WarningCode,
  type WarningFacts,
} from "../../src/diagnostics";
import { attributeError, type Diagnostic } from "../../src/model";

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
export const ERRORS = {
  invalidAttribute: invalidAttribute({
    address,
    problem: attributeError(["name"], "Invalid name", "The name is too long."),
  }),
  duplicateName: duplicateName({ address, name: "Data", other: "tfprojects_project.b" }),
  duplicateId: duplicateId({ address, id: "prj-1", other: "tfprojects_project.b" }),
  unknownImport: unknownImport({ address, imported: { by: "id", id: "prj-1" }, organization }),
  unknownProject: unknownProject({ address, reference: { by: "name", name: "Data" }, organization }),
  renamedProject: renamedProject({
    address,
    previous: "Old",
    renamed: { address: "tfprojects_project.new", name: "New" },
  }),
  deletedProject: deletedProject({ address, deleted: project }),
  unknownWorkspaces: unknownWorkspaces({ address, workspaces, organization, suggestions: { api: "api-2" } }),
  renamedWorkspaces: renamedWorkspaces({ address, renamed }),
  inTwoMemberships: inTwoMemberships({
    address,
    workspaces,
    memberships: ["tfprojects_workspace_membership.b", address].map((label) => ({ label })),
  }),
  unreadableObjects: unreadableObjects({
    address: access,
    type: "tfprojects_project_team_access",
    projectName: "Data & more",
  }),
  invalidAssignment: invalidAssignment({ address: access, message: 'The variable set "a" is global.' }),
  importedElsewhere: importedElsewhere({
    address: access,
    imported: { by: "id", id: "prj-2" },
    projectName: "Data & more",
  }),
  assignedTwice: assignedTwice({
    address: access,
    type: "tfprojects_project_team_access",
    objects: ["web"],
    resources: ["tfprojects_project_team_access.b", access],
  }),
  assignmentsShared: assignmentsShared({
    address: access,
    type: "tfprojects_project_team_access",
    others: ["tfprojects_project_team_access.b"],
  }),
  unknownTarget: unknownTarget({
    address: placement,
    rules: [0, 2],
    reference: { by: "name", name: "Dota" },
    organization,
    nearest: "Data",
  }),
  deletedTarget: deletedTarget({ address: placement, rules: [1], deleted: project }),
  placedInExclusive: placedInExclusive({ address: placement, rules: [0], membership: address }),
  listedAndPlaced: listedAndPlaced({
    address: placement,
    placement,
    workspaces,
    membership: address,
    language: "terraform",
  }),
  placedTwice: placedTwice({
    address: placement,
    workspaces,
    placements: ["tfprojects_workspace_placement.b", placement],
  }),
  unknownTags: unknownTags({ addresses: [placement], workspaces, organization }),
  tooManyPlaced: tooManyPlaced({ address: placement, workspaces, limit: 1 }),
  exclusiveShared: exclusiveShared({ address, others: ["b"] }),
  nameTakenByUnmanaged: nameTakenByUnmanaged({ address, name: "Data", holder: "prj-2" }),
  notAdopted: notAdopted({
    address,
    name: "Data",
    holder: { id: "prj-2", name: "DATA", organization },
    gone: project,
    isForbidden: false,
    changed: ["description"],
    workspaces,
    language: "typescript",
  }),
  nameCycle: nameCycle({
    address,
    renames: [
      { previous: "A", name: "B" },
      { previous: "B", name: "A" },
    ],
  }),
  defaultProjectDeleted: defaultProjectDeleted({ project }),
  exclusiveDefaultProject: exclusiveDefaultProject({ address }),
  notEmpty: notEmpty({ project, workspaces, deletion: "unmanaged", evacuate: false, leaving: [] }),
  tooManyDeletes: tooManyDeletes({ projects: ["Data", "Web"], total: 9, limit: 1 }),
  tooManyMoves: tooManyMoves({ reasons: [["member", 30]], total: 40, limit: 25, minimum: 25 }),
  updateNotPermitted: projectsNotPermitted({ project, verb: "update", names: [project.name], organization }),
  assignmentsNotPermitted: assignmentsNotPermitted({
    organization,
    type: "tfprojects_project_team_access",
    assignedTo: ["Web"],
  }),
  createNotPermitted: projectsNotPermitted({ organization, verb: "create", names: ["Data"] }),
  movesNotPermitted: movesNotPermitted({ project, direction: "into", moves: 2 }),
  hiddenDestination: hiddenDestination({ projectId: "prj-1", moves: 2 }),
  hiddenWorkspaces: hiddenWorkspaces({ project: hiding }),
  hiddenMembers: hiddenMembers({ address, workspaces, destination: hiding }),
  notVisible: notVisible({ organization, projects: [{ by: "name", name: "Data" }], workspaces }),
};

const sharing = {
  from: project,
  to: { name: "Web" },
  workspaces: 1,
  others: [{ id: "ws-2", name: "dns" }],
  shared: [{ id: "ws-1", name: "api" }],
  readers: [{ id: "ws-3", name: "web" }],
};

/** A warning of each kind. */
export const WARNINGS: { readonly [C in WarningCode]: Diagnostic<WarningFacts<C>> } = {
  "not-permitted": warningOf("not-permitted", { projects: [], others: [ERRORS.hiddenDestination] }),
  delete: warningOf("delete", { action: "move Web", project }),
  "destroyed-anyway": warningOf("destroyed-anyway", {
    action: "move Web",
    destination: "Web",
    destroyed: [{ id: "ws-1", name: "api" }],
  }),
  "run-identity": warningOf("run-identity", {
    identities: [
      {
        cause: "moved",
        before: "organization:acme:project:Default Project",
        after: "organization:acme:project:Web",
        workspaces: 2,
      },
    ],
  }),
  "state-lost": warningOf("state-lost", { changes: [sharing] }),
  "state-gained": warningOf("state-gained", { changes: [sharing] }),
  evacuate: warningOf("evacuate", { action: "move Web", destination: "Default Project", moved }),
  gate: warningOf("gate", {
    addresses: ["terraform_data.gate"],
    gates: [{ address: "terraform_data.gate", status: "open", reasons: [], dependents: [] }],
  }),
  "not-found": warningOf("not-found", {
    addresses: [address],
    projects: [{ by: "state", ...project }],
    countAs: "deleted",
  }),
  "possible-rename": warningOf("possible-rename", { action: "move Web", name: "Web", from: project }),
  "not-in-state": warningOf("not-in-state", { addresses: [address], projects: [project] }),
  "two-owners": warningOf("two-owners", {
    addresses: [address, "tfe_workspace.api"],
    owners: { owner: address, workspaces: ["tfe_workspace.api"], conflict: "member" },
  }),
  "two-owners-of-objects": warningOf("two-owners-of-objects", {
    addresses: [access, "tfe_team_project_access.web"],
    owners: {
      type: "tfprojects_project_team_access",
      owner: access,
      others: ["tfe_team_project_access.web"],
      conflict: "same",
    },
  }),
  "removed-objects": warningOf("removed-objects", {
    cause: "exclusive",
    addresses: [access],
    type: "tfprojects_project_team_access",
    projectName: "Data & more",
    hasOthers: true,
    objects: [{ id: "team-1", name: "web", attributes: { access: "admin" } }],
  }),
  "unmanaged-objects": warningOf("unmanaged-objects", {
    addresses: [access],
    type: "tfprojects_project_variable_sets",
    projectName: "Data & more",
    objects: [{ id: "varset-1", name: "aws", attributes: {} }],
  }),
  recreated: warningOf("recreated", {
    addresses: ['tfe_workspace.team["Data/api"]'],
    recreated: [
      {
        workspace: { id: "ws-1", name: "api" },
        from: 'tfe_workspace.team["Data/api"]',
        to: 'tfe_workspace.team["Web/api"]',
      },
      { workspace: { id: "ws-2", name: "dns" }, from: "tfe_workspace.dns", to: "tfe_workspace.dns" },
    ],
  }),
  misplaced: warningOf("misplaced", {
    addresses: ["tfe_workspace.api"],
    misplaced: [{ address: "tfe_workspace.api", workspace: { id: "ws-1", name: "api" }, from: project, to: "Web" }],
  }),
  "renamed-workspaces": warningOf("renamed-workspaces", { addresses: [address], renamed }),
  "missing-workspaces": warningOf("missing-workspaces", {
    addresses: [address],
    workspaces,
    organization,
    suggestions: {},
  }),
  "unknown-members": warningOf("unknown-members", {
    addresses: [address],
    members: { address, project, count: 1, created: [], dependsOn: ["var.names"], kept: [] },
  }),
  "lost-match": warningOf("lost-match", { addresses: [placement], lost: [{ id: "ws-1", name: "api" }] }),
  "new-match": warningOf("new-match", { addresses: [placement], matching: [{ id: "ws-1", name: "api" }] }),
  "no-match": warningOf("no-match", {
    addresses: [placement],
    rules: [{ position: 0 }, { position: 2, nearest: { pattern: "dota-*", similar: "data-*" } }],
  }),
  "no-reach": warningOf("no-reach", {
    addresses: [placement],
    rules: [{ position: 2, earlier: [0], isExcepted: false, example: "api", count: 2 }],
  }),
  evict: warningOf("evict", { action: "move Web", destination: "Default Project", moved }),
  release: warningOf("release", { action: "move Web", destination: "Default Project", moved }),
  "auto-destroy": warningOf("auto-destroy", {
    action: "move Web",
    setting: "autoDestroyActivityDuration",
    after: "14d",
    destination: "Web",
    sources: [{ from: project, before: null, workspaces: 2, isCertain: true }],
  }),
};
