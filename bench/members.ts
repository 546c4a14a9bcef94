import type { Figure } from "./measured";
import { APPLY, Deployed, SCRIPT, workspaceNames } from "./terraform";

const SIZES = [100, 500, 1_000, 2_000];

/**
 * Putting many workspaces into a project, by a membership that lists them and by a placement with a pattern, beside a
 * `terraform_data` with the same set of names: after an apply, Terraform compares each element of a set that was in the
 * plan with all of the result. The last measure changes another attribute of the membership, whose plan has both sets.
 */
export async function members(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(...(await ofSize(size)));
  return figures;
}

async function ofSize(workspaces: number): Promise<readonly Figure[]> {
  const names = JSON.stringify(workspaceNames(workspaces));
  const [compared] = await applied(workspaces, undefined, data(names));
  const [listed, changed] = await applied(workspaces, SCRIPT, membership(names, ""), membership(names, RETAIN));
  const [placed] = await applied(workspaces, SCRIPT, PLACEMENT);
  const size = `${workspaces.toLocaleString("en-US")} workspaces`;
  const figure = (measure: string, value = NaN): Figure => {
    const baseline = { what: "terraform_data, same names", value: compared ?? NaN };
    return { measure: `terraform apply, ${measure}`, size, value, unit: "CPU s", baseline };
  };
  return [
    figure("placement by a pattern", placed),
    figure("membership by names", listed),
    figure("another attribute of it", changed),
  ];
}

/** CPU seconds of applying each code, one after the other. */
async function applied(
  workspaces: number,
  provider: string | undefined,
  ...codes: readonly string[]
): Promise<readonly number[]> {
  const deployed = await Deployed.start({ code: "", provider, workspaces });
  try {
    const costs: number[] = [];
    for (const code of codes) {
      deployed.write(code);
      costs.push((await deployed.run(APPLY)).cpuSeconds);
    }
    return costs;
  } finally {
    await deployed.stop();
  }
}

const PROJECT = `resource "tfprojects_project" "it" {
  name = "Team"
}
`;

const PLACEMENT = `${PROJECT}
resource "tfprojects_workspace_placement" "it" {
  rule {
    project     = tfprojects_project.it.name
    match_names = ["workspace-*"]
  }
}
`;

const RETAIN = '\n  on_destroy      = "retain"';

function membership(names: string, more: string): string {
  return `${PROJECT}
resource "tfprojects_workspace_membership" "it" {
  project_id      = tfprojects_project.it.id
  workspace_names = ${names}${more}
}
`;
}

function data(names: string): string {
  return `resource "terraform_data" "it" {\n  input = toset(${names})\n}\n`;
}
