import { object, string } from "../decode";
import { remove } from "../engine/write";
import type { OrganizationRecord } from "../kinds/organization";
import { defaultEmail, organizations } from "../kinds/organization";
import { findMember, organizationMemberships } from "../kinds/organization-membership";
import type { Methods } from "./operation";
import { decoded, operation } from "./operation";

/** An organization of the emulator. */
export interface OrganizationInfo {
  readonly name: string;
  readonly defaultProjectId: string;
}

/** Organizations, changed out of band. */
export const organizationOperations = {
  /** Creates an organization with its default project. @throws ControlError if the name is taken or invalid */
  create: operation({
    method: "POST",
    path: "/organizations",
    summary: "Creates an organization. Returns its name and the ID of its default project.",
    example: () => ({ name: "another" }),
    parameters: decoded(object({ name: string }), ({ name }) => [name]),
    run: (context, name: string): OrganizationInfo => {
      const scope = { organizationId: "", parent: undefined };
      const change = { name, email: defaultEmail(name) };
      return organizationInfo(context.create(`organizations.create(${name})`, organizations, change, scope));
    },
  }),
  /** Renames an organization. @throws ControlError if it does not exist, or the new name is taken or invalid */
  rename: operation({
    method: "PATCH",
    path: "/organizations/:organization",
    summary: "Renames an organization.",
    example: () => ({ name: "renamed" }),
    parameters: decoded(object({ name: string }), ({ name }, organization) => [organization, name]),
    run: (context, name: string, newName: string): OrganizationInfo => {
      const operationName = `organizations.rename(${name}, ${newName})`;
      return organizationInfo(
        context.update(operationName, organizations, context.organization(name), { name: newName }),
      );
    },
  }),
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
  /** Deletes an organization and everything in it. */
  delete: operation({
    method: "DELETE",
    path: "/organizations/:organization",
    summary: "Deletes an organization and everything in it.",
    parameters: (_, organization) => [organization],
    run: (context, name: string): void => remove(context.store, organizations, context.organization(name)),
  }),
};

/** Organizations, changed out of band. */
export type OrganizationControl = Methods<typeof organizationOperations>;

function organizationInfo({ name, defaultProjectId = "" }: OrganizationRecord): OrganizationInfo {
  return { name, defaultProjectId };
}
