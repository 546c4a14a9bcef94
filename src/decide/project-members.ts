import { Registry, type Holder } from "./registry";

/** What brings workspaces into a project: a membership, or the rules of a placement that have this project. */
export interface ProjectMember {
  /** Whether the project is exclusive to the workspaces of the membership. */
  readonly exclusive: boolean;
  /** The positions of the rules, from 0; undefined for a membership. */
  readonly rules?: readonly number[] | undefined;
}

/** Resources of one project that move out, at every apply, what others of them move in. */
export interface ExclusiveConflict<Resource, Member> {
  /** The one that has the error: the first exclusive membership, or the placement. */
  readonly at: Holder<Resource, Member>;
  /** The other memberships of the project, or the exclusive one. */
  readonly others: readonly Holder<Resource, Member>[];
}

/** Which resources bring workspaces into projects, by the ID of a project or what else identifies it. */
export class ProjectMembers<Resource, Member extends ProjectMember = ProjectMember> {
  readonly #members = new Registry<string, Member, Resource>();

  add(resource: Resource, project: string, member: Member): void {
    this.#members.take(project, resource, member);
  }

  /** Exclusive memberships that share their projects with others. */
  get shared(): readonly ExclusiveConflict<Resource, Member>[] {
    return [...this.#members.all.values()].flatMap(sharedAmong);
  }

  /** Placements, each into the project of an exclusive membership. */
  get placedInExclusive(): readonly ExclusiveConflict<Resource, Member>[] {
    return [...this.#members.all.values()].flatMap(placedAmong);
  }

  /** The other memberships of the project if one of all is exclusive. */
  sharingWith(resource: Resource, project: string): readonly Member[] {
    return this.#othersIn(sharedAmong, resource, project);
  }

  /** The exclusive memberships of the project of rules, or the placements into that of an exclusive membership. */
  placedWith(resource: Resource, project: string): readonly Member[] {
    return this.#othersIn(placedAmong, resource, project);
  }

  #othersIn(find: typeof sharedAmong, resource: Resource, project: string): readonly Member[] {
    const found = find(this.#members.holders(project));
    const concerned = found.map(({ at, others }) => [at, ...others]);
    return concerned
      .filter((holders) => holders.some((holder) => holder.resource === resource))
      .flatMap((holders) => holders.filter((holder) => holder.resource !== resource))
      .map(({ entry }) => entry);
  }
}

function sharedAmong<Resource, Member extends ProjectMember>(
  holders: readonly Holder<Resource, Member>[],
): readonly ExclusiveConflict<Resource, Member>[] {
  const memberships = holders.filter(({ entry }) => entry.rules === undefined);
  const at = memberships.find(({ entry }) => entry.exclusive);
  if (at === undefined || memberships.length === 1) return [];
  return [{ at, others: memberships.filter((it) => it !== at) }];
}

function placedAmong<Resource, Member extends ProjectMember>(
  holders: readonly Holder<Resource, Member>[],
): readonly ExclusiveConflict<Resource, Member>[] {
  const placements = holders.filter(({ entry }) => entry.rules !== undefined);
  const exclusive = holders.filter(({ entry }) => entry.exclusive);
  return exclusive.flatMap((membership) => placements.map((at) => ({ at, others: [membership] })));
}
