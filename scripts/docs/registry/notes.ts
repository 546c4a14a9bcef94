import {
  ASSIGNMENT_TYPES,
  ASSIGNMENTS,
  type DATA_SOURCES,
  type LIST_RESOURCES,
  type RESOURCES,
} from "../../../src/model";

/*
 * Texts of the reference pages in addition to examples and attributes. Registries show only these pages, so links lead
 * to other pages of the reference and to public addresses.
 */

export const PROVIDER_NOTES = `## Installation

The provider is part of the npm package \`tfprojects\`. \`npx tfprojects provider install\` installs it into
a folder that Terraform and OpenTofu search, and prints the \`required_providers\` block. In an app in TypeScript, the
construct \`TfprojectsProvider\` puts it beside the stack at every synth, with its entry in the lock file.

## Authentication

The token is the first of:

1. the argument \`token\`, which is best left out: see [below](#schema);
2. the environment variable \`TFE_TOKEN\`;
3. \`TF_TOKEN_<host>\`, with underscores for dots, as in \`TF_TOKEN_app_terraform_io\`;
4. a \`credentials\` block of the CLI configuration, or what \`terraform login\` or \`tofu login\` has stored;
5. the credentials helper of the CLI configuration.

## Address

The service is at the first of \`address\`, \`hostname\`, \`TFE_ADDRESS\`, \`TFE_HOSTNAME\`, and
\`https://app.terraform.io\`. A token is sent only to that address. Plain \`http\` is accepted only for the loopback
interface.

## Requests

Refreshing N projects and M workspaces takes N/100 + M/100 requests and a handful more, and one for each project,
because lists do not have auto-destroy durations. Requests are spread by the service's rate limit, which its responses
name, and those that fail for a moment are sent again. A lost response never creates a second project.`;

/** More about a resource, by its type. */
export const RESOURCE_NOTES: Readonly<Record<keyof typeof RESOURCES, string>> = {
  tfprojects_project: `## Deletion

The service deletes only projects without workspaces. A plan that would delete the default project, or the project of a
remaining membership, fails. If workspaces would remain in the project, the plan warns, and the deletion fails at
apply: Terraform has then removed the team access, variable sets and policy sets that the same plan removes. With
\`deletion_policy = "evacuate"\`, the workspaces move to the default project. A project and its
[membership](workspace_membership.md) can be removed in one apply. If \`project_id\` of a \`tfe_workspace\` moves a
workspace out of the project, apply the move before you remove the project: otherwise Terraform deletes the project
first, unless the state has it with \`create_before_destroy\`. Such a project cannot be replaced, because the new one
cannot have its name: the apply fails, and leaves a deposed object. Run \`terraform state rm ADDRESS\`, and import the
project.

The service also responds with "not found" for projects that a token may not see. A project that is not found therefore
counts as deleted only while the token sees the organization's default project.

## Names

Names are unique in an organization, and compared without regard to case. If the name of a new project is taken, the
plan fails and names the project that has it. Import it, or set \`adopt_existing\`. To rename a project, change its
\`name\`; \`previous_names\` are for states that do not know the project under its old name. A project that gets the
name of one that the same apply renames needs \`depends_on\` to that one.`,

  tfprojects_workspace_membership: `## Moves

Workspaces move with the bulk operation of the API: one request for each project, all or nothing. A plan that moves
workspaces has a warning with the projects that they come from. Workspaces that change from one membership to another
move directly, not via the default project, if Terraform applies both at the same time.

Workspaces have to exist when the plan is made, unless their IDs are known only after apply. If one is deleted out of
band, remove it from the configuration. With \`missing_workspaces = "warn"\`, it is a warning, and the others are
planned.

## Together with tfe_workspace

A \`tfe_workspace\` of the provider \`hashicorp/tfe\` that sets \`project_id\` competes with the membership of its
workspace. Add \`lifecycle { ignore_changes = [project_id] }\` to it, or leave \`project_id\` out.`,

  tfprojects_workspace_placement: `## What moves

A placement routes workspaces, and holds none. With \`take_from = "default-project"\`, the default, rules take what they
match out of the default project once, and leave alone what is elsewhere. With \`any\`, they also bring back what
somebody has moved: this is what enforces rules. Everyone who may rename or tag a workspace decides its project, and
with the project its access and variable sets.

A refresh records in \`unplaced\` what the rules would move, so \`plan -refresh-only -detailed-exitcode\` exits with 2
as soon as there is something. A plan with unchanged rules moves exactly that, and shows it as lines that it removes
from \`unplaced\`. A line such as \`net-7 (membership → Networks)\` is a workspace that a membership has or releases: it
is where its rule places it, and stays there. What appears later waits for the next plan. New and changed rules are
evaluated by the plan, which warns of the moves by rule and project; before Terraform 1.16, they are evaluated once more
by the apply. If moves are pending while rules change, the lines in the plan are those of the old rules, and the warning
has what happens.

More moves than \`max_moves\` are an error, also with unchanged rules: as soon as more workspaces than that have
appeared, it blocks plans until it is raised, or the rules are narrowed.

If moves fail, the apply stores the new rules and, in \`unplaced\`, what is not moved; the next apply continues from
there. A new placement is then tainted and replaced, which moves nothing back.

## Projects of rules

Refer to the \`name\` of a project of the same configuration, so that the placement waits for it. A rule whose project
does not exist still decides: what it matches stays where it is, and falls to no later rule. A plan that does not create
the project is an error.

Terraform deletes a project before it updates the placement, and a placement releases nothing. To remove a project
together with its rule, set \`deletion_policy = "evacuate"\` and apply it first. Replacing a project takes two applies:
its workspaces move to the default project, and with the next apply to the new project.

## Together with memberships

A workspace that the list of a [membership](workspace_membership.md) names belongs there: a rule that takes workspaces
from the default project leaves it alone. With \`take_from = "any"\`, it is an error, with the line for
\`except_names\`. Two placements of one configuration that would move one workspace are an error, too. Of two placements
in different states, the first apply decides; with \`any\` they take turns. An organization should have one placement.

A rule into the project of an exclusive membership is an error of the plan. If the project is new, the plan knows its
name and not its ID, and so not that the membership belongs to it: then it is an error of the apply, for the placement
or the membership, whichever Terraform applies second. That one moves nothing.

There is nothing to import. A placement whose state is lost, or whose address changes, is created again and moves what
is in the default project.`,

  tfprojects_project_team_access: `## Who owns what

Each team and project belongs to one resource: two that name the same team are an error, at synth or at plan, and so is
another one beside an \`exclusive\` one. Two configurations with one project each own the teams that they name. A team
that has access already is taken over: Terraform's plan warns of what that changes, and \`tfprojects plan\` shows it.

Without \`exclusive\`, the access of other teams is left alone. With it, access that somebody else grants is drift, and
the next apply removes it; a warning of the plan names every team that loses its access. The team \`owners\` needs no
access, and never loses any.

If a request fails, the apply stops there, and the state has what was done: nothing else is affected.

## Custom access

Permissions that the code leaves out stay as they are. A change of the level of access resets all of them; those that
the code then leaves out are the service's. A plan shows the block of a team as a whole, the old one and the new one.

## What it takes

An organization with teams, and a token that sees the teams and may manage those of the project. The names of teams take
one request for each 100 teams of the organization, and a refresh takes one request for each project.

\`tfe_team_project_access\` of the provider \`hashicorp/tfe\` competes for the same team. Remove one of the two.`,

  tfprojects_project_variable_sets: `## Who owns what

Each variable set and project belongs to one resource: two that name the same set are an error, at synth or at plan, and
so is another one beside an \`exclusive\` one. Without \`exclusive\`, other sets stay; with it, they are removed, and
a warning of the plan names them. Global sets and those that a project owns are never changed: naming one is an error.

Variable sets are found by their names, and have to exist when the plan is made. If a request fails, the apply stops
there, and the state has what was done.

To let workspaces have their variables as soon as they arrive, let the
[membership](workspace_membership.md) depend on this resource.

\`tfe_project_variable_set\` of the provider \`hashicorp/tfe\` competes for the same set. Remove one of the two.`,

  tfprojects_project_policy_sets: `## Who owns what

Each policy set and project belongs to one resource: two that name the same set are an error, at synth or at plan, and
so is another one beside an \`exclusive\` one. Without \`exclusive\`, other sets stay as they are. With it, they are
removed from the project, and other exclusions of the project end; a warning of the plan names them.

A global policy set applies to every project, so it cannot be among \`names\`, but the project can be excluded from it.
Policy sets that select workspaces by tags are never changed: naming one is an error.

Policy sets are found by their names, and have to exist when the plan is made. All reads of a configuration take one
request for each 100 policy sets. They require the permission of the organization to manage policies. If a request
fails, the apply stops there, and the state has what was done.

\`tfe_project_policy_set\` of the provider \`hashicorp/tfe\` competes for the same set. Remove one of the two.`,
};

/** What `id` means when a resource is imported, by its type; none if it cannot be. */
export const IMPORT_IDS: Readonly<Partial<Record<keyof typeof RESOURCES, string>>> = {
  tfprojects_project: "The ID is that of the project (`prj-…`), or `organization/name` with the name in any case.",
  tfprojects_workspace_membership:
    "The ID is that of the project (`prj-…`), or `organization/name` of the project. Workspaces may follow by " +
    "name or ID, as in `prj-…:first,second`: those that the configuration does not have leave the project with the " +
    "next apply. Otherwise all workspaces in it are imported, and none leaves the project until an apply has changed " +
    "the membership, unless that is exclusive.",
  ...Object.fromEntries(ASSIGNMENT_TYPES.map((type) => [type, importOfAssignments(`${ASSIGNMENTS[type].object}s`)])),
};

function importOfAssignments(what: string): string {
  return (
    `The ID is that of the project (\`prj-…\`), or \`organization/name\` of the project. Its ${what} may follow ` +
    'by name or ID, as in `prj-…:first,second`; a name with a comma is quoted: `prj-…:"first, second",third`. ' +
    "Those that the configuration does not have are removed with the next apply. Otherwise all of them are imported, " +
    "and none is removed until an apply has changed the resource, unless that is exclusive."
  );
}

/** More about a data source, by its type. */
export const DATA_SOURCE_NOTES: Readonly<Record<keyof typeof DATA_SOURCES, string>> = {
  tfprojects_project: `A data source is read during the plan, unless it depends on something that is still to be
applied. To see the result of a membership, add \`depends_on\`.`,
  tfprojects_projects: `A data source is read during the plan, unless it depends on something that is still to be
applied. To see the result of a membership, add \`depends_on\`. Lists do not have auto-destroy durations: for those,
read [a single project](project.md).`,
  tfprojects_run_task_stages: "",
};

/** More about a list resource, by its type. */
export const LIST_RESOURCE_NOTES: Readonly<Record<keyof typeof LIST_RESOURCES, string>> = {
  tfprojects_project: `## Listing and importing

Terraform 1.14 and later read \`list\` blocks from files whose names end in \`.tfquery.hcl\`, beside a configuration
that requires the provider. \`terraform query\` prints names and identities. With \`-generate-config-out\`, it also
writes a \`resource\` block of [\`tfprojects_project\`](../resources/project.md) and an \`import\` block for each
project that was found, whether or not the state has it:

\`\`\`shell
terraform query
terraform query -generate-config-out=teams.tf
\`\`\`

- Terraform takes at most 100 projects, unless \`limit\` is set.
- One request returns 100 projects. \`include_resource\` and \`-generate-config-out\` take one more for each project,
  because lists do not have all settings.
- The generated \`deletion_policy\` is \`refuse\`, and that of the default project, which cannot be deleted, is
  \`retain\`.
- Workspaces are not listed: import a [membership](../resources/workspace_membership.md) by the ID of its project.

OpenTofu has no \`list\` blocks. There, use the data source [\`tfprojects_projects\`](../data-sources/projects.md).`,
};
