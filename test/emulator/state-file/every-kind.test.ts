import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { documentedElsewhere, operations } from "../../../src/emulator/http/service-operations.json";
import { KINDS } from "../../../src/emulator/service-kinds";
import { NEEDED_PARAMETERS } from "../../fidelity/service-requests";
import { ServiceWorld } from "../../fidelity/service-world";
import { HttpClient } from "../http-client";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const READS = [...operations, ...documentedElsewhere].filter((name) => name.startsWith("GET "));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-every-kind-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("objects of every kind are the same after a restart", async () => {
  const options = { stateFile: join(folder, "state.jsonl"), now: () => NOW, documents: "full" } as const;
  const emulator = await Emulator.start(options);
  const world = await ServiceWorld.create(emulator);
  const before = await responses(emulator, world);
  await emulator.stop();
  const kept = readFileSync(options.stateFile, "utf8");
  expect(KINDS.map(({ type }) => type).filter((type) => !kept.includes(`"table":"${type}"`))).toEqual([]);

  const restarted = await Emulator.start(options);
  expect(await responses(restarted, world)).toEqual(before);
  await restarted.stop();
});

/** What each operation reads of the objects of the world, without the address of the emulator. */
async function responses(emulator: Emulator, world: ServiceWorld): Promise<ReadonlyMap<string, string>> {
  const http = new HttpClient(emulator);
  const found = new Map<string, string>();
  for (const name of READS) {
    const path = world.path(name.slice("GET ".length));
    if (path === undefined) continue;
    const { status, text } = await http.get(path, NEEDED_PARAMETERS.get(name)?.(world.ids) ?? {});
    if (status === 200) found.set(name, text.replaceAll(emulator.address, ""));
  }
  return found;
}
