import { HttpClient, resource } from "../emulator/http-client";
import { reference, type Block, type Configuration } from "../in-process-terraform";
import { configurationFor, inProcessTerraform } from "../provider/in-process";
import { RENAMES } from "../provider/context";
import { Acme } from "../support/acme";
import { CASES, casesOf, fc, SEED } from "../support/property";

/*
 * What Terraform's plan says of the identity of runs, and of what is destroyed anyway, is what the state of the
 * emulator has after the apply, less what it had before.
 */

const PROJECTS = ["One", "Two", "Three", "Four"] as const;
const NEW = PROJECTS.length;
const WORKSPACES = ["w1", "w2", "w3", "w4", "w5", "w6"] as const;

const given = fc.record({
  projects: fc.tuple(
    ...PROJECTS.map(() =>
      fc.record({
        later: fc.constantFrom("kept", "renamed", "removed"),
        duration: fc.option(fc.constantFrom("7d", "14d"), { nil: undefined }),
        laterDuration: fc.option(fc.constantFrom("7d", "14d"), { nil: undefined }),
      }),
    ),
  ),
  workspaces: fc.tuple(
    ...WORKSPACES.map(() =>
      fc.record({
        from: fc.option(fc.integer({ min: 0, max: NEW - 1 }), { nil: null }),
        /** NEW for a project that the code creates. */
        to: fc.option(fc.integer({ min: 0, max: NEW }), { nil: null }),
        refusesDestroyPlans: fc.boolean(),
      }),
    ),
  ),
});

type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

/** The code before or after the change. */
function codeOf(acme: Acme, { projects, workspaces }: Given, isLater: boolean): Configuration {
  const resources: Record<string, Block> = {};
  const add = (index: number, block: Block): void => {
    const members = workspaces.flatMap(({ from, to }, at) => ((isLater ? to : from) === index ? WORKSPACES[at]! : []));
    resources[`tfprojects_project.p${index}`] = { deletion_policy: "evacuate", ...block };
    resources[`tfprojects_workspace_membership.m${index}`] = {
      project_id: reference(`tfprojects_project.p${index}`, "id"),
      workspace_names: members,
    };
  };
  for (const [index, { later, duration, laterDuration }] of projects.entries()) {
    if (isLater && later === "removed") continue;
    const name = isLater && later === "renamed" ? `${PROJECTS[index]!} again` : PROJECTS[index]!;
    const value = isLater ? laterDuration : duration;
    add(index, { name, ...(value === undefined ? {} : { auto_destroy_activity_duration: value }) });
  }
  if (isLater) add(NEW, { name: "New" });
  return configurationFor(acme, resources);
}

/** A workspace that is to move to a removed project goes where no code has it. */
function consistent(it: Given): Given {
  const isRemoved = (index: number | null): boolean => index !== null && it.projects[index]?.later === "removed";
  return { ...it, workspaces: it.workspaces.map((one) => ({ ...one, to: isRemoved(one.to) ? null : one.to })) };
}

interface Place {
  readonly id: string;
  readonly project: string;
  readonly duration: string | null;
}

/** Where workspaces are, by name. */
function placesIn(acme: Acme): ReadonlyMap<string, Place> {
  return new Map(
    acme.emulator.state().organizations[0]!.projects.flatMap((project) => {
      const { id, name, autoDestroyActivityDuration: duration, workspaces } = project;
      return workspaces.map((workspace) => [workspace.name, { id, project: name, duration }] as const);
    }),
  );
}

/** `One → Two`, and how many, of paragraphs about the identity of runs. */
function pairsIn(detail: string, nameOf: (described: string) => string): readonly (readonly [string, number])[] {
  const [, total, list] = /^Runs of (\S+) .*?in whose subject (.*?)\. (?:If|Clouds)/m.exec(detail) ?? [];
  if (list === undefined) return [];
  const pairs = [...list.matchAll(/"([^"]*)" becomes "([^"]*)"(?: \((\d+)\))?/g)];
  return pairs.map(([, before, after, count = total]) => {
    const [from, to] = [before!, after!].map((subject) => nameOf(subject.replace("organization:acme:project:", "")));
    return [`${from!} → ${to!}`, Number(count)];
  });
}

/** How many more pairs there are than the sentence names. */
const pairsBeyond = (detail: string): number => Number(/^Runs of .* and (\d+) more(?:\.|,| )/m.exec(detail)?.[1] ?? 0);

const sorted = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].sort();

const cases = casesOf(CASES.services);

test(`what ${cases} plans of Terraform say of runs is what changes for them (TFPROJECTS_SEED=${SEED})`, async () => {
  const seen = { moves: 0, renames: 0, destroyed: 0 };
  await fc.assert(
    fc.asyncProperty(given.map(consistent), async (it) => {
      const acme = await Acme.start();
      try {
        for (const [index, { refusesDestroyPlans }] of it.workspaces.entries()) {
          const id = acme.addWorkspace(WORKSPACES[index]!);
          const attributes = { "allow-destroy-plan": !refusesDestroyPlans };
          await new HttpClient(acme.emulator).patch(`/workspaces/${id}`, resource("workspaces", attributes));
        }
        const terraform = inProcessTerraform();
        expect(await terraform.apply(codeOf(acme, it, false))).toMatchObject({ ok: true });
        const [before, ids] = [placesIn(acme), acme.emulator.state().organizations[0]!.projects];
        const plan = await terraform.plan(codeOf(acme, it, true));
        expect(plan.ok).toBe(true);
        expect(await terraform.apply(plan)).toMatchObject({ ok: true });
        const after = placesIn(acme);
        const nameOf = (described: string): string => {
          const what = /^<name of (.*)>$/.exec(described)?.[1];
          if (what === undefined) return described;
          if (what === "the new project") return "New";
          return what === "the default project" ? "Default Project" : ids.find(({ id }) => id === what)!.name;
        };
        const moves = WORKSPACES.flatMap((name) => {
          const [was, is] = [before.get(name)!, after.get(name)!];
          return was.id === is.id ? [] : [{ name, was, is, pair: `${was.project} → ${is.project}` }];
        });
        const { diagnostics } = plan;
        const renames = diagnostics.filter(({ summary }) => summary === RENAMES);
        const others = diagnostics.filter(({ summary }) => summary !== RENAMES);

        const isCertain = ({ detail }: { detail: string }): boolean =>
          !/unless another membership|may take/.test(detail);
        const countsIn = (some: typeof others) => some.flatMap(({ detail }) => pairsIn(detail, nameOf));
        for (const [pair, count] of countsIn(others.filter(isCertain))) {
          expect([pair, count]).toEqual([pair, moves.filter((move) => move.pair === pair).length]);
        }
        // What leaves a membership or a deleted project may be taken by a membership that is planned later.
        const reported = countsIn(others).map(([pair]) => pair);
        const untold = sorted(moves.map(({ pair }) => pair)).filter((pair) => !reported.includes(pair));
        const beyond = others.reduce((sum, { detail }) => sum + pairsBeyond(detail), 0);
        expect(untold.length).toBeLessThanOrEqual(beyond);
        const wrong = reported.filter((pair) => moves.every((move) => move.pair !== pair));
        expect(wrong.filter((pair) => !pair.endsWith("→ Default Project"))).toEqual([]);

        const renamed = it.projects.flatMap(({ later }, index) => {
          const count = [...before.values()].filter(({ project }) => project === PROJECTS[index]).length;
          return later === "renamed" && count > 0 ? `${PROJECTS[index]!} → ${PROJECTS[index]!} again ${count}` : [];
        });
        const told = renames.flatMap(({ detail }) => pairsIn(detail, nameOf).map((pair) => pair.join(" ")));
        expect(told.sort()).toEqual(renamed.sort());

        const destroyed = moves.flatMap(({ name, was, is }) => {
          const isRefusing = it.workspaces[WORKSPACES.indexOf(name)]!.refusesDestroyPlans;
          return isRefusing && is.duration !== null && is.duration !== was.duration ? [name] : [];
        });
        const named = others.flatMap(({ detail }) =>
          [...detail.matchAll(/^(.*) do(?:es)? not allow destroy plans/gm)].flatMap(([, names]) => names!.split(", ")),
        );
        expect(sorted(named)).toEqual(sorted(destroyed));
        seen.moves += moves.length;
        seen.renames += renamed.length;
        seen.destroyed += destroyed.length;
      } finally {
        await acme.stop();
      }
    }),
    { numRuns: cases },
  );
  expect(Math.min(seen.moves, seen.renames, seen.destroyed)).toBeGreaterThan(0);
});
