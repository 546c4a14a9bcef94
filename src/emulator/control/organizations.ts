import { object, string } from "../decode";
import { findMember, organizationMemberships } from "../kinds/organization-membership";
import { decoded, operation } from "./operation";

/** What only organizations have, besides the operations of every kind. */
export const organizationOperations = {
  /** Makes a user an active member, or accepts their invitation. */
  addMember: operation({
    method: "POST",
    path: "/organizations/:organization/members",
    summary: "Makes a user an active member, or accepts their invitation. Returns the ID of the membership.",
    example: () => ({ email: "ada@example.com" }),
    parameters: decoded(object({ email: string }), ({ email }, organization) => [organization, email]),
    run: (context, name: string, email: string): { readonly id: string } => {
      const parent = context.organization(name);
      const operationName = `organizations.addMember(${name}, ${email})`;
      const found = findMember(context.store, parent.id, email);
      const change = { email, status: "active" as const, organizationId: parent.id };
      const scope = { organizationId: parent.id, parent };
      const { id } =
        found === undefined
          ? context.create(operationName, organizationMemberships, change, scope)
          : context.update(operationName, organizationMemberships, found, { status: "active" });
      return { id };
    },
  }),
};
