import type { Json } from "../service-model/json";
import type { ModelState } from "../service-model/state";
import type { Random } from "./random";
import { brokenBody } from "./project-requests";

/** A body that moves workspaces, usually of one organization. */
export function moveBody(random: Random, world: ModelState, destination: string): string {
  if (random.chance(0.08)) return brokenBody(random);
  const home = world.projects.find(({ id }) => id === destination)?.organization;
  const near = world.workspaces.filter(({ organization }) => organization === home);
  const count = random.oneOf([0, 1, 1, 2, 3, 5, 10, near.length > 0 ? 120 : 1]);
  const items: Json[] = random.some(near, count).map(({ id }) => ({ type: "workspaces", id }));
  if (random.chance(0.25)) items.splice(random.integerBelow(items.length + 1), 0, oddItem(random, world));
  return JSON.stringify({ data: items });
}

function oddItem(random: Random, world: ModelState): Json {
  const foreign = random.oneOf([...world.workspaces, { id: "ws-M0n0" }]).id;
  const id = random.oneOf([foreign, foreign, "ws-M0n999", "x", "", "prj-M0n1", "ws-0123456789abcdef"]);
  return random.oneOf<Json>([
    ...[
      { type: "workspaces", id },
      { type: "workspaces", id },
      { type: "workspaces", id },
    ],
    ...[{ type: "workspace", id: foreign }, { id: foreign }, { type: "workspaces" }, { type: "workspaces", id: 7 }],
    ...[{ type: "workspaces", id: foreign, attributes: {} }, null, "ws-1", []],
  ]);
}
