import { collect } from "../../contract/client-and-emulator";
import type { Block, Configuration, InProcessTerraform } from "../../in-process-terraform";
import { Acme } from "../../support/acme";
import { configurationFor, inProcessTerraform } from "../in-process";

export const TEAM_ACCESS = "tfprojects_project_team_access.web";
export const VARIABLE_SETS = "tfprojects_project_variable_sets.web";
export const POLICY_SETS = "tfprojects_project_policy_sets.web";

interface Start {
  readonly acme: Acme;
  readonly terraform: InProcessTerraform;
  readonly projectId: string;
  /** Of the teams, by their names. */
  readonly ids: Readonly<Record<string, string>>;
}

/** An organization with a project and these teams, and Terraform without a state. */
export async function startWith(...teams: readonly string[]): Promise<Start> {
  const acme = await Acme.start();
  const projectId = acme.addProject("Web");
  const ids = teams.map((name) => [name, acme.emulator.teams.create({ organization: "acme", name }).id]);
  return { acme, terraform: inProcessTerraform(), projectId, ids: Object.fromEntries(ids) };
}

/** Code with one resource, and what else it has. */
export function assigning(
  acme: Acme,
  address: string,
  block: Block,
  others: Readonly<Record<string, Block>> = {},
): Configuration {
  return configurationFor(acme, { ...others, [address]: block });
}

/** Names of teams → their access to a project. */
export async function accessTo({ client }: Acme, projectId: string): Promise<Record<string, string>> {
  const names = new Map((await collect(client.teams.list("acme"))).map(({ id, name }) => [id, name]));
  const all = await collect(client.teamProjects.list(projectId));
  return Object.fromEntries(all.map(({ teamId, access }) => [names.get(teamId) ?? teamId, access]));
}

/** The names of the variable sets that apply to a project. */
export async function variableSetsOf({ client }: Acme, projectId: string): Promise<string[]> {
  return (await collect(client.variableSets.listForProject(projectId))).map(({ name }) => name).sort();
}

/** The names of the policy sets that a project is attached to, and of those that exclude it, with `!`. */
export async function policySetsOf({ client }: Acme, projectId: string): Promise<string[]> {
  return (await collect(client.policySets.list("acme"))).flatMap(({ name, projectIds, excludedProjectIds }) => [
    ...(projectIds.includes(projectId) ? [name] : []),
    ...(excludedProjectIds.includes(projectId) ? [`!${name}`] : []),
  ]);
}

interface Reported {
  readonly diagnostics: readonly { readonly severity: string; readonly summary: string; readonly detail: string }[];
}

/** `summary: detail` of each diagnostic of a severity, without the hint about destroying. */
export function textsOf({ diagnostics }: Reported, severity: "error" | "warning"): string[] {
  return diagnostics
    .filter((it) => it.severity === severity)
    .map(({ summary, detail }) => `${summary}: ${detail.replace(/\n\nThe configuration is planned before[^]*/, "")}`);
}
