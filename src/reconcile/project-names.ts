import { CDK_APP, type Project } from "../model";
import { quote } from "./text";

/* A name that exists is somebody's: whose, and what to do about it. The same for provider and engine. */

/** Code that has the name of an existing project, whose ID neither a state nor an `import` block has for it. */
export interface NameClaim {
  /** What the code says; undefined if it says nothing. */
  readonly adoptExisting: boolean | undefined;
  /** Whether there is a state, which then lacks the project. Without one, names identify projects. */
  readonly hasState: boolean;
  /** Whether it may have been made for the code: it is as the code has it. Never for Terraform, which records that. */
  readonly mayBeOwn: boolean;
}

/** Whether the project is somebody else's, so that the name is taken. */
export function isTaken({ adoptExisting, hasState, mayBeOwn }: NameClaim): boolean {
  return !(adoptExisting ?? (!hasState || mayBeOwn));
}

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
