import { object, string } from "../decode";
import { remove } from "../engine/write";
import type { OrganizationRecord } from "../kinds/organization";
import { defaultEmail, organizations } from "../kinds/organization";
import type { OrganizationInfo } from "./emulator-control";
import { decoded, operation } from "./operation";

/** Organizations, changed out of band. */
export const organizationOperations = {
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
  delete: operation({
    method: "DELETE",
    path: "/organizations/:organization",
    summary: "Deletes an organization and everything in it.",
    parameters: (_, organization) => [organization],
    run: (context, name: string): void => remove(context.store, organizations, context.organization(name)),
  }),
};

function organizationInfo({ name, defaultProjectId = "" }: OrganizationRecord): OrganizationInfo {
  return { name, defaultProjectId };
}
