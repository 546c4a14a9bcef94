import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../src/version";

test("the version in the code is the package's", () => {
  expect(JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8"))).toMatchObject({ version: VERSION });
});
