import { boolean, nullable, string } from "../decode";
import { managedWith } from "../engine/access";
import { attribute, setting } from "../engine/attribute";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { outOfBand } from "../engine/out-of-band";
import { toMany, toOne } from "../engine/relation";

const definition = shape({
  type: "oauth-clients",
  label: "OAuth client",
  prefix: "oc-",
  parameter: "oauthClient",
  parent: "organization",
  attributes: {
    name: attribute(nullable(string), { initial: null }),
    serviceProvider: attribute(string, { initial: "github" }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    /** Whether every project of the organization can use it, whatever projects it names. */
    organizationScoped: setting(boolean, true),
  },
  relations: {
    organization: toOne("organizations", { links: true }),
    /** The projects whose workspaces can use it, unless all can. */
    projects: toMany("projects", { option: { name: "projects", id: "projectIds" } }),
  },
});

type OauthClientRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "oauthClients",
  path: "/oauth-clients",
  summary:
    "Creates a connection to a VCS provider, by default `github`. Only `projectIds` can use it if " +
    "`organizationScoped` is false.",
  example: ({ organization, project }) => ({ organization, organizationScoped: false, projectIds: [project] }),
});

/**
 * Connections to VCS providers, which the emulator does not make. A workspace uses the one that has the OAuth token of
 * its repository. See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/oauth-clients
 */
export const oauthClients: Kind<OauthClientRecord, typeof made> = kind(definition, {
  access: managedWith("manage-vcs-settings", "read"),
  items: ["/oauth-clients/:oauthClient"],
  collection: "/organizations/:organization/oauth-clients",
  offers: ["list", "delete"],
  list: { pages: "on-request", notEmulated: ["show_affected_workspaces"] },
  computed: {
    serviceProviderDisplayName: { value: (_, it) => (it.serviceProvider === "github" ? "GitHub" : it.serviceProvider) },
    uuid: { value: (_, { id }) => id },
    ...Object.fromEntries(
      [
        ...["callbackUrl", "connectPath", "httpUrl", "apiUrl", "key", "secret", "rsaPublicKey"],
        ...["adoEntraTenantId", "affectedWorkspaces", "affectedWorkspacesCount"],
      ].map((name) => [name, { constant: null }]),
    ),
  },
  related: {
    agentPool: { constant: { data: null } },
    oauthTokens: {
      to: "oauth-tokens",
      many: true,
      records: ({ store }, { id }) => store.of("oauth-tokens").where("oauthClientId", id).all(),
      links: (_, { id }) => ({ related: `/api/v2/oauth-clients/${id}/oauth-tokens` }),
    },
  },
  outOfBand: made,
});
