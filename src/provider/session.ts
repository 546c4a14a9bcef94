import type { Client } from "../api";
import { DiagnosticError } from "../plugin";
import { OrganizationView } from "../reconcile";
import { PlannedChanges } from "./planned-changes";

/** What the configured provider hands to its resources: lives as long as the process, which is one walk of Terraform. */
export class Session {
  readonly client: Client;
  /** The organization for resources that name none: from the provider's configuration or `TFE_ORGANIZATION`. */
  readonly defaultOrganization: string | undefined;
  readonly planned = new PlannedChanges();
  readonly #views = new Map<string, OrganizationView>();

  constructor(client: Client, defaultOrganization: string | undefined) {
    this.client = client;
    this.defaultOrganization = defaultOrganization;
  }

  /** The one view of this organization. */
  organization(name: string): OrganizationView {
    this.planned.touch();
    const view = this.#views.get(name) ?? new OrganizationView(this.client, name);
    this.#views.set(name, view);
    return view;
  }

  /** The organization that a resource means: its own, or the default. */
  organizationName(own: string | null): string {
    const name = own ?? this.defaultOrganization;
    if (name !== undefined) return name;
    throw DiagnosticError.of(
      "No organization",
      "Nothing says which organization is meant. Set `organization` here or on the provider, or set the environment variable TFE_ORGANIZATION.",
      ["organization"],
    );
  }
}
