import type { Reasons } from "./statement";

/** The sections of docs/internals/fidelity.md, in its order, by the key that IDs of statements begin with. */

/** HashiCorp's API reference for projects, run task stages and their results. */
export const REFERENCE = {
  overview: "Overview",
  project: "Project",
  stage: "Run task stage",
  result: "Run task result",
  "workspace-reference": "Workspace reference",
  "error-object": "Error object",
  states: "States and transitions",
  "stage-status": "Run task stage status",
  "result-status": "Run task result status",
  "create-project": "Create a project",
  "update-project": "Update a project",
  "list-projects": "List projects",
  "show-project": "Show a project",
  "delete-project": "Delete a project",
  "move-workspaces": "Move workspaces into a project",
  "list-stages": "List the task stages of a run",
  "show-stage": "Show a task stage",
  "show-result": "Show a task result",
  "override-stage": "Override a task stage",
  authentication: "Authentication",
  errors: "Errors",
  limits: "Limits",
  versioning: "Versioning",
} as const;

/** Other public information about HCP Terraform, and our choices where there is none. */
export const FURTHER = {
  "go-client": "HashiCorp's Go client and Terraform provider",
  "other-clients": "What other clients rely on",
  success: "Success codes",
  "error-documents": "Error documents",
  validation: "Validation errors of projects",
  "project-names": "Project names",
  "deleting-projects": "Deleting projects",
  "after-writes": "Reads after writes",
  "missing-permissions": "Missing permissions",
  pages: "Pages and filters",
  "rate-limits": "Rate limits",
  workspaces: "Workspaces",
  "project-attributes": "Further attributes of projects",
  "project-access": "What applies to a project",
  "stages-and-results": "Task stages and results",
  override: "Override",
  "stage-rules": "How a stage gets its status",
  "run-tasks": "Run tasks: calls, reports and timeouts",
  credentials: "Credentials and discovery",
} as const;

export type SectionKey = keyof typeof REFERENCE | keyof typeof FURTHER;

/** Where a whole section is about one side: why the other has no tests, unless it has. */
export const ONE_SIDED: Readonly<Partial<Record<SectionKey, Reasons>>> = {
  "go-client": { client: "These are requests of other clients." },
  "other-clients": { client: "These are requests of other clients." },
  "run-tasks": { client: "Between the service and a run task; the client is not involved." },
  credentials: { emulator: "Concerns only the client." },
};
