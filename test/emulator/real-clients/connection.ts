import type { Recording } from "./recording";
import { goTfe } from "./recording";
import { GO_CLIENT, PROVIDER, statement } from "../../fidelity";

const WRONG = { authorization: "Bearer wrong" };

/** Requests of both clients before and around every operation. */
export const connectionConversations: readonly Recording[] = [
  {
    title: "the provider discovers the service, and the Go client reads its version and rate limit",
    shows: statement.documented(
      PROVIDER,
      "go-client: Connecting",
      "The provider discovers `tfe.v2.2`; the Go client pings for version and limit.",
    ),
    source: {
      repository: "hashicorp/terraform-provider-tfe",
      version: "62d27c75",
      files: ["internal/client/client.go"],
    },
    steps: [
      {
        title: "service discovery (hashicorp/terraform-svchost): media type JSON, service tfe.v2.2",
        method: "GET",
        path: "/.well-known/terraform.json",
        headers: { accept: "application/json" },
        status: 200,
        expects: { "tfe.v2.2": "/api/v2/" },
      },
      {
        title: "NewClient: reads version, name and rate limit of the service from headers",
        method: "GET",
        path: "/api/v2/ping",
        status: 204,
        expectsHeaders: { "tfp-api-version": "2.6", "tfp-appname": "HCP Terraform" },
      },
    ],
  },
  {
    title: "the Go client distinguishes errors by their status",
    shows: statement.documented(GO_CLIENT, "go-client: Errors", "Are distinguished by their status."),
    source: goTfe("tfe.go", "errors.go"),
    steps: [
      {
        title: "ErrUnauthorized",
        method: "GET",
        path: "/api/v2/organizations/acme/projects",
        headers: WRONG,
        status: 401,
        expects: { errors: [{ status: "401", title: "unauthorized" }] },
      },
      {
        title: "ErrResourceNotFound",
        method: "GET",
        path: "/api/v2/projects/prj-0000000000000000",
        status: 404,
        expects: { errors: [{ status: "404", title: "not found" }] },
      },
      {
        title: "ErrInvalidIncludeValue: a 400 with `include parameter`",
        method: "GET",
        path: "/api/v2/organizations/acme/workspaces?include=nonsense",
        status: 400,
        expects: { errors: [{ detail: expect.stringContaining("include parameter") }] },
      },
      {
        title: "invalid attributes, by title and detail",
        method: "POST",
        path: "/api/v2/organizations/acme/projects",
        body: { data: { type: "projects", attributes: { name: "a/b/c" } } },
        status: 422,
        expects: {
          errors: [
            {
              title: "invalid attribute",
              detail: expect.stringMatching(/^Name may only contain/),
              source: { pointer: "/data/attributes/name" },
            },
          ],
        },
      },
      {
        title: "both versions send the media type without a body, too",
        method: "DELETE",
        path: "/api/v2/projects/{acme}",
        headers: { accept: "application/vnd.api+json", authorization: "Bearer {token}" },
        status: 415,
        expects: { errors: [{ status: "415", title: "invalid content type" }] },
      },
    ],
    stateAfter: { projects: [{ name: "Default Project" }] },
  },
];
