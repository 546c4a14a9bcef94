import { createHmac } from "node:crypto";
import { arrayOf, boolean, nullable, object, oneOf, optional, record, string } from "../decode";
import { managedWith } from "../engine/access";
import { attribute, setting } from "../engine/attribute";
import type {
  ChangeOf,
  Context,
  Kind,
  ReadPart,
  RecordOf,
  Scope,
  ServiceRequest,
  Store,
  WriteContext,
} from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { objectDocument } from "../engine/lists";
import { requirePermission, visible } from "../engine/path";
import { toOptional } from "../engine/relation";
import { update } from "../engine/write";
import type { AttributeProblem } from "../errors";
import { badRequest } from "../errors";
import type { OutgoingRequest } from "../http/exchange";
import type { RequestResource } from "../http/request-document";
import { readRelationshipToMany } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { ok } from "../http/route";
import { organizationMemberships } from "./organization-membership";
import { isWebAddress } from "./run-task";
import { userId, usernameOf } from "./user";

/** The limit that is documented for workspaces; for projects and teams it is our choice. */
const MAX_CONFIGURATIONS = 20;

const TRIGGERS: readonly string[] = [
  ...["created", "planning", "needs_attention", "pending_apply_approval", "cost_estimated"].map((it) => `run:${it}`),
  ...["policy_override_required", "policies_checked", "policy_soft_failed", "applying"].map((it) => `run:${it}`),
  ...["completed", "errored", "run_errored", "run_canceled"].map((it) => `run:${it}`),
  ...["drifted", "check_failure", "failed"].map((it) => `assessment:${it}`),
  ...["auto_destroy_reminder", "auto_destroy_run_results", "deleted"].map((it) => `workspace:${it}`),
  "change_request:created",
];

/** What came back from the address. */
const deliveryResponse = object({
  url: string,
  body: string,
  code: string,
  headers: record(arrayOf(string)),
  "sent-at": string,
  successful: oneOf(["true", "false"]),
});

const definition = shape({
  type: "notification-configurations",
  label: "Notification configuration",
  prefix: "nc-",
  parameter: "notificationConfiguration",
  parent: "subscribable",
  attributes: {
    name: attribute(string),
    destinationType: attribute(oneOf(["generic", "slack", "microsoft-teams", "email"]), { writable: "create" }),
    enabled: attribute(boolean),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    triggers: setting(arrayOf(string), [], {
      check: (given) => given.filter((it) => !TRIGGERS.includes(it)).map((it) => `Triggers has an unknown one: ${it}`),
      normalize: (given) => [...new Set(given)],
    }),
    url: setting(nullable(string), null),
    /** Signs requests to generic destinations. */
    token: setting(nullable(string), null, { writeOnly: true, normalize: (token) => (token === "" ? null : token) }),
    emailAddresses: setting(nullable(arrayOf(string)), null, { documented: false }),
  },
  relations: {
    workspace: toOptional("workspaces", { as: "subscribable" }),
    project: toOptional("projects", { as: "subscribable" }),
    team: toOptional("teams", { as: "subscribable" }),
  },
  members: {
    /** Whom emails are for; without any, all members. */
    userIds: arrayOf(string),
    delivered: optional(deliveryResponse),
  },
});

type NotificationConfigurationRecord = RecordOf<typeof definition>;

const ITEM = "/notification-configurations/:notificationConfiguration";

/**
 * Notifications of workspaces, projects and teams, which the emulator does not send; it verifies their addresses. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/notification-configurations
 */
export const notificationConfigurations: Kind<NotificationConfigurationRecord> = kind(definition, {
  // On a team's organization, or on a project.
  access: managedWith("manage-teams"),
  items: [ITEM],
  collection: ["workspaces", "projects", "teams"].map(
    (type) => `/${type}/:${type.replace(/s$/, "")}/notification-configurations`,
  ),
  otherTypes: ["notification-configuration"],
  list: { pages: "if-requested" },
  computed: {
    token: { constant: null },
    userEmailAddresses: { value: emailsOf, documented: false },
    externalEmailAddresses: { constant: null, documented: false },
    deliveryResponses: { value: (_, { delivered }) => (delivered === undefined ? [] : [delivered]) },
  },
  related: {
    users: {
      many: true,
      identifiers: (_, { userIds }) => userIds.map((id) => ({ id, type: "users" })),
      documented: isEmail,
    },
  },
  read,
  rules,
  written: (request, configuration, _, before) => {
    if (configuration.enabled) verify(request, configuration, before === undefined);
  },
  routes: [
    { method: "POST", path: `${ITEM}/actions/verify`, handle: (request) => act(request, {}) },
    { method: "POST", path: `${ITEM}/actions/enable`, handle: (request) => act(request, { enabled: true }) },
  ],
});

function isEmail({ destinationType }: NotificationConfigurationRecord): boolean {
  return destinationType === "email";
}

/** Users that a change does not name get no more emails, as the tests of the Go client expect. */
function read(
  resource: RequestResource,
  { before, organizationId }: Scope<NotificationConfigurationRecord>,
  { store }: WriteContext,
): ReadPart<NotificationConfigurationRecord> {
  const type = before?.destinationType ?? resource.attributes["destination-type"];
  const userIds = type === "email" ? (readRelationshipToMany(resource, "users", "users") ?? []) : [];
  const known = userIds.length === 0 ? undefined : emailsOfMembers(store, organizationId);
  const problems = userIds.flatMap((id, index) => {
    const pointer = `/data/relationships/users/data/${index}/id`;
    return known?.has(id) === true
      ? []
      : [{ attribute: "users", detail: `User ${id} is not a member of the organization`, pointer }];
  });
  return { change: { userIds }, problems };
}

/** Email addresses of the members of an organization, by the ID of the user. */
function emailsOfMembers(store: Store, organizationId: string): ReadonlyMap<string, string> {
  const memberships = store.table(organizationMemberships).where("organizationId", organizationId).all();
  return new Map(memberships.map(({ email }) => [userId(usernameOf(email)), email]));
}

/** Null without users. */
function emailsOf({ store }: Context, configuration: NotificationConfigurationRecord): readonly string[] | null {
  if (configuration.userIds.length === 0) return null;
  const { organizationId } = store.placeOf(notificationConfigurations, configuration);
  const emails = emailsOfMembers(store, organizationId);
  return configuration.userIds.flatMap((id) => emails.get(id) ?? []);
}

function rules(
  change: ChangeOf<NotificationConfigurationRecord>,
  { before, parent }: Scope<NotificationConfigurationRecord>,
  store: Store,
): readonly AttributeProblem[] {
  const type = change.destinationType ?? before?.destinationType;
  const url = change.settings?.url === undefined ? (before?.settings.url ?? null) : change.settings.url;
  const problems: AttributeProblem[] = [];
  const problem = (attribute: string, detail: string): void => void problems.push({ attribute, detail });
  if (type !== "email" && (url ?? "") === "") problem("url", "Url can't be blank");
  else if (type !== "email" && !isWebAddress(url ?? "")) problem("url", "Url is invalid");
  if (type === "email" && (url ?? "") !== "") problem("url", "Url must be blank for emails");
  if (before === undefined && parent !== undefined && countOf(store, parent.id) >= MAX_CONFIGURATIONS) {
    problem("base", `There are ${MAX_CONFIGURATIONS} notification configurations already, which is the limit`);
  }
  return problems;
}

function countOf(store: Store, subscribableId: string): number {
  const table = store.table(notificationConfigurations);
  return Math.max(...["workspaceId", "projectId", "teamId"].map((member) => table.where(member, subscribableId).size));
}

/** Verifies the address, whether the configuration is enabled or not. */
function act(request: ServiceRequest, change: ChangeOf<NotificationConfigurationRecord>): RouteResult {
  const { store } = request;
  const configuration = visible(request, notificationConfigurations);
  requirePermission(request, notificationConfigurations, configuration, "manage-teams");
  verify(request, update(store, notificationConfigurations, configuration, change), false);
  const verified = store.table(notificationConfigurations).expect(configuration.id);
  return ok(objectDocument(request, notificationConfigurations, verified, "update"));
}

/** Sends a request to the address, and keeps the response. @throws HttpError 400 unless it is a success */
function verify({ store, ask }: ServiceRequest, configuration: NotificationConfigurationRecord, isNew: boolean): void {
  if (isEmail(configuration)) return;
  const outgoing = verification(configuration, isNew);
  const { status = 0, headers, body } = ask(outgoing);
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess) {
    const reason = status === 0 ? body : `it responded with status ${status}`;
    throw badRequest(`Unable to complete verification request to destination URL ${outgoing.url}: ${reason}.`);
  }
  const delivered = {
    ...{ url: outgoing.url, body, code: String(status), headers },
    ...{ "sent-at": store.clock.statusTimestamp(), successful: "true" as const },
  };
  store.table(notificationConfigurations).put({ ...configuration, delivered });
}

/** The documented request, without what a verification has none of. Chats get a text (our choice: undocumented). */
function verification(
  { id, name, destinationType, settings }: NotificationConfigurationRecord,
  isNew: boolean,
): OutgoingRequest {
  const message = `Verification of ${name}`;
  const content =
    destinationType === "generic"
      ? {
          payload_version: 1,
          // A new one gets its ID when it is saved.
          notification_configuration_id: isNew ? null : id,
          ...Object.fromEntries(NO_RUN.map((member) => [member, null])),
          notifications: [
            { message, trigger: "verification", run_status: null, run_updated_at: null, run_updated_by: null },
          ],
        }
      : { text: message };
  const body = JSON.stringify(content);
  const token = settings.token ?? null;
  const signature = token === null ? "" : createHmac("sha512", token).update(body).digest("hex");
  return {
    url: settings.url ?? "",
    headers: {
      "content-type": "application/json",
      ...(destinationType === "generic" && token !== null ? { "x-tfe-notification-signature": signature } : {}),
    },
    body,
  };
}

const NO_RUN = [
  ...["run_url", "run_id", "run_message", "run_created_at", "run_created_by"],
  ...["workspace_id", "workspace_name", "organization_name"],
];
