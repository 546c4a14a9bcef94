import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ASSIGNMENTS, ASSIGNMENT_TYPES, camelCase } from "../../src/model";

const ENGINE = resolve(__dirname, "../../src/engine");

/** The modules of the engine that treat all kinds of assignments alike. */
const GENERIC = ["plan", "apply", "actions", "findings", "live", "source", "undo", "document", "report"];

/** What reads what applies to projects for the impact of moves knows teams and sets, and did so before. */
const RELATED = /(related-|impact)/;

test("a kind of assignments is in no module of the engine, but where plain definitions name their members", () => {
  const names = ASSIGNMENT_TYPES.flatMap((type) => {
    const { label, object } = ASSIGNMENTS[type];
    return [type, JSON.stringify(label), JSON.stringify(object), camelCase(type.replace("tfprojects_", ""))];
  });
  const found = GENERIC.flatMap((folder) =>
    readdirSync(join(ENGINE, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !RELATED.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(ENGINE, folder, file), "utf8");
        return names.filter((name) => text.includes(name)).map((name) => `${folder}/${file}: ${name}`);
      }),
  );
  expect(found).toEqual([]);
});
