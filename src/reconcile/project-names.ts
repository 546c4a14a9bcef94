import { CDK_APP, type Project } from "../model";
import { quote } from "./text";

/* What provider and engine say of a name that exists: whose it is, and what to do about it. */

/** The project that has a name. */
type Holder = Pick<Project, "id" | "name" | "organization">;

/** A sentence: which project has a name. */
export function nameTaken(name: string, holder: Holder): string {
  const { id, organization } = holder;
  const spelled = holder.name === name ? "" : `, spelled ${quote(holder.name)} (names are case-insensitive)`;
  const taken = `is already taken in the organization ${quote(organization)} by project ${id}`;
  return `The name ${quote(name)} ${taken}${spelled}.`;
}

/** How to manage the project that has a name. */
export function takeOver({ id, name, organization }: Holder): string {
  return (
    "If another resource manages it, or managed it until now, use a `moved` block " +
    `(${inApp("moveTo")}) to move it to this resource. Otherwise import it (${importCommand(id)}, or ` +
    `${quote(`${organization}/${name}`)} in place of the ID; ${inApp("importFrom")}), set adopt_existing = true ` +
    `(${inApp("adoptExisting")}), or choose a different name.`
  );
}

/** What an app has for something of HCL. */
export function inApp(form: string): string {
  return `in a ${CDK_APP}: ${form}`;
}

/** Names no program, because a provider cannot tell Terraform and OpenTofu apart. */
export function importCommand(id: string): string {
  return `\`import ADDRESS ${id}\``;
}
