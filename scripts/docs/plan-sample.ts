import { flagName } from "../../src/cli/report";
import { render } from "../../src/engine/report";
import { NO_SETTINGS, UNSET_SETTINGS, type Project } from "../../src/model";
import type { ActualOrganization } from "../../src/engine/actual-organization";
import type { DesiredOrganization } from "../../src/engine/organization";
import { makePlan } from "../../src/engine/plan/plan";

/** Projects and their workspaces; the first one is the default project. */
const ACTUAL: Readonly<Record<string, readonly string[]>> = {
  "Default Project": ["billing-prod", "billing-test"],
  Legacy: ["cron", "ftp"],
  "Team Alpha": ["api", "logs"],
  "Team Bravo": ["web"],
  "Team Charlie": ["db", "dev", "prod"],
};

/** Members of the code, and the former names of projects. */
const DESIRED: Readonly<Record<string, readonly string[]>> = {
  Billing: ["billing-prod", "billing-test"],
  "Team Alpha": ["api"],
  "Team Bravo": ["web", "logs", "db", "dev"],
  "Data Team": ["prod"],
};
const PREVIOUS_NAMES: Readonly<Record<string, readonly string[]>> = { "Data Team": ["Team Charlie"] };

/** A plan as a terminal shows it. */
export function planSample(): string {
  const plan = makePlan(desired(), actual(), { prune: true, evacuate: true });
  return `\`\`\`\n${render(plan, "text", { width: 90, optionName: flagName }).trim()}\n\`\`\``;
}

function idOf(name: string): string {
  return `prj-${name.toLowerCase().replaceAll(" ", "-")}`;
}

function actual(): ActualOrganization {
  const name = "acme";
  const projects = Object.keys(ACTUAL).map((project): Project => ({
    ...NO_SETTINGS,
    id: idOf(project),
    name: project,
    workspaceCount: ACTUAL[project]?.length ?? 0,
    teamCount: 0,
    permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    organization: name,
  }));
  const workspaces = Object.entries(ACTUAL).flatMap(([project, names]) =>
    names.map((workspace) => ({
      id: `ws-${workspace}`,
      name: workspace,
      projectId: idOf(project),
      organization: name,
    })),
  );
  return { name, defaultProjectId: idOf("Default Project"), projects, workspaces };
}

function desired(): DesiredOrganization {
  return {
    name: "acme",
    projects: Object.keys(DESIRED).map((name) => ({
      ...UNSET_SETTINGS,
      address: `tfprojects_project.${idOf(name)}`,
      name,
      description: null,
      autoDestroyActivityDuration: name === "Billing" ? "14d" : null,
      previousNames: PREVIOUS_NAMES[name] ?? [],
    })),
    memberships: Object.entries(DESIRED).map(([name, workspaceNames]) => ({
      address: `tfprojects_workspace_membership.${idOf(name)}`,
      project: { by: "address", address: `tfprojects_project.${idOf(name)}` },
      workspaceIds: [],
      workspaceNames,
      exclusive: false,
    })),
    references: [],
  };
}
