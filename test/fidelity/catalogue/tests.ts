import { testsOf } from "../row";

/** The suites that rows refer to, by what they look at. */

// The emulator, over plain HTTP.
export const accessMatrix = testsOf("test/emulator/access/roles.test.ts");
export const callback = testsOf("test/emulator/routes/task-result-callback.test.ts");
export const calls = testsOf("test/emulator/runs/webhooks/run-task-dispatcher.test.ts");
export const agentPools = testsOf("test/emulator/routes/agent-pools.test.ts");
export const deadlines = testsOf("test/emulator/runs/timers.test.ts");
export const execution = testsOf("test/emulator/http/execution-body.test.ts");
export const teamRoutes = testsOf("test/emulator/routes/teams.test.ts");
export const setRoutes = testsOf("test/emulator/routes/applied-sets.test.ts");
export const moveRoute = testsOf("test/emulator/routes/project-workspaces.test.ts");
export const accountRoute = testsOf("test/emulator/routes/account.test.ts");
export const organizationRoutes = testsOf("test/emulator/routes/organizations.test.ts");
export const projectDocument = testsOf("test/emulator/serializers/project.test.ts");
export const projectListRoute = testsOf("test/emulator/routes/project-list.test.ts");
export const projectRoutes = testsOf("test/emulator/routes/projects.test.ts");
export const projectUpdates = testsOf("test/emulator/routes/project-update.test.ts");
export const fivePages = testsOf("test/emulator/http/paging.test.ts")("links-to-pages");
export const realClients = testsOf("test/emulator/real-clients/real-clients.test.ts");
export const remoteStateConsumers = testsOf("test/emulator/routes/remote-state-consumers.test.ts");
export const runActions = testsOf("test/emulator/routes/run-actions.test.ts");
export const runDocuments = testsOf("test/emulator/serializers/run-resources.test.ts");
export const runQueue = testsOf("test/emulator/runs/progress.test.ts");
export const runStatus = testsOf("test/emulator/runs/run-status.test.ts");
export const runTaskRoutes = testsOf("test/emulator/routes/run-tasks.test.ts");
export const stringTags = testsOf("test/emulator/routes/workspace-tags.test.ts");
export const transitions = testsOf("test/emulator/runs/transitions.test.ts");
export const rateLimit = testsOf("test/emulator/http/rate-limit.test.ts");
export const runRoutes = testsOf("test/emulator/routes/runs.test.ts");
export const service = testsOf("test/emulator/http/service.test.ts");
export const stageRules = testsOf("test/emulator/runs/stage-status.test.ts");
export const taskResultDocument = testsOf("test/emulator/serializers/task-result.test.ts");
export const taskResultRoute = testsOf("test/emulator/routes/task-results.test.ts");
export const taskStageDocument = testsOf("test/emulator/serializers/task-stage.test.ts");
export const taskStageRoutes = testsOf("test/emulator/routes/task-stages.test.ts");
export const subscriptions = testsOf("test/emulator/routes/subscriptions.test.ts");
export const tagBindings = testsOf("test/emulator/routes/tag-bindings.test.ts");
export const workspaceActions = testsOf("test/emulator/routes/workspace-actions.test.ts");
export const workspaceList = testsOf("test/emulator/routes/workspace-list.test.ts");
export const workspaceSettings = testsOf("test/emulator/store/workspace-settings.test.ts");
export const workspaceRoutes = testsOf("test/emulator/routes/workspaces.test.ts");

// Both.
export const conventions = testsOf("test/contract/conventions.test.ts");
export const errors = testsOf("test/contract/errors.test.ts");
export const statuses = testsOf("test/contract/statuses.test.ts");

// The client.
export const address = testsOf("test/api/address.test.ts");
export const cliSyntax = testsOf("test/api/cli-configuration-syntax.test.ts");
export const clientProjects = testsOf("test/api/projects.test.ts");
export const clientStages = testsOf("test/api/task-stages.test.ts");
export const clientWorkspaces = testsOf("test/api/workspaces.test.ts");
export const clientAccount = testsOf("test/api/account.test.ts");
export const clientOrganizations = testsOf("test/api/organizations.test.ts");
export const connection = testsOf("test/api/request-executor.test.ts");
export const credentials = testsOf("test/api/credentials.test.ts");
export const credentialsHelper = testsOf("test/api/credentials-helper.test.ts");
export const retryPolicy = testsOf("test/api/retry-policy.test.ts");
export const limitedClient = testsOf("test/api/client.test.ts");
export const limiter = testsOf("test/api/rate-limiter.test.ts");
export const operations = testsOf("test/contract/project-operations.test.ts");
export const listOperations = testsOf("test/contract/project-list.test.ts");
export const paging = testsOf("test/api/paginate.test.ts");
export const permissions = testsOf("test/contract/permissions.test.ts");
export const proxy = testsOf("test/api/proxy.test.ts");
export const projectFields = testsOf("test/contract/project-fields.test.ts");
export const readErrors = testsOf("test/api/error-from-response.test.ts");
export const relatedObjects = testsOf("test/contract/related-objects.test.ts");
export const requests = testsOf("test/contract/requests.test.ts");
export const resultFields = testsOf("test/contract/task-result-fields.test.ts");
export const stageFields = testsOf("test/contract/task-stage-fields.test.ts");
export const stageOperations = testsOf("test/contract/task-stage-operations.test.ts");
