import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { arrayOf, objectOf } from "./notation";
import { OpenApiDocument } from "./open-api";

const ADDRESS = "https://github.com/hashicorp/go-tfe/blob/main/v2/openapi/spec.json";
const OPERATIONS = resolve(__dirname, "../../src/emulator/http/service-operations.json");
const FACTS = resolve(__dirname, "../../test/fidelity/service-document.json");

const HELP = `Usage: npm run service-document -- FILE DATE

Writes what the service offers, according to HashiCorp's public OpenAPI document:

  src/emulator/http/service-operations.json  its operations; the emulator answers 400 to those it does not have
  test/fidelity/service-document.json        its types and operations, which tests hold the emulator against

FILE is the document, downloaded from ${ADDRESS}
(the service itself has it at https://app.terraform.io/openapi/prerelease.json). DATE is the day of its last change,
such as 2026-08-04. Operations that are documented elsewhere are kept as they are, but for those that the document has
by now.`;

/** Both files are made of names, types, enums and statuses only: no text of the document gets into them. */
function main([file, date]: readonly string[]): number {
  if (file === undefined || date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    console.log(HELP);
    return file === "--help" ? 0 : 1;
  }
  const document = new OpenApiDocument(JSON.parse(readFileSync(file, "utf8")));
  const source = `${ADDRESS}, version ${document.version}, ${date}`;
  const operations = document.operations();
  const names = operations.map(({ name }) => name);
  write(OPERATIONS, { source, operations: names, documentedElsewhere: documentedElsewhere(names) });
  write(FACTS, {
    source,
    notation: NOTATION,
    types: document.types(),
    operations: Object.fromEntries(operations.map(({ name, facts }) => [name, facts])),
  });
  return 0;
}

const NOTATION = [
  "attributes: TYPE, then `?` where it can be null, and the words",
  "`ro` read-only, `wo` write-only, `required`, `only(where)` not everywhere;",
  "TYPE is string, date-time, integer, number, boolean, object, map (an object with any members), enum(a|b) or [TYPE];",
  "`a.b` is a member of the object `a`, `a[].b` of the objects in the array `a`",
  "relationships: one, many or link, `?` where it can be null, and the types",
  "operations: ?parameter:type <- request -> status response, status response; [x] is a list of resources, ids(x) are",
  "identifiers of resources; `inline`: the type with the name of the operation; other: no JSON:API document",
];

/** Operations in the present file that the document lacks. Parameters may have other names in it. */
function documentedElsewhere(names: readonly string[]): readonly string[] {
  const present: unknown = existsSync(OPERATIONS) ? JSON.parse(readFileSync(OPERATIONS, "utf8")) : undefined;
  const kept = arrayOf(objectOf(present)["documentedElsewhere"]).map(String);
  const anonymous = (name: string): string => name.replace(/:\w+/g, ":");
  const known = new Set(names.map(anonymous));
  return kept.filter((name) => !known.has(anonymous(name)));
}

function write(path: string, content: object): void {
  writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

process.exitCode = main(process.argv.slice(2));
