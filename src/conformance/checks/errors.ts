import { requestPath } from "../../api/request-path";
import { check, type Check } from "../check";
import { describe, hasStatus, isRejectedWith, shown } from "../expectations";
import { get, remove } from "../request";
import { organization, updateProject } from "./requests";

export const ERROR_CHECKS: readonly Check[] = [
  check({
    id: "not-found",
    row: "error-documents: Not found, or not permitted",
    requests: { project: (world) => get(requestPath`/projects/${world.unknownId("project")}`) },
    expects: ({ project }) => isRejectedWith(project, 404, "not found"),
    consequence: "A project that was deleted out of band is an error in every plan, instead of being created again.",
  }),
  check({
    id: "unknown-route",
    row: "error-documents: Unknown route",
    about: "with the token",
    requests: { route: () => get("/tfprojects-conformance") },
    expects: ({ route }) => isRejectedWith(route, 404, "not found"),
    consequence: "A release without an operation is reported as another error than a missing object.",
  }),
  check({
    id: "no-token",
    row: "error-documents: No token, wrong token",
    about: "no token",
    requests: { organization: (world) => ({ ...organization(world), headers: { Authorization: null } }) },
    expects: ({ organization: response }) => isRejectedWith(response, 401, "unauthorized"),
    consequence: "doctor reports a rejected token as another problem.",
  }),
  check({
    id: "versions",
    row: "rate-limits: x-request-id, tfp-api-version",
    requests: { organization },
    expects: ({ organization: response }) => {
      const missing = ["x-request-id", "tfp-api-version"].filter((name) => response.header(name) === undefined);
      return missing.length === 0 ? undefined : `no ${missing.join(" and no ")}`;
    },
    consequence: "Errors lack the ID that identifies a request in the service's logs.",
  }),
  check({
    id: "rate-limit",
    row: "rate-limits: x-ratelimit-reset",
    requests: { organization },
    expects: ({ organization: response }) => {
      const [limit, reset] = ["x-ratelimit-limit", "x-ratelimit-reset"].map((name) => response.header(name));
      if (limit === undefined) return { skipped: "the service has no rate limit" };
      const isShort = Number(reset) >= 0 && Number(reset) <= MAX_RESET_SECONDS;
      return isShort ? { found: `a limit of ${limit}` } : `x-ratelimit-reset is ${shown(reset)}`;
    },
    consequence: "After a 429, tfprojects waits for a second instead of the time that the service asks for.",
  }),
  check({
    id: "rate-limit-headers",
    row: "rate-limits: x-ratelimit-limit, -remaining, -reset",
    requests: { organization },
    expects: ({ organization: response }) => {
      const missing = LIMIT_HEADERS.filter((name) => response.header(name) === undefined);
      if (missing.length === LIMIT_HEADERS.length) return { skipped: "the service has no rate limit" };
      return missing.length === 0 ? undefined : `no ${missing.join(", ")}`;
    },
    consequence: "tfprojects learns the limit only from the responses above it.",
  }),
  check({
    id: "validators",
    row: "rate-limits: cache-control, etag, vary",
    requests: {
      organization,
      again: (world, { organization: before }) => ({
        ...organization(world),
        headers: { "If-None-Match": before?.header("etag") ?? "*" },
      }),
    },
    expects: ({ organization: response, again }) => {
      const tag = response.header("etag");
      if (tag === undefined) return "no etag";
      return hasStatus(again, 200, 304) ?? { found: `If-None-Match is answered with ${again.status}` };
    },
    consequence: "None for tfprojects, which stores no responses.",
  }),
  check({
    id: "ping",
    row: "credentials: GET /api/v2/ping",
    requests: { ping: () => get("/ping") },
    expects: ({ ping }) =>
      hasStatus(ping, 204) ?? (ping.header("tfp-api-version") === undefined ? "no tfp-api-version" : undefined),
    consequence: "None for tfprojects: other clients ask for it.",
  }),
  check({
    id: "account",
    row: "credentials: The account of a token",
    requests: { account: () => get("/account/details") },
    expects: ({ account }) => (account.status === 200 ? undefined : describe(account)),
    consequence: "doctor cannot say whose token it is.",
  }),
];

const MAX_RESET_SECONDS = 60;
const LIMIT_HEADERS = ["limit", "remaining", "reset"].map((name) => `x-ratelimit-${name}`);

/** After those that create projects. */
export const WRITE_ERROR_CHECKS: readonly Check[] = [
  check({
    id: "media-type",
    row: "error-documents: Wrong media type",
    about: "PATCH",
    needs: ["write"],
    requests: {
      update: (world) => ({
        ...updateProject(world, "projectB", {}),
        headers: { "Content-Type": "application/json" },
      }),
    },
    expects: ({ update }) => hasStatus(update, 415),
    consequence: "None for tfprojects, which always sends the media type.",
  }),
  check({
    id: "media-type-of-deletion",
    row: "error-documents: Wrong media type",
    about: "DELETE of an unknown project",
    needs: ["write"],
    requests: {
      deletion: (world) => ({
        ...remove(requestPath`/projects/${world.unknownId("project")}`),
        headers: { "Content-Type": "application/json" },
      }),
    },
    expects: ({ deletion }) => hasStatus(deletion, 404, 415) ?? { found: String(deletion.status) },
    consequence: "None for tfprojects, which always sends the media type.",
  }),
];
