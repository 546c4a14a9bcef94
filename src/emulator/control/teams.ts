import type { TeamAccess } from "../store/teams";
import { checkTeamAccess, checkTeamName, createTeam, deleteTeam, grantAccess, revokeAccess } from "../store/teams";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";

/** A team of the emulator. */
export interface TeamInfo {
  readonly id: string;
  readonly name: string;
}

/** A team's access to a project. */
export interface GrantAccessOptions extends TeamAccess {
  readonly teamId: string;
  readonly projectId: string;
}

/** Teams and their access to projects, changed out of band. */
export class TeamControl {
  readonly #context: ControlContext;

  constructor(context: ControlContext) {
    this.#context = context;
  }

  /** Creates a team. @throws ControlError if the name is taken or invalid */
  create({ organization, name }: { readonly organization: string; readonly name: string }): TeamInfo {
    const { store, commit } = this.#context;
    const record = this.#context.organization(organization);
    rejectInvalid(`teams.create(${name})`, checkTeamName(store, record.id, name));
    const { id } = createTeam(store, record, name);
    commit();
    return { id, name };
  }

  /** Grants a team access to a project, or changes it. */
  grant({ teamId, projectId, access, projectAccess, workspaceAccess }: GrantAccessOptions): void {
    const team = this.#context.team(teamId);
    const project = this.#context.project(projectId);
    const given = { access, projectAccess, workspaceAccess };
    rejectInvalid(`teams.grant(${teamId}, ${projectId})`, checkTeamAccess(given));
    grantAccess(this.#context.store, team, project, given);
    this.#context.commit();
  }

  /** Revokes a team's access to a project, if it has any. */
  revoke({ teamId, projectId }: Pick<GrantAccessOptions, "teamId" | "projectId">): void {
    revokeAccess(this.#context.store, this.#context.team(teamId), this.#context.project(projectId));
    this.#context.commit();
  }

  /** Deletes a team and its access to projects. */
  delete(id: string): void {
    deleteTeam(this.#context.store, this.#context.team(id));
    this.#context.commit();
  }
}
