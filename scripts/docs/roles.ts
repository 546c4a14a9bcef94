import { PROJECT_PERMISSIONS } from "../../src/emulator/engine/access";
import { ROLE_PERMISSIONS, ROLES } from "../../src/emulator/kinds/role";
import { table, wrap } from "./block";

/** The permissions of each role on the organization and on every project in it. */
export function roles(): string {
  const rows = ROLES.map((role) => {
    const { organization, everyProject } = ROLE_PERMISSIONS[role];
    const projects = everyProject.length === PROJECT_PERMISSIONS.length ? "all" : everyProject.join(", ");
    return [`\`${role}\``, organization.join(", "), projects === "" ? "none" : projects];
  });
  const permissions = PROJECT_PERMISSIONS.map((permission) => `\`${permission}\``).join(", ");
  const header = ["role", "on the organization", "on every project"];
  return `${table(header, rows)}\n\n${wrap(`Permissions on a project are ${permissions}.`)}`;
}
