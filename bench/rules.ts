import { Client } from "../src/api";
import { routerOf, type PlacementRule, type Workspace } from "../src/model";
import { OrganizationView } from "../src/reconcile";
import { changeTags } from "../test/support/project-settings";
import { RunningEmulator } from "./emulator";
import { median, type Figure } from "./measured";

const RULES = 500;
/** Workspaces of each project. */
const EACH = 20;
const ROUNDS = 7;

/** A table of 500 rules for 10,000 workspaces, by their names or their tags, beside reading the pages with the tags. */
export async function rules(): Promise<readonly Figure[]> {
  const emulator = await RunningEmulator.start({ projects: RULES, each: EACH });
  try {
    await tagWorkspaces(emulator);
    const reading: number[] = [];
    const routing = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { workspaces, milliseconds } = await read(emulator);
      reading.push(milliseconds);
      for (const [measure, ruleOf] of Object.entries(KINDS)) {
        routing.set(measure, [...(routing.get(measure) ?? []), routeAll(workspaces, ruleOf)]);
      }
    }
    const size = `${(RULES * EACH).toLocaleString("en-US")} workspaces, ${RULES} rules`;
    return [...routing].map(([measure, values]) => ({
      measure,
      size,
      value: median(values),
      unit: "CPU ms",
      baseline: { what: "reading the pages with tags", value: median(reading) },
    }));
  } finally {
    await emulator.stop();
  }
}

/** The names of workspaces are `workspace-0` to `workspace-9999`; tags are those of {@link tagWorkspaces}. */
const KINDS: Readonly<Record<string, (index: number) => PlacementRule>> = {
  "rules by a prefix": (index) => ({ matchNames: [`workspace-${index}*`] }),
  "rules by three patterns": (index) => ({
    matchNames: [`workspace-${index}1*`, `*-${index}2`, `work*${index}*3`],
  }),
  "rules by a text inside of names": (index) => ({ matchNames: [`*space-${index}*`] }),
  "rules by a tag": (index) => ({ matchTags: { team: `team-${index}` } }),
  "rules by any name and two tags": (index) => ({
    matchNames: ["*"],
    matchTags: { team: `team-${index}`, env: "*" },
  }),
};

async function tagWorkspaces(emulator: RunningEmulator): Promise<void> {
  const ids = await emulator.workspaceIds();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < ids.length; index = next++) {
      const tags = { team: `team-${Math.floor(index / EACH)}`, env: index % 2 === 0 ? "prod" : "test" };
      await changeTags(emulator.about, ids[index] ?? "", tags);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

async function read(
  emulator: RunningEmulator,
): Promise<{ readonly workspaces: readonly Workspace[]; readonly milliseconds: number }> {
  const client = new Client({ address: emulator.about.address, token: emulator.about.token, env: {} });
  try {
    const view = new OrganizationView(client, "acme");
    const before = process.cpuUsage();
    await view.workspaces.includeTags();
    const workspaces = await view.workspaces.all();
    const milliseconds = since(before);
    if (workspaces.length !== RULES * EACH || workspaces.some(({ tags = [] }) => tags.length !== 2)) {
      throw new Error("The workspaces or their tags were not read.");
    }
    return { workspaces, milliseconds };
  } finally {
    client.close();
  }
}

/** CPU time of a table of these rules, for all workspaces. */
function routeAll(workspaces: readonly Workspace[], ruleOf: (index: number) => PlacementRule): number {
  const rules = Array.from({ length: RULES }, (_, index) => ruleOf(index));
  const before = process.cpuUsage();
  const routeOf = routerOf({ rules, exceptNames: ["*-tmp"], exceptTags: { legacy: "*" } });
  const routed = workspaces.filter((workspace) => typeof routeOf(workspace) === "object").length;
  const milliseconds = since(before);
  if (routed === 0) throw new Error("Nothing was routed.");
  return milliseconds;
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
