/** The rows of docs/internals/fidelity.md that checks are about, by ID: what they say. */
export const ROWS = {
  "after-writes: A moved workspace": "Counts and lists of its projects have it at once.",
  "after-writes: A new project": "Is in lists at once.",
  "credentials: GET /api/v2/ping": "204, with the API version and the rate limit.",
  "credentials: The account of a token":
    "`GET /account/details` returns the user, or the service account of a team or organization token, and the " +
    "token's owner (`authenticated-resource`).",
  "deleting-projects: A deleted project":
    "404, which clients treat as success. After a lost response, our client reports an unknown outcome, which " +
    "a caller that knows the organization can resolve.",
  "deleting-projects: A project that contains workspaces":
    "409 `conflict`, as for safe deletes of workspaces. The emulator can be configured to respond with 403 or " +
    "422.",
  "error-documents: Invalid include": "400; the text contains `Invalid include parameter`.",
  "error-documents: No token, wrong token": "401 `unauthorized`, with the same body.",
  "error-documents: Not found, or not permitted": "404 `not found`, with the same body.",
  "error-documents: Unknown route": "404 with the same body, even with a wrong token.",
  "error-documents: Wrong media type": "415 `invalid content type` for POST, PATCH and DELETE, with or without a body.",
  "errors: Delete project 404": "Project not found, or caller not authorized to delete it.",
  "errors: Move workspaces 403":
    "A workspace not found, or caller not authorized to move it out; the detail names them; title `forbidden`.",
  "go-client: Lists of workspaces": "By pattern, project and run status, sorted, with `include`.",
  "limits: Default page size (projects)": "20.",
  "list-projects: filter[permissions][update]": "When present, only projects that the caller can update.",
  "list-stages: GET /runs/:run_id/task-stages": "Lists the task stages of a run; 200.",
  "missing-permissions: Move": "403 for workspaces, 404 for the destination.",
  "other-clients: A workspace that allows no destroy plans, in a project with auto-destroy":
    "It can be moved there, and inherits the duration; a project can be given a duration while it has such workspaces.",
  "other-clients: A workspace that leaves the project that owns its variable set": "Keeps the set.",
  "other-clients: Notification configurations":
    "Of workspaces, projects and teams: created, listed, shown, changed, deleted. No notifications are sent.",
  "other-clients: OAuth clients":
    "Listed at once without parameters of pages, with the projects they are limited to and the IDs of their tokens.",
  "other-clients: Sharing state": "With the organization or the project, not both.",
  "other-clients: allow-destroy-plan of a workspace":
    "Must be true while the workspace or its project has an auto-destroy plan: a change that says otherwise is 422.",
  "other-clients: include=vars":
    "Documents and lists of workspaces and of variable sets include variables, without sensitive values.",
  "other-clients: tag-selector-matching-logic of a policy set":
    "`any` or `all`; required for tag selectors: 422 with the service's message.",
  "pages: A page number that is 0, negative or not a number": "422.",
  "pages: A page past the end": "200 without items, with the page's number and the correct totals.",
  "pages: A page size over 100": "422 `page[size] must be between 1 and 100`; rejected, not capped.",
  "pages: A page size that is 0 or not a number": "Rejected the same way.",
  "pages: An empty list": "Has no page: `total-pages` is 0.",
  "pages: An unknown filter": "400 with its name; it is not ignored.",
  "pages: An unknown sort order": "400.",
  "pages: filter[names]": "Whole names, ignoring case; a comma means or; a plus sign is a space.",
  "pages: meta.pagination":
    "Nested in `meta`. The client rejects lists without it, except those of task stages, where it uses the " +
    "links, or whether a page is full.",
  "pages: q": "Matches part of a name; ignored with `filter[names]`.",
  "pages: sort": "`name` or `-name`; a stable order by default.",
  "project-access: GET /organizations/:organization_name/policy-sets":
    "Lists policy sets with their projects, workspaces and exclusions, for callers who may manage policies.",
  "project-access: GET /projects/:project_id/effective-tag-bindings": "Lists the tags of a project, without pages.",
  "project-access: GET /projects/:project_id/varsets":
    "Lists variable sets by `scope`: those that apply to the project, also global ones (`applied`), those " +
    "that it owns (`owned`), or `all`.",
  "project-access: GET /team-projects": "Lists the access of teams to the project in `filter[project][id]`, in pages.",
  "project-access: inherits-project-auto-destroy and setting-overwrites":
    "Say which settings a workspace inherits from its project; its values are the effective ones.",
  "project-attributes: A default agent pool that does not allow its project":
    "Can be chosen, and is inherited by its workspaces.",
  "project-attributes: Agent pools": "Created, listed, searched, shown, changed, deleted; one in use is not deleted.",
  "project-attributes: Agent pools that are not allowed":
    "A workspace cannot choose them: 422, with the text of the service.",
  "project-attributes: Full documents":
    "Every response has counts, duration and permissions; `created-at`. The emulator's option `documents: " + "full`.",
  "project-attributes: Moves with an own agent pool":
    "A workspace moves with it into a project that the pool does not allow; 422 with `moveWithAgentPool: refuse`.",
  "project-attributes: Settings that contradict each other": "422 with the service's message, at the attribute.",
  "project-attributes: Tag bindings in a project's document":
    "A relationship of create and update: replaces all; an empty one removes all, an omitted one changes none.",
  "project-attributes: Ten tags": "The maximum for a project.",
  "project-attributes: Unsetting the duration":
    "An explicit null; an omitted one is unchanged. Responses have null when it is unset.",
  "project-attributes: default-execution-mode, default-agent-pool-id": "A value makes the setting the project's own.",
  "project-attributes: effective-tag-bindings":
    "A workspace has its project's tags too, except for keys of its own; each names its source.",
  "project-attributes: filter[tagged]": "Keys and values, all of which must match.",
  "project-attributes: include=effective_tag_bindings": "On show and list, with underscores or hyphens.",
  "project-attributes: setting-overwrites":
    "False restores the organization's value; both spellings of the keys are accepted.",
  "project-names: A change of case": "A project may change the case of its own name.",
  "project-names: A taken name": "422 `Name has already been taken`, as documented for workspaces and organizations.",
  "rate-limits: The limit":
    "30 requests per second and user, or address. Configurable in the emulator, and off when embedded.",
  "rate-limits: cache-control, etag, vary": "A success has a weak tag of its content.",
  "rate-limits: x-ratelimit-limit, -remaining, -reset": "On every response.",
  "rate-limits: x-ratelimit-reset": "Seconds to wait, with decimals; not a timestamp.",
  "rate-limits: x-request-id, tfp-api-version": "On every response. The client's errors contain the request ID.",
  "result: attributes.workspace-task-enforcement-level": "`mandatory` occurs.",
  "run-tasks: Filters of task configurations":
    "By target, with global ones that apply to it, and by category, in both spellings.",
  "run-tasks: Task configurations": "A run has the tasks that are configured for its project, or for all projects.",
  "show-project: GET /projects/:project_id": "Shows a project, with `auto-destroy-activity-duration`.",
  "show-result: GET /task-results/:task_result_id": "Shows a task result; 200.",
  "show-stage: include=policy-evaluations": "The policy evaluations of the stage.",
  "show-stage: include=run": "The run.",
  "show-stage: include=task-results": "The results of the stage.",
  "stage-rules: A canceled run": "Cancels everything that had not completed.",
  "stage-rules: A mandatory failure": "The stage has failed and the run stops: later stages cannot be executed.",
  "stage-rules: Advisory failures alone":
    "The stage has failed (documented: one or more results failed), and the run continues. With an option, " +
    "the stage passes, as on the public service.",
  "stage-rules: Stages of an apply that a run does not need": "Stay pending, or become unreachable.",
  "stages-and-results: Discard a run": "202 before it is applied; the rest of it is canceled.",
  "stages-and-results: GET /runs/:run_id/tf-policy-evaluations":
    "Lists the evaluations of Terraform policies of a run; those of the emulator have none.",
  "stages-and-results: include on the list of stages": "Is supported there too.",
  "stages-and-results: include with underscores":
    "`task_results` and `policy_evaluations` are what real clients send: both spellings are accepted.",
  "success: Create a project": "201, with the project.",
  "success: Delete a project": "204, without content.",
  "success: Move workspaces": "204, without content.",
  "validation: A malformed duration": "`Auto destroy activity duration has an incorrect format, we expect …`",
  "validation: A space at either end of a name": "Rejected with a pointer to the name.",
  "validation: An empty description": "Is stored as null.",
  "validation: An invalid name": "Title `invalid attribute`; the detail begins `Name may only contain`.",
  "validation: Too short, too long, blank, `0d`":
    "422 with the pointer; the messages are ours, in the service's style.",
  "workspaces: A moved workspace": "Inherits the duration of its new project, unless it has its own.",
  "workspaces: A new workspace in a project": "Is created in it, and inherits its duration.",
  "workspaces: A workspace that is already in the project": "Is accepted, as is one that is named twice: 204.",
  "workspaces: A workspace without tags":
    "Has neither `tag-bindings` nor `effective-tag-bindings`; one with tags has both, with links. With an " +
    "option: by default, all workspaces have both.",
  "workspaces: Execution settings of workspaces":
    "Inherited from the project, and through it from the organization, unless the workspace has its own.",
  "workspaces: List workspaces": "Pages, `filter[project][id]`, `search[name]` for a part of the name, `sort`.",
  "workspaces: The current run": "The newest that is not speculative, which is our choice.",
  "workspaces: The default project":
    "The organization's relationship `default-project`. Its initial name is `Default Project`.",
  "workspaces: The number of workspaces in a move": "Unlimited.",
  "workspaces: filter[project][id] of an unknown project": "An empty list.",
  "workspaces: filter[tagged] of workspaces": "Keys and values, including inherited ones; all must match.",
  "workspaces: include=default-project": "Loads the default project with its organization.",
} as const;

export type RowId = keyof typeof ROWS;
