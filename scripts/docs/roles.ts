import { PROJECT_PERMISSIONS, ROLE_PERMISSIONS, ROLES } from "../../src/emulator/access/roles";
import { table } from "./block";

/** What each role may do with the organization, and with every project in it. */
export function roles(): string {
  const rows = ROLES.map((role) => {
    const { organization, everyProject } = ROLE_PERMISSIONS[role];
    const projects = everyProject.length === PROJECT_PERMISSIONS.length ? "all" : everyProject.join(", ");
    return [`\`${role}\``, organization.join(", "), projects === "" ? "none" : projects];
  });
  const abilities = PROJECT_PERMISSIONS.map((ability) => `\`${ability}\``).join(", ");
  return `${table(["role", "on the organization", "on every project"], rows)}\n\nAbilities on a project are ${abilities}.`;
}
