import { groupBy } from "../lists";
import { firstTexts, type NamedObject } from "../model";
import type { StateSharingImpact } from "../reconcile/state-sharing";
import { formatList, pluralize, quote } from "../reconcile/text";

/* What moves and renames change besides settings and access: the same for the engine and for Terraform's plan. */

/** Runs of workspaces present another identity: parts of subjects as trust policies have them. */
export interface ChangedIdentity {
  readonly cause: "moved" | "renamed";
  /** `organization:acme:project:Default Project` */
  readonly before: string;
  readonly after: string;
  readonly workspaces: number;
  /** Whose runs authenticate with it, as far as variables were read. @default - not read */
  readonly users?: IdentityUsers | undefined;
}

/** Which of some workspaces have runs that authenticate with their workload identity. */
export interface IdentityUsers {
  readonly workspaces: number;
  /** To what, and how many of them: `[["aws", 7], ["vault", 2]]`. */
  readonly providers: readonly (readonly [string, number])[];
  /** How many could not be read. */
  readonly notRead: number;
}

/** The part of a run's subject that names its project. */
export function projectSubject(organization: string, project: string): string {
  return `organization:${organization}:project:${project}`;
}

/** The name of the project in a part of a subject; names of organizations have no colon. */
function nameInSubject(subject: string): string {
  return subject.split(":").slice(3).join(":");
}

/** How many pairs of projects a sentence names. */
const PAIRS_SHOWN = 3;

/** How many workspaces a list in it names. */
const NAMES_SHOWN = 5;

/**
 * Whose runs present another identity, what it is, and what to do.
 *
 * @param whose - `all workspaces in the project`. @default how many workspaces
 */
export function identityText(identities: readonly ChangedIdentity[], whose?: string): string {
  const concerned = ({ workspaces, users }: ChangedIdentity): number =>
    users === undefined ? workspaces : users.workspaces + users.notRead;
  const count = identities.reduce((sum, it) => sum + concerned(it), 0);
  const isOne = identities.length === 1;
  const most = [...identities].sort((one, other) => concerned(other) - concerned(one));
  const shown = firstTexts(most, PAIRS_SHOWN, (identity) => {
    const { before, after, workspaces, users } = identity;
    const numbers = users === undefined ? (isOne ? "" : ` (${workspaces})`) : ` (${usersText(users, workspaces)})`;
    // The first as it stands in trust policies; the others differ only by the names of projects.
    const [from, to] = [before, after].map((it) => quote(identity === most[0] ? it : nameInSubject(it)));
    return `${from} becomes ${to}${numbers}`;
  });
  const isRead = identities.every(({ users }) => users?.notRead === 0);
  const renamed = identities.some(({ cause }) => cause === "renamed")
    ? " A rename also changes TFC_PROJECT_NAME in runs, what policies see of the project, and the project that " +
      "`cloud` blocks have to name."
    : "";
  return (
    `Runs of ${whose ?? pluralize(count, "workspace")} present another identity, in whose subject ${shown}. ` +
    `${isRead ? "Clouds" : "If they authenticate with it, clouds"} and Vault that trust the earlier one reject them: ` +
    `allow both before you apply, and remove the earlier one afterwards.${renamed}`
  );
}

/** `9 of 12 use it: aws 7, vault 2` */
function usersText({ workspaces: using, providers, notRead }: IdentityUsers, workspaces: number): string {
  const by = providers.map(([name, count]) => `${name} ${count}`).join(", ");
  return [
    ...(using === 0 ? [] : [`${using} of ${workspaces} use it: ${by}`]),
    ...(notRead === 0 ? [] : [`${notRead} of ${workspaces} not compared`]),
  ].join("; ");
}

/** Workspaces that move between two projects, and those whose states can be read before or afterwards. */
export interface ChangedSharing {
  readonly from: NamedObject;
  readonly to: { readonly name: string };
  readonly workspaces: number;
  /** Of others: whose state those that move can read. */
  readonly others: readonly NamedObject[];
  /** Of those that move: whose state others can read. */
  readonly shared: readonly NamedObject[];
  /** Who can read these. */
  readonly readers: readonly NamedObject[];
}

/** Workspaces that move between two projects, and how that changes who may read which state. */
type ComparedSharing = Pick<ChangedSharing, "from" | "to" | "workspaces"> & {
  readonly stateSharing: StateSharingImpact | undefined;
};

/** The moves by which someone can no longer, or can from then on, read a state. */
export function changedSharing(
  moves: readonly ComparedSharing[],
  change: "lost" | "gained",
): readonly ChangedSharing[] {
  return moves.flatMap(({ stateSharing, ...move }) => {
    if (stateSharing === undefined) return [];
    const { [change]: others, [`${change}By` as const]: readers, shared } = stateSharing;
    return others.length + readers.length === 0 ? [] : [{ ...move, others, readers, shared }];
  });
}

/** Who can no longer, or can from then on, read the state of whom; the project's sharing of states. */
export function sharingText(all: readonly ChangedSharing[], change: "lost" | "gained"): string {
  const verb = change === "lost" ? "can no longer read" : "can then read";
  const moves = all.filter(({ others }) => others.length > 0);
  const alike = groupBy(moves, ({ from, others }) => [from, ...others].map(({ id }) => id).join(" "));
  const sentences = [
    ...[...alike.values()].map((its) => {
      const [{ from, others }] = its;
      const count = its.reduce((sum, { workspaces }) => sum + workspaces, 0);
      const destinations = firstTexts(its, PAIRS_SHOWN, ({ to }) => quote(to.name));
      const moved = `${pluralize(count, "workspace")} that ${count === 1 ? "moves" : "move"}`;
      return `${moved} from ${quote(from.name)} to ${destinations} ${verb} the state of ${namesOf(others)}`;
    }),
    ...all
      .filter(({ shared, readers }) => shared.length * readers.length > 0)
      .map(({ from, to, shared, readers }) => {
        const move = shared.length === 1 ? "moves" : "move";
        const way = `from ${quote(from.name)} to ${quote(to.name)}`;
        return `${namesOf(readers)} ${verb} the state of ${namesOf(shared)}, which ${move} ${way}`;
      }),
  ];
  const more = sentences.length - PAIRS_SHOWN;
  const rest = more > 0 ? [`and ${more} more`] : [];
  const why =
    change === "lost"
      ? "Runs that read them fail. Share these states with a list of workspaces before."
      : "States may contain secrets.";
  return `${[...sentences.slice(0, PAIRS_SHOWN), ...rest].join("; ")}. They are shared with the project. ${why}`;
}

/** Workspaces that an auto-destroy duration destroys, although they do not allow destroy plans. */
export function destroyedAnywayText(workspaces: readonly NamedObject[], destination: string): string {
  const [allow, them] = workspaces.length === 1 ? ["does", "it"] : ["do", "them"];
  return (
    `${namesOf(workspaces)} ${allow} not allow destroy plans, but the auto-destroy duration of ${quote(destination)} ` +
    `destroys what ${them === "it" ? "it manages" : "they manage"} all the same. Move ${them} to a project without one.`
  );
}

function namesOf(workspaces: readonly NamedObject[]): string {
  return formatList(
    workspaces.map(({ name }) => name),
    undefined,
    NAMES_SHOWN,
  );
}
