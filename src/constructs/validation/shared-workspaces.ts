import { nameKey, workspacesInTwoMemberships } from "../../model";
import { isSingle, type Conflict } from "./app-wide";
import { certainRule, type CertainRule } from "./certain-rule";
import type { MembershipLike } from "./construct-types";
import { literals } from "./literal";
import { OrganizationKeys } from "./organization-keys";

/** A membership, with what is known about its workspaces at synth. */
interface Member {
  readonly construct: MembershipLike;
  /** Its place among all memberships. */
  readonly order: number;
  /** Undefined if only Terraform knows the organization. */
  readonly organization: string | undefined;
  readonly ids: readonly string[];
  /** The names in its list by their keys. */
  readonly names: ReadonlyMap<string, string>;
  readonly rule: CertainRule | undefined;
}

/** How a membership has a workspace; the attribute is that of its construct. */
type By = "workspaceIds" | "workspaceNames" | "matchNames";

/** The workspaces that two memberships share in the same way. */
interface Shared {
  readonly one: readonly [Member, By];
  readonly other: readonly [Member, By];
  readonly workspaces: string[];
}

/** Two memberships with the same workspace would move it back and forth, or lose it when one is destroyed. */
export function sharedWorkspaces(memberships: readonly MembershipLike[]): readonly Conflict[] {
  const members = membersOf(memberships);
  const found = new Map<string, Shared>();
  const share = (workspace: string, ...both: [readonly [Member, By], readonly [Member, By]]): void => {
    const [one, other] = both.sort(([first], [second]) => first.order - second.order);
    const key = [one[0].order, one[1] === "matchNames", other[0].order, other[1] === "matchNames"].join();
    const shared = found.get(key);
    if (shared === undefined) found.set(key, { one, other, workspaces: [workspace] });
    else shared.workspaces.push(workspace);
  };
  sharedInLists(members, share);
  sharedByRules(members, share);
  return [...found.values()].map(({ one, other, workspaces }) => ({
    at: other[0].construct,
    message: `${other[1]}: ${workspacesInTwoMemberships(workspaces, sideOf(one), sideOf(other), "typescript")}`,
  }));
}

type Share = (workspace: string, one: readonly [Member, By], other: readonly [Member, By]) => void;

function sideOf([{ construct, rule }, by]: readonly [Member, By]): Parameters<typeof workspacesInTwoMemberships>[1] {
  return { label: construct.node.path, rule: by === "matchNames" ? rule?.rule : undefined };
}

function membersOf(memberships: readonly MembershipLike[]): readonly Member[] {
  const organizations = new OrganizationKeys();
  return memberships.filter(isSingle).map((construct, order) => ({
    construct,
    order,
    organization: organizations.of(construct),
    ids: literals(construct.workspaceIdsInput),
    names: new Map(literals(construct.workspaceNamesInput).map((name) => [nameKey(name), name])),
    rule: certainRule({
      matchNames: construct.matchNamesInput,
      matchTags: construct.matchTagsInput,
      exceptNames: construct.exceptNamesInput,
      exceptTags: construct.exceptTagsInput,
      takeFrom: construct.takeFromInput,
    }),
  }));
}

function sharedInLists(members: readonly Member[], share: Share): void {
  const owners = new Map<string, Member>();
  const claim = (member: Member, by: By, workspace: string, key: string): void => {
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, member);
    else if (owner !== member) share(workspace, [owner, by], [member, by]);
  };
  for (const member of members) {
    for (const id of member.ids) claim(member, "workspaceIds", id, `id ${id}`);
    if (member.organization === undefined) continue;
    for (const [key, name] of member.names) {
      claim(member, "workspaceNames", name, `name ${member.organization}${key}`);
    }
  }
}

/** Names in the list of one membership that the rule of another one certainly matches. */
function sharedByRules(members: readonly Member[], share: Share): void {
  for (const ruling of members) {
    const { rule, organization } = ruling;
    if (rule === undefined || organization === undefined) continue;
    for (const named of members) {
      if (named === ruling || named.organization !== organization) continue;
      for (const [key, name] of named.names) {
        if (!ruling.names.has(key) && rule.matches(key)) {
          share(name, [named, "workspaceNames"], [ruling, "matchNames"]);
        }
      }
    }
  }
}
