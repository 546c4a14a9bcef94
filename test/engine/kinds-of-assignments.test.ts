import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ASSIGNMENT_TYPES, ASSIGNMENTS, camelCase } from "../../src/model";

const ENGINE = resolve(__dirname, "../../src/engine");

/** What compares everything that applies to projects, for the impact of moves and deletions, and shows it. */
const OF_IMPACT = [
  "impact/kind.ts",
  "impact/kinds.ts",
  "impact/policy-sets.ts",
  "impact/team-access.ts",
  "impact/variable-sets.ts",
  "impact/workload-identity.ts",
  "live/related-objects.ts",
];

/** The names of the public types, and code that is generated from the definitions. */
const LISTS = /^index\.ts$|generated/;

/** The code of a module, without comments. */
function codeOf(file: string): string {
  const text = readFileSync(join(ENGINE, file), "utf8");
  return text.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/\/\/.*/g, "");
}

/** What a kind is called in code and in texts. */
const names = ASSIGNMENT_TYPES.flatMap((type) => {
  const { label, object, idsAttribute } = ASSIGNMENTS[type];
  const member = camelCase(type.replace("tfprojects_project_", ""));
  return [type, member, label, JSON.stringify(object), `${object} `, idsAttribute].filter((it) => it !== "team ");
});

test("a kind of assignments is in no module of the engine, but where impact compares what applies to projects", () => {
  const files = readdirSync(ENGINE, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const found = files
    .filter((file) => !LISTS.test(file))
    .filter((file) => names.some((name) => codeOf(file).includes(name)));
  expect(found.sort()).toEqual(OF_IMPACT);
});
