import type { Json } from "../service-model/json";
import type { Project, ModelState } from "../service-model/state";
import type { Random } from "./random";
import { anyDescription, anyDuration, anyName, goodName, upperOrLower } from "./names";

/** The project of a request, usually one that exists. */
export function anyProjectId(random: Random, world: ModelState): string {
  const { projects, workspaces, stages, runs } = world;
  const other = (): string => random.oneOf([...workspaces, ...stages, ...runs, { id: "ws-M0n0" }]).id;
  switch (random.weighted({ real: 92, unknown: 3, kind: 3, nonsense: 3, encoded: 2 })) {
    case "real":
      return random.oneOf(projects).id;
    case "unknown":
      return random.oneOf(["prj-M0n999", "prj-0123456789abcdef"]);
    case "kind":
      return random.chance(0.5) ? other() : random.oneOf(projects).id.replace("prj-", "ws-");
    case "nonsense":
      return random.oneOf([
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
      return random.oneOf(projects).id.replace("p", "%70");
  }
}

export function anyOrganization(random: Random, world: ModelState): string {
  const { name } = random.oneOf(world.organizations);
  return random.oneOf([...Array<string>(30).fill(name), "nobody", "%61cme", "acme%20", "__proto__", "prj-M0n1"]);
}

/** A body that creates or updates a project, usually valid. */
export function projectBody(random: Random, world: ModelState, create: boolean): string {
  if (random.chance(0.06)) return brokenBody(random);
  const attributes: Record<string, Json> = {};
  const taken = world.projects.map(({ name }) => name);
  if (random.chance(create ? 0.97 : 0.5))
    attributes["name"] = random.chance(0.5) ? goodName(random) : anyName(random, taken);
  if (random.chance(0.3)) attributes["description"] = random.chance(0.5) ? "What it is for" : anyDescription(random);
  if (random.chance(0.3)) attributes["auto-destroy-activity-duration"] = anyDuration(random);
  if (random.chance(0.04)) Object.assign(attributes, random.oneOf(OTHER_ATTRIBUTES));
  const data: Record<string, Json> = { type: "projects", attributes };
  if (random.chance(0.05)) Object.assign(data, random.oneOf(OTHER_MEMBERS));
  if (random.chance(0.02)) delete data["type"];
  if (random.chance(0.02)) delete data["attributes"];
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

export function brokenBody(random: Random): string {
  return random.oneOf([
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

/** The query of a list of projects: every parameter, valid and invalid, in various encodings. */
export function listQuery(random: Random, world: ModelState): string {
  const parameters: [string, string][] = [...pageParameters(random)];
  if (random.chance(0.25)) parameters.push(["q", someOfName(random, world)]);
  if (random.chance(0.25)) parameters.push(["filter[names]", someNames(random, world)]);
  const value = (): string => random.oneOf(["true", "true", "false", "", "1"]);
  if (random.chance(0.15)) parameters.push(["filter[permissions][create-workspace]", value()]);
  if (random.chance(0.15)) parameters.push(["filter[permissions][update]", value()]);
  if (random.chance(0.4))
    parameters.push(["sort", random.oneOf(["name", "name", "-name", "-name", "created-at", "", "--name", "NAME"])]);
  if (random.chance(0.03)) parameters.push(["colour", "red"]);
  return queryText(random, parameters);
}

export function pageParameters(random: Random): [string, string][] {
  const odd = ["0", "-1", "abc", "", "1.5", "101", "1e1", " 1", "+1", "0x1", "99999999999999999999", "01"];
  const parameters: [string, string][] = [];
  if (random.chance(0.4))
    parameters.push([
      "page[size]",
      random.chance(0.15) ? random.oneOf(odd) : String(random.oneOf([1, 2, 5, 20, 99, 100])),
    ]);
  if (random.chance(0.4))
    parameters.push([
      "page[number]",
      random.chance(0.15) ? random.oneOf(odd) : String(random.oneOf([1, 1, 2, 2, 3, 5, 50, 999])),
    ]);
  return parameters;
}

/** Encodes names and values fully, or as little as HTTP allows; spaces as `%20` or `+`. */
export function queryText(random: Random, parameters: readonly (readonly [string, string])[]): string {
  if (parameters.length === 0) return random.chance(0.95) ? "" : "?";
  const plainBrackets = random.chance(0.4);
  const plus = random.chance(0.5);
  const encoded = (text: string): string => {
    const whole = encodeURIComponent(text);
    const brackets = plainBrackets ? whole.replaceAll("%5B", "[").replaceAll("%5D", "]") : whole;
    return plus ? brackets.replaceAll("%20", "+") : brackets;
  };
  return `?${parameters.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&")}`;
}

function someOfName(random: Random, world: ModelState): string {
  const { name } = random.oneOf(world.projects);
  const start = random.integerBelow(name.length);
  const part = name.slice(start, start + random.between(1, 4));
  return random.oneOf([
    part,
    part,
    part,
    upperOrLower(random, part),
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

function someNames(random: Random, world: ModelState): string {
  const names = random
    .some(world.projects, random.between(1, 4))
    .map((project: Project) => upperOrLower(random, project.name));
  return random
    .oneOf([names, names, names, [...names, "no such name"], [names[0]!.slice(1)], [...names, ""], [""], [" "]])
    .join(",");
}
