import type { Client } from "../api";
import { nameKey, sameName } from "../model";
import { DiagnosticError, isKnown, type MaybeUnknown } from "../plugin";
import { OrganizationView } from "../reconcile";
import { WorkspaceReleases } from "./workspace-releases";
import { PlannedChanges } from "./planned-changes";
import { PendingPlans } from "./pending-plans";
import { ProjectsInState } from "./projects-in-state";

/** What the configured provider hands to its resources: lives as long as the process, which is one walk of Terraform. */
export class ProviderData {
  readonly client: Client;
  /** The organization for resources that name none: from the provider's configuration or `TFE_ORGANIZATION`. */
  readonly defaultOrganization: string | undefined;
  readonly plannedChanges = new PlannedChanges();
  readonly membershipPlans = new PendingPlans();
  readonly projectsInState = new ProjectsInState();
  readonly releases = new WorkspaceReleases(this.plannedChanges);
  readonly #views = new Map<string, OrganizationView>();

  constructor(client: Client, defaultOrganization: string | undefined) {
    this.client = client;
    this.defaultOrganization = defaultOrganization;
  }

  /** The one view of this organization. */
  organization(name: string): OrganizationView {
    const view = this.#views.get(nameKey(name)) ?? new OrganizationView(this.client, name);
    this.#views.set(nameKey(name), view);
    return view;
  }

  /** The organization that a resource means: its own, or the default. */
  organizationName(configured: string | null): string {
    const name = configured ?? this.defaultOrganization;
    if (name !== undefined) return name;
    throw DiagnosticError.of(
      "No organization",
      "Nothing says which organization is meant. Set `organization` here or on the provider, or set the environment variable TFE_ORGANIZATION.",
      ["organization"],
    );
  }
}

interface InOrganization {
  readonly organization: string;
}

/** The organization that a resource is to be in, as far as it is known. */
export function plannedOrganization(
  configured: MaybeUnknown<string> | null,
  prior: InOrganization | null,
  provider: ProviderData,
): MaybeUnknown<string> {
  return isKnown(configured) ? organizationOf(configured, prior, provider) : configured;
}

/** The organization that a resource is to be in. One that is recorded in another case is the same, and stays spelled as it is recorded. */
export function organizationOf(
  configured: string | null,
  prior: InOrganization | null,
  provider: ProviderData,
): string {
  const name = provider.organizationName(configured);
  return prior !== null && sameName(name, prior.organization) ? prior.organization : name;
}
