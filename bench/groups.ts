import { Grouper } from "../src/import/grouping/grouping";
import { suggestionsFor } from "../src/import/grouping/suggestions";
import { suggestionsAsPage } from "../src/import/grouping/suggestions-page";
import { FIXED_WAYS, wayText, type Way } from "../src/import/grouping/ways";
import type { Project, Workspace } from "../src/model";
import { median, type Figure } from "./measured";

const WORKSPACES = 10_000;
const WORDS = 1_800;
const ROUNDS = 5;

/** What each way costs to group irregular names of a default project, and all of `import --suggest`. */
export function groups(): Promise<readonly Figure[]> {
  const workspaces = irregularWorkspaces();
  const measure = (name: string, work: () => unknown): Figure => {
    const times = Array.from({ length: ROUNDS }, () => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    const size = `${WORKSPACES.toLocaleString("en-US")} irregular names`;
    return { measure: name, size, value: median(times), unit: "CPU ms" };
  };
  const ways: readonly Way[] = [...FIXED_WAYS, { by: "tag", key: "team" }];
  const found = { organization: "acme", project: DEFAULT, workspaces };
  return Promise.resolve([
    ...ways.map((way) => measure(`groups by ${wayText(way)}`, () => new Grouper(workspaces, DEFAULT.name).by(way))),
    measure("suggestions", () => suggestionsFor(found)),
    measure("suggestions with their page", () => suggestionsAsPage(suggestionsFor(found), wayText)),
  ]);
}

const DEFAULT = { id: "prj-default", name: "Default Project" } as Project;

const SYLLABLES = "ka lo mi ne pu ra si to va xe zi bo da fe gu ho ja ku".split(" ");

/** Words of three syllables, each another one. */
function wordAt(index: number): string {
  const { length } = SYLLABLES;
  return [index, Math.floor(index / length), Math.floor(index / length ** 2)]
    .map((it) => SYLLABLES[it % length])
    .join("");
}

/** How a name is made of the word of a team and another one. */
const STYLES: readonly ((team: string, part: string, number: number) => string)[] = [
  (team, part) => `${team}-${part}`,
  (team, part) => `prod-${team}-${part}`,
  (team, part) => `${team}${part.charAt(0).toUpperCase()}${part.slice(1)}`,
  (team, part) => `${part}-${team}`,
  (team, part, number) => `eu_dev_${team}_${part}_${number}`,
];

function irregularWorkspaces(): readonly Workspace[] {
  return Array.from({ length: WORKSPACES }, (_, index) => {
    const style = STYLES[index % STYLES.length];
    const name = style?.(wordAt((index * 7) % WORDS), wordAt((index * 13 + Math.floor(index / WORDS)) % WORDS), index);
    return {
      id: `ws-${index}`,
      name: name ?? "",
      projectId: DEFAULT.id,
      organization: "acme",
      tags: [{ key: "team", value: `team-${index % 40}` }],
      repository: { owner: `owner-${index % 300}`, folder: `folder-${index % 999}` },
    };
  });
}
