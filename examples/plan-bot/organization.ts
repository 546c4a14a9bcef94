import type { OrganizationDefinition } from "tfprojects/engine";

/** The organization as it should be: pull requests change this file. */
export const organization: OrganizationDefinition = {
  name: "acme",
  projects: [
    { name: "Platform", description: "Networks and clusters" },
    { name: "Checkout", previousNames: ["Payments"] },
  ],
  memberships: [
    { project: "Platform", workspaceNames: ["network-prod", "network-test"] },
    { project: "Checkout", workspaceNames: ["checkout-api", "checkout-web"] },
  ],
};
