import { ORGANIZATION_PERMISSIONS, PROJECT_PERMISSIONS } from "../../src/emulator/engine/access";
import { ROLE_PERMISSIONS, ROLES } from "../../src/emulator/kinds/role";
import { table, wrap } from "./block";

/** The permissions of each role on the organization and on every project in it. */
export function roles(): string {
  const rows = ROLES.map((role) => {
    const { organization, everyProject } = ROLE_PERMISSIONS[role];
    return [`\`${role}\``, listed(organization, ORGANIZATION_PERMISSIONS), listed(everyProject, PROJECT_PERMISSIONS)];
  });
  const permissions = PROJECT_PERMISSIONS.map((permission) => `\`${permission}\``).join(", ");
  const header = ["role", "on the organization", "on every project"];
  return `${table(header, rows)}\n\n${wrap(`Permissions on a project are ${permissions}.`)}`;
}

function listed(held: readonly string[], all: readonly string[]): string {
  if (held.length === 0) return "none";
  return held.length === all.length ? "all" : held.join(", ");
}
