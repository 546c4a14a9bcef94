import { readFileSync } from "node:fs";
import { PLAN_SCHEMA, planSchemaNow } from "../../../scripts/docs/plan-schema";

test("the schema of documents is up to date with that of the engine", async () => {
  expect(readFileSync(PLAN_SCHEMA, "utf8")).toBe(await planSchemaNow());
});
