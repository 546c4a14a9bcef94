/* What applies to projects beside sets and access, or is limited to projects. */

/** Where a run task runs: in every workspace of the organization, or in those of some projects. */
export interface TaskConfiguration {
  /** Identifier, prefix `taskcfg-`. */
  readonly id: string;
  /** The run task; without its name unless the response includes it, and with the host of its address. */
  readonly task: { readonly id: string; readonly name?: string | undefined; readonly host: string | null };
  readonly isGlobal: boolean;
  /** `pre_plan`, `post_plan`, `pre_apply`, `post_apply` */
  readonly stages: readonly string[];
  /** `advisory` or `mandatory`; a run stops if a mandatory task fails. */
  readonly enforcementLevel: string;
  /** Undefined if the response does not list them. */
  readonly projectIds: readonly string[] | undefined;
}

/** A notification of a project, sent for the runs of all workspaces in it. */
export interface NotificationConfiguration {
  /** Identifier, prefix `nc-`. */
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** `slack`, `microsoft-teams`, `generic` or `email` */
  readonly kind: string;
  /** The host of its address, whose path may be a secret; null for none, as of `email`. */
  readonly host: string | null;
}

/** An agent pool, and who may use it. */
export interface AgentPool {
  /** Identifier, prefix `apool-`. */
  readonly id: string;
  readonly name: string;
  /** Whether every workspace that is not excluded may use it. */
  readonly isOrganizationScoped: boolean;
  /** Undefined if the response does not say. */
  readonly agentCount: number | undefined;
  readonly allowedProjectIds: readonly string[];
  readonly allowedWorkspaceIds: readonly string[];
  readonly excludedWorkspaceIds: readonly string[];
}

/** Whether a workspace may use an agent pool, in a project: undefined for one that does not exist yet. */
export function mayUsePool(pool: AgentPool, workspaceId: string, projectId: string | undefined): boolean {
  if (pool.excludedWorkspaceIds.includes(workspaceId)) return false;
  return (
    pool.isOrganizationScoped ||
    pool.allowedWorkspaceIds.includes(workspaceId) ||
    (projectId !== undefined && pool.allowedProjectIds.includes(projectId))
  );
}

/** A connection to a VCS provider (OAuth client), and which projects may use it. */
export interface VcsConnection {
  /** Identifier, prefix `oc-`. */
  readonly id: string;
  /** Null if it has none; the provider's name is shown instead. */
  readonly name: string | null;
  /** `GitHub` */
  readonly provider: string;
  /** Whether all projects may use it, whatever `projectIds` has. */
  readonly isOrganizationScoped: boolean;
  readonly projectIds: readonly string[];
  /** By which workspaces refer to it. */
  readonly tokenIds: readonly string[];
}

/** A variable, without its value. */
export interface Variable {
  /** Identifier, prefix `var-`. */
  readonly id: string;
  readonly key: string;
  /** `terraform`, `env` or `policy-set` */
  readonly category: string;
}

/** The keys of environment variables by which runs authenticate with workload identity, and to what. */
const IDENTITY_KEYS: readonly (readonly [RegExp, (match: string) => string])[] = [
  [/^TFC_(AWS|GCP|AZURE|VAULT|KUBERNETES|HCP)_PROVIDER_AUTH(?:_.+)?$/, (name) => name.toLowerCase()],
  [/^TFC_VAULT_BACKED_(AWS|AZURE|GCP)_AUTH(?:_.+)?$/, (name) => `vault-backed ${name.toLowerCase()}`],
  [/^TFC_HVS_BACKED_(AWS|GCP)_AUTH(?:_.+)?$/, (name) => `hvs-backed ${name.toLowerCase()}`],
  [/^TFC_(WORKLOAD_IDENTITY)_AUDIENCE(?:_.+)?$/, () => "workload identity token"],
];

/**
 * To what a run with this variable authenticates with its workload identity: `aws`, `vault-backed gcp`; undefined if
 * the variable has nothing to do with it.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/dynamic-provider-credentials
 */
export function identityProvider({ key, category }: Pick<Variable, "key" | "category">): string | undefined {
  if (category !== "env") return undefined;
  for (const [pattern, named] of IDENTITY_KEYS) {
    const name = pattern.exec(key)?.[1];
    if (name !== undefined) return named(name);
  }
  return undefined;
}
