import { Clock } from "../../../src/emulator/clock";
import { listable } from "../../../src/emulator/engine/listable";
import { TableStore } from "../../../src/emulator/engine/store";
import { runStatusCounts } from "../../../src/emulator/kinds/run-status-counts";
import { tags } from "../../../src/emulator/kinds/tag";
import { KINDS } from "../../../src/emulator/service-kinds";
import { ReadCount } from "../../support/read-count";

const tag = { id: "tag-1", sequence: 1, organizationId: "org-1", name: "red", createdAt: "", settings: {} };

test("all pages of a list between two changes, undone ones too, count its statuses once", () => {
  const store = new TableStore(KINDS, new Clock(() => 0));
  const counted = new ReadCount();
  const runs = [0, 1, 2].map((sequence) => ({ id: `run-${sequence}`, sequence, status: "applied" }));
  const list = listable(counted.objects(runs));
  const meta = runStatusCounts<(typeof runs)[number], { store: TableStore }>(({ status }) => status);
  const total = (): unknown => meta(list, list, { store });
  const counts = total();
  expect(counts).toMatchObject({ "status-counts": { applied: 3, errored: 0, total: 3 } });
  expect([total(), counted.reads]).toEqual([counts, 3]);

  const change = (): unknown => store.table(tags).put(tag);
  change();
  expect([total(), counted.reads]).toEqual([counts, 6]);
  const undone = (): unknown =>
    store.atomically(() => {
      change();
      total();
      throw new Error("Undone.");
    });
  expect(undone).toThrow("Undone.");
  expect([total(), counted.reads]).toEqual([counts, 12]);
});
