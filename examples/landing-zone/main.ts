import { App, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import {
  Project,
  ProjectPolicySets,
  ProjectTeamAccess,
  ProjectVariableSets,
  TfprojectsProvider,
  WorkspacePlacement,
  type WorkspacePlacementRule,
} from "tfprojects";

interface LandingZoneProps {
  /** Name of the project. */
  readonly name: string;
  /** The level of access of each team, by name. Other teams have none. */
  readonly teams: Readonly<Record<string, "read" | "write" | "maintain" | "admin">>;
  readonly variableSets: string[];
  readonly policySets?: string[];
  /** Policy sets of the whole organization that do not apply to this project. */
  readonly exemptions?: string[];
  /** Patterns of the names of its workspaces. */
  readonly workspaces: string[];
}

/** What a team gets: a project, who may do what in it, its variables and policies. */
class LandingZone extends Construct {
  /** Puts workspaces into the project. */
  readonly rule: WorkspacePlacementRule;
  /** What workspaces need before they move in. */
  readonly prerequisites: readonly (ProjectTeamAccess | ProjectVariableSets | ProjectPolicySets)[];

  constructor(scope: Construct, id: string, props: LandingZoneProps) {
    super(scope, id);
    const { name, teams, variableSets, policySets = [], exemptions, workspaces } = props;
    const project = new Project(this, "project", { name });
    const projectId = project.id;
    this.rule = { project: project.name, matchNames: workspaces };
    this.prerequisites = [
      new ProjectTeamAccess(this, "access", {
        projectId,
        team: Object.entries(teams).map(([team, access]) => ({ name: team, access })),
        exclusive: true,
      }),
      new ProjectVariableSets(this, "variable-sets", { projectId, names: variableSets }),
      new ProjectPolicySets(this, "policy-sets", { projectId, names: policySets, exclude: exemptions }),
    ];
  }
}

class Organization extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Organization, address and token come from TFE_ORGANIZATION, TFE_ADDRESS and TFE_TOKEN.
    new TfprojectsProvider(this, "tfprojects");

    const zones = [
      new LandingZone(this, "billing", {
        name: "Billing",
        teams: { billing: "maintain", auditors: "read" },
        variableSets: ["aws-billing"],
        policySets: ["pci"],
        workspaces: ["billing-*"],
      }),
      new LandingZone(this, "search", {
        name: "Search",
        teams: { search: "maintain" },
        variableSets: ["aws-search"],
        exemptions: ["costs"],
        workspaces: ["search-*"],
      }),
    ];

    // Terraform would move workspaces as soon as the projects exist.
    new WorkspacePlacement(this, "placement", {
      rule: zones.map(({ rule }) => rule),
      dependsOn: zones.flatMap(({ prerequisites }) => prerequisites),
    });
  }
}

const app = new App();
new Organization(app, "landing-zones");
app.synth();
