import type { TeamProjectRecord, TeamRecord } from "../store/records";
import { IMPLIED_ACCESS } from "../store/teams";
import type { SerializerContext, Resource } from "./resource";
import { identifier, organizationRelationship } from "./resource";

/** A team. The emulator has no team members and no organization access. */
export function teamResource({ store }: SerializerContext, team: TeamRecord): Resource {
  return {
    id: team.id,
    type: "teams",
    attributes: {
      name: team.name,
      "sso-team-id": null,
      "users-count": 0,
      visibility: "organization",
      "allow-member-token-management": true,
      permissions: {
        "can-update-membership": false,
        "can-destroy": false,
        "can-update-organization-access": false,
        "can-update-api-token": false,
        "can-update-visibility": false,
      },
      "organization-access": {},
    },
    relationships: {
      users: { data: [] },
      organization: organizationRelationship(store.organizations.expect(team.organizationId).name),
    },
    links: { self: `/api/v2/teams/${team.id}` },
  };
}

/** A team's access to a project, with the permissions that it implies. */
export function teamProjectResource(record: TeamProjectRecord): Resource {
  const implied = IMPLIED_ACCESS[record.access];
  return {
    id: record.id,
    type: "team-projects",
    attributes: {
      access: record.access,
      "project-access": { ...implied.project, ...given(record.projectAccess) },
      "workspace-access": { ...implied.workspace, ...given(record.workspaceAccess) },
    },
    relationships: {
      team: { data: identifier("teams", record.teamId), links: { related: `/api/v2/teams/${record.teamId}` } },
      project: {
        data: identifier("projects", record.projectId),
        links: { related: `/api/v2/projects/${record.projectId}` },
      },
    },
    links: { self: `/api/v2/team-projects/${record.id}` },
  };
}

/** The members that are not undefined. */
function given(access: object): object {
  return Object.fromEntries(Object.entries(access).filter(([, value]) => value !== undefined));
}
