import { Emulator } from "../../src/emulator";
import operations from "../../src/emulator/http/service-operations.json";
import { DEVIATIONS, unneededReadOnly } from "./service-deviations";
import { SERVICE_OPERATIONS, SERVICE_TYPES } from "./service-document";
import { compareDocuments } from "./service-documents";
import { Findings } from "./service-finding";
import { ServiceWorld } from "./service-world";
import { compareWrites } from "./service-writes";

const findings = new Findings();

beforeAll(async () => {
  const emulator = await Emulator.start({ documents: "full" });
  try {
    const world = await ServiceWorld.create(emulator);
    await compareWrites(world, findings);
    await compareDocuments(world, findings);
  } finally {
    await emulator.stop();
  }
});

test("responses and requests are those of the service's document, but for the deviations that are listed", () => {
  // As one text, so that a failure shows all lines.
  expect(findings.lines(DEVIATIONS).join("\n")).toBe("");
});

test("no deviation is listed that the emulator does not have", () => {
  expect([...findings.unneeded(DEVIATIONS), ...unneededReadOnly()]).toEqual([]);
});

test("the list of the service's operations has those of the document, and each once", () => {
  expect(operations.operations).toEqual(SERVICE_OPERATIONS.map(({ name }) => name));
  const all = [...operations.operations, ...operations.documentedElsewhere].map((name) => name.replace(/:\w+/g, ":"));
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  expect(all.filter((name) => !/^(GET|POST|PUT|PATCH|DELETE)( )(\/(:|[\w-]+))+$/.test(name))).toEqual([]);
});

test("the file has types of the resources that operations have", () => {
  expect(SERVICE_TYPES.get("projects")?.attributes?.get("default-execution-mode")).toEqual({
    name: "default-execution-mode",
    type: "enum(remote|local|agent)",
    nullable: false,
    readOnly: false,
    writeOnly: false,
    required: false,
    only: [],
  });
  expect(SERVICE_TYPES.get("projects")?.relationships.get("organization")).toEqual({
    kind: "one",
    nullable: true,
    types: ["organizations"],
    only: [],
  });
  const list = SERVICE_OPERATIONS.find(({ name }) => name === "GET /organizations/:organization_name/projects");
  expect(list?.query.get("filter[permissions][update]")).toBe("boolean");
  expect(list?.responses).toEqual(new Map([[200, "[projects]"]]));
});
