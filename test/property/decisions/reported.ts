import { isDeepStrictEqual } from "node:util";
import type { Diagnostic } from "../../../src/model";
import type { Plan as EnginePlan } from "../../../src/engine/plan/comparison";
import type { Configuration } from "../../in-process-terraform";
import { Reference } from "../../in-process-terraform/configuration";
import type { ShownDiagnostic } from "../../in-process-terraform/diagnostics";
import type { Plan as TerraformPlan } from "../../in-process-terraform";
import type { Acme } from "../../support/acme";
import { PROJECTS } from "./world";

/*
 * What the provider's diagnostics and the engine's plan say, in the same form.
 */

/** `two-memberships a-1`: the kind of an error, and one of the objects that it is about. */
export type Conflict = string;

/** The names of projects, by the addresses of their resources or by their IDs. */
export class ProjectNames {
  constructor(
    private readonly acme: Acme,
    private readonly configuration: Configuration,
  ) {}

  /** The project of a membership, or of a resource that assigns objects. */
  of(address: string): string {
    const id = this.configuration.resources[address]?.["project_id"];
    if (id instanceof Reference) return this.#nameOf(id);
    return this.acme.emulator.state().organizations[0]!.projects.find((it) => it.id === id)!.name;
  }

  /** The project of a rule. */
  ofRule(address: string, position: number): string {
    const rules = this.configuration.resources[address]!["rule"] as readonly { readonly project: string | Reference }[];
    const { project } = rules[position]!;
    return projectNamed(project instanceof Reference ? this.#nameOf(project) : project);
  }

  #nameOf({ address }: Reference): string {
    return this.configuration.resources[address]!["name"] as string;
  }
}

/** The project with a name, as the service spells it. */
function projectNamed(name: string): string {
  return PROJECTS.find((it) => it.toLowerCase() === name.toLowerCase())!;
}

/** Finds the objects that an error is about. */
type Objects = (it: ShownDiagnostic & { readonly address: string }, names: ProjectNames) => readonly string[];

/** The texts in quotation marks at the beginning of a detail: `The workspaces "a", "b" are in …`. */
const quoted: Objects = ({ detail }) =>
  [.../^The [a-z ]+ ("[^]*?") (?:is|are) /.exec(detail)![1]!.matchAll(/"(.*?)"/g)].map(([, name]) => name!);
const project: Objects = ({ address }, names) => [names.of(address)];
const itself: Objects = ({ address }) => [address];

/** Summaries of errors, and the objects of the provider's. */
const SUMMARIES: readonly (readonly [summary: RegExp, kind: string, objects: Objects])[] = [
  [/^(\d+ w|W)orkspaces? in two memberships$/, "two-memberships", quoted],
  [/^(\d+ w|W)orkspaces? in a membership and a placement$/, "listed-and-placed", quoted],
  [/^(\d+ w|W)orkspaces? in two placements$/, "placed-twice", quoted],
  [/^Exclusive membership shares its project$/, "exclusive-shared", project],
  [
    /^Rule into an exclusive project$/,
    "placed-in-exclusive",
    ({ address, attribute }, names) => {
      const position = /^rule\[(\d+)\]/.exec(attribute)?.[1];
      return [position === undefined ? names.of(address) : names.ofRule(address, Number(position))];
    },
  ],
  [/^Invalid exclusive$/, "default-project-exclusive", itself],
  [/^Too many moves$/, "too-many-moves", itself],
  [
    /^(Cannot plan the placement|Cannot read the workspaces of the placement|Tags not reported)$/,
    "unknown-tags",
    itself,
  ],
  // Only the engine knows names that workspaces had, unless a membership of the state has recorded them.
  [/^Workspace (not found|renamed)$/, "unknown-workspaces", itself],
  [
    /^(Team|Variable set) with two owners$/,
    "assigned-twice",
    (it, names) => quoted(it, names).map((name) => `${name} in ${names.of(it.address)}`),
  ],
  [/^Exclusive (team access|variable sets) with another owner$/, "assignments-shared", project],
  [/^Project will be deleted$/, "deleted-project", itself],
  [
    /^(Cannot delete project "(.*)"|Project is not empty)$/,
    "not-empty",
    ({ summary }) => [/"(.*)"/.exec(summary)![1]!],
  ],
];

/** Conflicts of the provider. What is no conflict is shown as it is. */
export function conflictsOfProvider(
  diagnostics: readonly ShownDiagnostic[],
  names: ProjectNames,
): ReadonlySet<Conflict> {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return new Set(
    errors.flatMap((error) => {
      const { address = "", summary, detail } = error;
      const [, kind, objects] = SUMMARIES.find(([pattern]) => pattern.test(summary)) ?? [];
      if (objects === undefined) return [`${summary}: ${detail}`];
      return objects({ ...error, address }, names).map((object) => `${kind} ${object}`);
    }),
  );
}

/** What an error of the engine is about. */
export interface Concerned {
  /** Addresses of the resources. */
  readonly addresses: readonly string[];
  /** The project that they share, if that is the conflict. */
  readonly project?: string | undefined;
}

/** Conflicts of the engine. */
export function conflictsOfEngine({ errors }: EnginePlan, names: ProjectNames): ReadonlyMap<Conflict, Concerned> {
  return new Map(
    errors.flatMap((it) => {
      const kind = SUMMARIES.find(([pattern]) => pattern.test(it.summary))?.[1] ?? it.summary;
      const { address = "" } = it.data;
      const { objects, project } = objectsOf(kind, it, names);
      const { addresses: all = [address] } = it.data;
      const addresses = [...all, ...othersOf(it.data as Facts).filter((other) => other !== address)];
      return objects.map((object) => [`${kind} ${object}`, { addresses, project }] as const);
    }),
  );
}

/** The addresses of the resources that contradict each other. */
function othersOf(data: Facts): readonly string[] {
  const { others, membership, memberships, placements, resources } = data;
  const labels = (memberships ?? []).map(({ label }) => label);
  return [others, labels, placements, resources, membership === undefined ? [] : [membership]].flatMap(
    (it) => it ?? [],
  );
}

/** The facts of conflicts. */
interface Facts {
  readonly others?: readonly string[];
  readonly membership?: string;
  readonly memberships?: readonly { readonly label: string }[];
  readonly placements?: readonly string[];
  readonly resources?: readonly string[];
  readonly objects?: readonly string[];
}

function objectsOf(
  kind: string,
  it: Diagnostic<Facts>,
  names: ProjectNames,
): { readonly objects: readonly string[]; readonly project?: string } {
  const { address = "", workspaces = [], membership = "", objects = [], project, addresses = [] } = it.data;
  switch (kind) {
    case "two-memberships":
    case "listed-and-placed":
    case "placed-twice":
      return { objects: workspaces };
    case "exclusive-shared":
    case "assignments-shared":
      return { objects: [names.of(address)], project: names.of(address) };
    case "placed-in-exclusive":
      return { objects: [names.of(membership)], project: names.of(membership) };
    case "assigned-twice":
      return { objects: objects.map((name) => `${name} in ${names.of(address)}`), project: names.of(address) };
    case "not-empty":
      return { objects: [project!.name] };
    case "unknown-tags":
      return { objects: addresses };
    default:
      return { objects: [address === "" ? JSON.stringify(it) : address] };
  }
}

/** What a plan says about moves. */
export interface Moves {
  /** `member NAME PROJECT`, `ADDRESS NAME PROJECT`: what memberships take that list it, or placements with a rule. */
  readonly taken: readonly string[];
  /** `ADDRESS NAME` → `rule 2`; the drift of a placement does not show it. */
  readonly rules: ReadonlyMap<string, string>;
  /** Names of the workspaces that leave a membership or a deleted project, for the default project. */
  readonly leaving: readonly string[];
}

/** The moves in the plan of the engine. */
export function movesOfEngine({ actions }: EnginePlan): Moves {
  const all = actions.flatMap((it) =>
    it.kind === "move" ? it.workspaces.map((moved) => ({ ...moved, to: it.destination.name })) : [],
  );
  const taken = all.filter(({ reason }) => reason === "member" || reason === "placed");
  return {
    taken: taken.map(({ name, to, rule }) => `${rule?.placement ?? "member"} ${name} ${to}`),
    rules: new Map(
      taken.flatMap(({ name, rule }) => (rule ? [[`${rule.placement} ${name}`, `rule ${rule.position + 1}`]] : [])),
    ),
    leaving: all.filter((it) => !taken.includes(it)).map(({ name }) => name),
  };
}

/** ID of each workspace that a plan of the engine moves → the name of its destination. */
export function destinationsIn({ actions }: EnginePlan): ReadonlyMap<string, string> {
  return new Map(
    actions.flatMap((it) =>
      it.kind === "move" ? it.workspaces.map(({ id }) => [id, it.destination.name] as const) : [],
    ),
  );
}

const ENTERING = [
  /^- from .*: \d+ workspaces? \((.*)\)$/gm,
  /^\d+ workspaces? moves? to (?:a new project|project "[^"]*" \(.*?\)|the default project): (.*)\.$/gm,
];
const LEAVING = [
  /^- to the default project, .*: \d+ workspaces? \((.*)\)$/gm,
  /^\d+ workspaces? moves? from .* to the default project, .*: (.*)\.$/gm,
  /^The membership becomes exclusive: \d+ workspaces? \((.*?)\) will/gm,
  /\d+ workspaces? \(([^)]*)\) moves? to the default project because/gm,
];
const PLACED = /^- (rule \d+).*, from ".*" to ".*": \d+ workspaces? \((.*)\)$/gm;
const UNPLACED = /^(.*) \((.*) → (.*)\)$/;

/**
 * The moves of which the provider's plan warns, or that it shows as drift of a placement. A membership that is planned
 * later may take what others release, and what a rule takes from the default project.
 *
 * @param isListed - Whether a membership lists the workspace with a name.
 */
export function movesOfProvider(
  { diagnostics, changes }: TerraformPlan,
  names: ProjectNames,
  isListed: (name: string) => boolean,
): Moves {
  const listedIn = (patterns: readonly RegExp[], detail: string): readonly string[] =>
    patterns.flatMap((pattern) => [...detail.matchAll(pattern)].flatMap(([, listed]) => listed!.split(", ")));
  const warnings = diagnostics.flatMap((it) =>
    it.severity === "warning" ? [{ ...it, address: it.address ?? "" }] : [],
  );
  const placed = warnings.flatMap(({ address, detail }) =>
    [...detail.matchAll(PLACED)].flatMap(([, rule, listed]) => {
      const to = names.ofRule(address, Number(rule!.slice("rule ".length)) - 1);
      return listed!.split(", ").map((name) => ({ address, rule, name, to }));
    }),
  );
  const drift = [...changes.values()].flatMap(({ address, before, after }) => {
    const isDrift = isDeepStrictEqual({ ...before, unplaced: {} }, after);
    const lines = (isDrift ? (before?.["unplaced"] ?? {}) : {}) as Readonly<Record<string, string>>;
    return Object.values(lines).flatMap((line) => {
      const [, name, from, to] = UNPLACED.exec(line)!;
      // It stays where it is, with the rule.
      if (from === "membership") return [];
      return [{ address, rule: undefined, name: name!, to: projectNamed(to!) }];
    });
  });
  const byRules = [...placed, ...drift].filter(({ name }) => !isListed(name));
  const entering = warnings
    .filter(({ address }) => address.startsWith("tfprojects_workspace_membership."))
    .flatMap(({ address, detail }) => listedIn(ENTERING, detail).map((name) => `member ${name} ${names.of(address)}`));
  return {
    taken: [...entering, ...byRules.map(({ address, name, to }) => `${address} ${name} ${to}`)],
    rules: new Map(byRules.flatMap(({ address, name, rule }) => (rule ? [[`${address} ${name}`, rule]] : []))),
    leaving: warnings.flatMap(({ detail }) => listedIn(LEAVING, detail)),
  };
}
