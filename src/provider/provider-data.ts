import type { Client } from "../api";
import { nameKey, sameName } from "../model";
import { DiagnosticError, isKnown, type MaybeUnknown } from "../plugin";
import { OrganizationView, type VerificationOptions } from "../reconcile";
import { ExistingProjects } from "./existing-projects";
import { NO_ORGANIZATION, NoOrganizationError, type ReportedMissing } from "./missing-organization";
import { PlannedAssignments } from "./planned/assignments";
import { PlannedNames } from "./planned/names";
import { PendingPlans } from "./planned/pending-plans";
import { PlannedProjects } from "./planned/projects";
import { PlannedWorkspaces } from "./planned/workspaces";
import { ProjectsInState } from "./projects-in-state";
import { SoughtSuggestions } from "./sought-suggestions";
import { WorkspaceReleases } from "./membership/workspace-releases";

/**
 * The data that the configured provider passes to its resources and data sources. Lives as long as the process, which
 * serves one Terraform walk: a plan or an apply.
 */
export class ProviderData {
  readonly plannedWorkspaces = new PlannedWorkspaces();
  readonly plannedProjects = new PlannedProjects();
  readonly plannedAssignments = new PlannedAssignments();
  readonly plannedNames = new PlannedNames();
  readonly membershipPlans = new PendingPlans();
  readonly projectsInState = new ProjectsInState();
  readonly reportedMissing: ReportedMissing = new Set();
  readonly existingProjects = new ExistingProjects();
  readonly soughtSuggestions = new SoughtSuggestions();
  readonly releases = new WorkspaceReleases(this.plannedWorkspaces, this.membershipPlans);
  readonly #views = new Map<string, OrganizationView>();

  /**
   * @param defaultOrganization - For resources without `organization`: from the provider's configuration or
   *   `TFE_ORGANIZATION`.
   * @param ownRunId - The run of the service that Terraform runs in, from `TFC_RUN_ID`; undefined outside of a run.
   * @param verification - How long to verify changes whose responses were lost, and what to call meanwhile.
   */
  constructor(
    readonly client: Client,
    readonly defaultOrganization: string | undefined,
    readonly ownRunId?: string,
    private readonly verification?: VerificationOptions,
  ) {}

  /** The shared view of an organization. */
  organization(name: string): OrganizationView {
    const view = this.#views.get(nameKey(name)) ?? new OrganizationView(this.client, name, this.verification);
    this.#views.set(nameKey(name), view);
    return view;
  }

  /** The organization of a resource: the one in its configuration, or the default. @throws DiagnosticError */
  organizationName(configured: string | null): string {
    const name = configured ?? this.defaultOrganization;
    if (name !== undefined) return name;
    throw DiagnosticError.of(
      NO_ORGANIZATION,
      "Set `organization` on the provider or on each resource, or set the TFE_ORGANIZATION environment variable.",
      ["organization"],
      new NoOrganizationError(),
    );
  }
}

interface InOrganization {
  readonly organization: string;
}

/** The planned organization of a resource, or unknown. */
export function plannedOrganization(
  configured: MaybeUnknown<string> | null,
  prior: InOrganization | null,
  provider: ProviderData,
): MaybeUnknown<string> {
  return isKnown(configured) ? organizationOf(configured, prior, provider) : configured;
}

/** The organization of a resource, spelled as in the state if only the case differs. */
export function organizationOf(
  configured: string | null,
  prior: InOrganization | null,
  provider: ProviderData,
): string {
  const name = provider.organizationName(configured);
  return prior !== null && sameName(name, prior.organization) ? prior.organization : name;
}
