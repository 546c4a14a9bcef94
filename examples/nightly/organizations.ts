import type { OrganizationDefinition } from "tfprojects/engine";

/** The organizations as they should be, and the environment variable with the token of each. */
export const organizations: readonly { readonly tokenFrom: string; readonly definition: OrganizationDefinition }[] = [
  {
    tokenFrom: "ACME_TOKEN",
    definition: {
      name: "acme",
      projects: [{ name: "Platform", description: "Networks and clusters" }, { name: "Checkout" }],
      memberships: [
        { project: "Platform", workspaceNames: ["network-prod", "network-test"] },
        { project: "Checkout", workspaceNames: ["checkout-api", "checkout-web"] },
      ],
    },
  },
  {
    tokenFrom: "UMBRELLA_TOKEN",
    definition: {
      name: "umbrella",
      projects: [{ name: "Research" }],
      memberships: [{ project: "Research", workspaceNames: ["lab"], exclusive: true }],
    },
  },
];
