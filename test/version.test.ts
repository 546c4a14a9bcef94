import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../src/version";

test("the version in the code is that of the package", () => {
  expect(JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8"))).toMatchObject({ version: VERSION });
});
