import { nullable, string } from "../decode";
import { managedWith } from "../engine/access";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { outOfBand } from "../engine/out-of-band";
import { toOne } from "../engine/relation";

const definition = shape({
  type: "oauth-tokens",
  label: "OAuth token",
  prefix: "ot-",
  parameter: "oauthToken",
  parent: "oauthClient",
  attributes: {
    createdAt: attribute(string, { stamp: "created" }),
    /** The user's name at the VCS provider. */
    serviceProviderUser: attribute(nullable(string), { initial: null }),
  },
  relations: { oauthClient: toOne("oauth-clients") },
});

type OauthTokenRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "oauthTokens",
  path: "/oauth-tokens",
  summary:
    "Creates an OAuth token of a client. `id` is `ot-`, followed by letters and digits; by default, it is random.",
  example: ({ oauthClient }) => ({ oauthClientId: oauthClient }),
  partOf: ["oauthClient"],
  checkId: (id) => (/^ot-[A-Za-z0-9]+$/.test(id) ? [] : ["Id must be ot- followed by letters and digits"]),
});

/**
 * OAuth tokens, to which `vcs-repo` of workspaces refers. Workspaces can have others, too: the emulator does not check
 * them (our choice). See https://developer.hashicorp.com/terraform/cloud-docs/api-docs/oauth-tokens
 */
export const oauthTokens: Kind<OauthTokenRecord, typeof made> = kind(definition, {
  access: managedWith("manage-vcs-settings", "read"),
  items: ["/oauth-tokens/:oauthToken"],
  offers: ["show", "delete"],
  lists: [{ path: "/oauth-clients/:oauthClient/oauth-tokens" }],
  computed: { hasSshKey: { constant: false } },
  related: {
    vcsOrganizations: { links: (_, { id }) => ({ related: `/api/v2/oauth-tokens/${id}/vcs-organizations` }) },
  },
  outOfBand: made,
});
