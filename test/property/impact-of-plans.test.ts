import { apply, observe, plan, type MoveImpact, type Plan } from "../../src/engine";
import { Acme } from "../support/acme";
import { CASES, casesOf, fc, SEED } from "../support/property";
import { applyingIn, deletedWith, KINDS, type Applying, type State } from "./impact/applying";
import { build, codeOf, given, type Hidden } from "./impact/given";

/*
 * The impact of a plan is what applies to each workspace after it, less what applied before, as a model of its own
 * finds it in the state of the emulator before the plan and after its apply.
 */

type ByWorkspace = ReadonlyMap<string, Applying>;

interface Outcome {
  /** The state before the plan. */
  readonly state: State;
  readonly before: ByWorkspace;
  readonly after: ByWorkspace;
  readonly hidden: Hidden;
  readonly made: Plan;
  readonly nameOf: (id: string) => string;
}

/** How often each text occurs. */
function countsOf(texts: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

/** An object as reports name it. */
const shown = (object: string): string => object.replace(/#.*/, "");

/** What moves change, by kind: `lost ops admin`, and for how many workspaces. */
function changesOf(before: ByWorkspace, after: ByWorkspace, names: readonly string[]): object {
  const kinds = KINDS.map((kind) => {
    const texts = names.flatMap((name) => {
      const [had, has] = [before.get(name)!.kinds[kind], after.get(name)!.kinds[kind]];
      return [
        ...[...had].flatMap(([it, value]) => (has.has(it) ? [] : `lost ${shown(it)} ${value ?? ""}`)),
        ...[...has].flatMap(([it, value]) => (had.has(it) ? [] : `gained ${shown(it)} ${value ?? ""}`)),
        ...[...had].flatMap(([it, value]) => {
          const later = has.get(it);
          return has.has(it) && later !== value ? `changed ${it} ${value ?? ""} ${later ?? ""}` : [];
        }),
      ];
    });
    return [kind, countsOf(texts)] as const;
  });
  return Object.fromEntries(kinds);
}

function reportedChanges({ related, workspaceIds }: MoveImpact): object {
  const kinds = KINDS.map((kind) => {
    const effects = (related?.[kind]?.effects ?? []).map(({ change, name, before, after, workspaces }) => {
      const values = change === "changed" ? `${before ?? ""} ${after ?? ""}` : (before ?? after ?? "");
      return [`${change} ${name ?? ""} ${values}`, workspaces ?? workspaceIds.length] as const;
    });
    return [kind, Object.fromEntries(effects)] as const;
  });
  return Object.fromEntries(kinds);
}

/** Settings that workspaces without their own get: `autoDestroyActivityDuration 7d 14d`, and how many. */
function settingsOf({ before, after, hidden }: Outcome, names: readonly string[]): object {
  return countsOf(
    names.flatMap((name) =>
      (["autoDestroyActivityDuration", "defaultExecutionMode"] as const).flatMap((setting) => {
        const isOwn = setting === "autoDestroyActivityDuration" && hidden.workspaces.get(name)!.duration !== undefined;
        const [had, has] = [before.get(name)!.settings[setting], after.get(name)!.settings[setting]];
        return isOwn || had === has ? [] : `${setting} ${had} ${has}`;
      }),
    ),
  );
}

/** Identities that change, of those whose runs authenticate. */
function identitiesOf({ before, after }: Outcome): object {
  const texts = [...before].flatMap(([name, was]) => {
    const is = after.get(name)!;
    if (was.subject === is.subject) return [];
    const cause = was.projectId === is.projectId ? "renamed" : "moved";
    return [{ key: `${cause} ${was.subject} → ${is.subject}`, providers: was.providers }];
  });
  const keys = [...new Set(texts.map(({ key }) => key))];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const its = texts.filter((it) => it.key === key);
      const users = its.filter(({ providers }) => providers.length > 0);
      const providers = countsOf(its.flatMap((it) => it.providers));
      return users.length === 0 ? [] : [[key, { workspaces: its.length, users: users.length, providers }]];
    }),
  );
}

function reportedIdentities({ impact }: Plan): object {
  return Object.fromEntries(
    impact.identities.map(({ cause, before, after, workspaces, users }) => {
      const providers = Object.fromEntries(users!.providers);
      return [`${cause} ${before} → ${after}`, { workspaces, users: users!.workspaces, providers }];
    }),
  );
}

/** Who can no longer, or can from then on, read whose state: `w1 < w2`. */
function readersOf(one: ByWorkspace, other: ByWorkspace): readonly string[] {
  const pairs = [...one].flatMap(([name, { reads }]) =>
    [...reads].flatMap((of) => (other.get(name)!.reads.has(of) ? [] : `${name} < ${of}`)),
  );
  return pairs.sort();
}

function reportedReaders(
  { impact, nameOf }: Outcome & Pick<Plan, "impact">,
  which: "lost" | "gained",
): readonly string[] {
  const pairs = impact.moves.flatMap(({ stateSharing, workspaceIds }) => {
    if (stateSharing === undefined) return [];
    const { shared, [which]: others, [which === "lost" ? "lostBy" : "gainedBy"]: readers } = stateSharing;
    return [
      ...workspaceIds.flatMap((id) => others.map(({ name }) => `${nameOf(id)} < ${name}`)),
      ...readers.flatMap((reader) => shared.map(({ name }) => `${reader.name} < ${name}`)),
    ];
  });
  return [...new Set(pairs)].sort();
}

function check(outcome: Outcome): void {
  const { state, before, after, hidden, made, nameOf } = outcome;
  const { impact } = made;
  const moved = [...before].flatMap(([name, { projectId }]) => (after.get(name)!.projectId === projectId ? [] : name));
  expect(impact.moves.flatMap(({ workspaceIds }) => workspaceIds.map(nameOf)).sort()).toEqual(moved.sort());
  for (const move of impact.moves) {
    const names = move.workspaceIds.map(nameOf);
    expect(reportedChanges(move)).toEqual(changesOf(before, after, names));
    const settings = move.settings.map((it) => [`${it.setting} ${it.before} ${it.after}`, it.workspaces]);
    expect(Object.fromEntries(settings)).toEqual(settingsOf(outcome, names));
    expect(move.destroyedAnyway.map(({ name }) => name)).toEqual(
      names
        .filter((name) => {
          const [{ settings: was }, { settings: is }] = [before.get(name)!, after.get(name)!];
          const { duration, refusesDestroyPlans } = hidden.workspaces.get(name)!;
          const { autoDestroyActivityDuration: later } = is;
          return (
            refusesDestroyPlans && duration === undefined && later !== null && later !== was.autoDestroyActivityDuration
          );
        })
        .sort(),
    );
  }
  for (const { project, related } of impact.deletions) {
    const lost = Object.entries(related!).map(([kind, effects]) => {
      return [kind, effects.map(({ name, before: value }) => [name, value]).sort()] as const;
    });
    const has = Object.entries(deletedWith(state, project.id, hidden)).map(
      ([kind, its]) => [kind, its.sort()] as const,
    );
    expect(Object.fromEntries(lost)).toEqual(Object.fromEntries(has));
  }
  expect(reportedIdentities(made)).toEqual(identitiesOf(outcome));
  expect(reportedReaders({ ...outcome, impact }, "lost")).toEqual(readersOf(before, after));
  expect(reportedReaders({ ...outcome, impact }, "gained")).toEqual(readersOf(after, before));
}

const cases = casesOf(CASES.services);

test(`the impact of ${cases} plans is what applies after them, less what applied before (TFPROJECTS_SEED=${SEED})`, async () => {
  const seen = { moves: 0, deletions: 0 };
  await fc.assert(
    fc.asyncProperty(given, async (it) => {
      const acme = await Acme.start();
      try {
        const hidden = await build(acme, it);
        const state = acme.emulator.state().organizations[0]!;
        const before = applyingIn(state, hidden);
        const desired = codeOf(it);
        const options = {
          impact: true,
          prune: it.prunes,
          evacuate: it.prunes,
          maxMoves: "all",
          maxDeletes: 9,
        } as const;
        const observed = await observe(acme.client, desired, options);
        const made = plan(desired, observed, options);
        expect(made.errors).toEqual([]);
        const { outcomes } = await apply(acme.client, made);
        expect(outcomes.map(({ kind }) => kind)).toEqual(made.actions.map(() => "done"));
        const after = applyingIn(acme.emulator.state().organizations[0]!, hidden);
        const names = new Map(observed.workspaces.map(({ id, name }) => [id, name]));
        check({ state, before, after, hidden, made, nameOf: (id) => names.get(id) ?? id });
        seen.moves += made.impact.moves.length;
        seen.deletions += made.impact.deletions.length;
      } finally {
        await acme.stop();
      }
    }),
    { numRuns: cases },
  );
  expect(seen.moves).toBeGreaterThan(cases);
  expect(seen.deletions).toBeGreaterThan(0);
});
