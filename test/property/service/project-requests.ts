import type { Json } from "../service-model/json";
import type { Project, ModelState } from "../service-model/state";
import type { Random } from "./random";
import { anyDescription, anyDuration, anyName, goodName, upperOrLower } from "./names";

/** The project that a request is about: mostly one that there is. */
export function anyProjectId(dice: Random, world: ModelState): string {
  const { projects, workspaces, stages, runs } = world;
  const other = (): string => dice.oneOf([...workspaces, ...stages, ...runs, { id: "ws-M0n0" }]).id;
  switch (dice.weighted({ real: 92, unknown: 3, kind: 3, nonsense: 3, encoded: 2 })) {
    case "real":
      return dice.oneOf(projects).id;
    case "unknown":
      return dice.oneOf(["prj-M0n999", "prj-0123456789abcdef"]);
    case "kind":
      return dice.chance(0.5) ? other() : dice.oneOf(projects).id.replace("prj-", "ws-");
    case "nonsense":
      return dice.oneOf([
        "x",
        "prj-",
        "%20",
        "%2F",
        "__proto__",
        "constructor",
        "PRJ-1",
        "a%2Fb",
        "%C3%A9",
        "*",
        "%",
        "%ZZ",
        "%C3",
      ]);
    case "encoded":
      return dice.oneOf(projects).id.replace("p", "%70");
  }
}

export function anyOrganization(dice: Random, world: ModelState): string {
  const { name } = dice.oneOf(world.organizations);
  return dice.oneOf([...Array<string>(30).fill(name), "nobody", "%61cme", "acme%20", "__proto__", "prj-M0n1"]);
}

/** A body that creates or updates a project, mostly as it should be. */
export function projectBody(dice: Random, world: ModelState, create: boolean): string {
  if (dice.chance(0.06)) return brokenBody(dice);
  const attributes: Record<string, Json> = {};
  const taken = world.projects.map(({ name }) => name);
  if (dice.chance(create ? 0.97 : 0.5)) attributes["name"] = dice.chance(0.5) ? goodName(dice) : anyName(dice, taken);
  if (dice.chance(0.3)) attributes["description"] = dice.chance(0.5) ? "What it is for" : anyDescription(dice);
  if (dice.chance(0.3)) attributes["auto-destroy-activity-duration"] = anyDuration(dice);
  if (dice.chance(0.04)) Object.assign(attributes, dice.oneOf(OTHER_ATTRIBUTES));
  const data: Record<string, Json> = { type: "projects", attributes };
  if (dice.chance(0.05)) Object.assign(data, dice.oneOf(OTHER_MEMBERS));
  if (dice.chance(0.02)) delete data["type"];
  if (dice.chance(0.02)) delete data["attributes"];
  return JSON.stringify({ data });
}

const OTHER_ATTRIBUTES: readonly Readonly<Record<string, Json>>[] = [
  { colour: "red" },
  { colour: null },
  { "cost-centre": { number: 7, parts: ["a"] } },
  { "workspace-count": 99 },
  { "team-count": 99 },
  { permissions: { "can-update": false } },
];

const OTHER_MEMBERS: readonly Readonly<Record<string, Json>>[] = [
  { type: "project" },
  { type: "workspaces" },
  { type: 7 },
  { type: null },
  { attributes: null },
  { attributes: [] },
  { attributes: "name" },
  { relationships: {} },
];

export function brokenBody(dice: Random): string {
  return dice.oneOf([
    "",
    "{",
    '{"data":',
    "not JSON",
    "<data/>",
    '{"data":[}',
    "null",
    "[]",
    '"text"',
    "7",
    "{}",
    '{"data":null}',
    '{"data":7}',
    '{"data":{}}',
    "{'a':1}",
  ]);
}

/** The query of a list of projects: every parameter, good and bad, encoded in this way or that. */
export function listQuery(dice: Random, world: ModelState): string {
  const parameters: [string, string][] = [...pageParameters(dice)];
  if (dice.chance(0.25)) parameters.push(["q", someOfName(dice, world)]);
  if (dice.chance(0.25)) parameters.push(["filter[names]", someNames(dice, world)]);
  const value = (): string => dice.oneOf(["true", "true", "false", "", "1"]);
  if (dice.chance(0.15)) parameters.push(["filter[permissions][create-workspace]", value()]);
  if (dice.chance(0.15)) parameters.push(["filter[permissions][update]", value()]);
  if (dice.chance(0.4))
    parameters.push(["sort", dice.oneOf(["name", "name", "-name", "-name", "created-at", "", "--name", "NAME"])]);
  if (dice.chance(0.03)) parameters.push(["colour", "red"]);
  return queryText(dice, parameters);
}

export function pageParameters(dice: Random): [string, string][] {
  const odd = ["0", "-1", "abc", "", "1.5", "101", "1e1", " 1", "+1", "0x1", "99999999999999999999", "01"];
  const parameters: [string, string][] = [];
  if (dice.chance(0.4))
    parameters.push(["page[size]", dice.chance(0.15) ? dice.oneOf(odd) : String(dice.oneOf([1, 2, 5, 20, 99, 100]))]);
  if (dice.chance(0.4))
    parameters.push([
      "page[number]",
      dice.chance(0.15) ? dice.oneOf(odd) : String(dice.oneOf([1, 1, 2, 2, 3, 5, 50, 999])),
    ]);
  return parameters;
}

/** Names and values percent-encoded in full, or as little as HTTP allows; spaces as `%20` or `+`. */
export function queryText(dice: Random, parameters: readonly (readonly [string, string])[]): string {
  if (parameters.length === 0) return dice.chance(0.95) ? "" : "?";
  const plainBrackets = dice.chance(0.4);
  const plus = dice.chance(0.5);
  const encoded = (text: string): string => {
    const whole = encodeURIComponent(text);
    const brackets = plainBrackets ? whole.replaceAll("%5B", "[").replaceAll("%5D", "]") : whole;
    return plus ? brackets.replaceAll("%20", "+") : brackets;
  };
  return `?${parameters.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&")}`;
}

function someOfName(dice: Random, world: ModelState): string {
  const { name } = dice.oneOf(world.projects);
  const start = dice.integerBelow(name.length);
  const part = name.slice(start, start + dice.between(1, 4));
  return dice.oneOf([
    part,
    part,
    part,
    upperOrLower(dice, part),
    "team",
    "TEAM",
    "",
    "no such name",
    "%",
    "*",
    ".",
    " ",
  ]);
}

function someNames(dice: Random, world: ModelState): string {
  const names = dice
    .some(world.projects, dice.between(1, 4))
    .map((project: Project) => upperOrLower(dice, project.name));
  return dice
    .oneOf([names, names, names, [...names, "no such name"], [names[0]!.slice(1)], [...names, ""], [""], [" "]])
    .join(",");
}
