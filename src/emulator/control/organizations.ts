import {
  checkOrganizationName,
  createOrganization,
  deleteOrganization,
  updateOrganization,
} from "../store/organizations";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";

/** An organization of the emulator. */
export interface OrganizationInfo {
  readonly name: string;
  readonly defaultProjectId: string;
}

/** Organizations, changed out of band. */
export class OrganizationControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /** Creates an organization with its default project. @throws ControlError if the name is taken or invalid */
  create(name: string): OrganizationInfo {
    const { store, commit, flush } = this.#context;
    flush();
    rejectInvalid(`organizations.create(${name})`, checkOrganizationName(store, name));
    const { defaultProjectId } = createOrganization(store, name);
    commit();
    return { name, defaultProjectId };
  }

  /** Renames an organization. @throws ControlError if it does not exist, or the new name is taken or invalid */
  rename(name: string, newName: string): OrganizationInfo {
    const { store, commit } = this.#context;
    const organization = this.#context.organization(name);
    rejectInvalid(`organizations.rename(${name}, ${newName})`, checkOrganizationName(store, newName, organization));
    const { defaultProjectId } = updateOrganization(store, organization, { name: newName });
    commit();
    return { name: newName, defaultProjectId };
  }

  /** Deletes an organization and everything in it. */
  delete(name: string): void {
    deleteOrganization(this.#context.store, this.#context.organization(name));
    this.#context.commit();
  }
}
