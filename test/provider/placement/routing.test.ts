import { placementTable, type PlacementState } from "../../../src/model";
import { targetOf } from "../../../src/provider/placement/routing";

test("projects are found without regard to case", () => {
  expect(targetOf({ project: "NETWORKS" }, new Map([["networks", "prj-net"]]))).toBe("prj-net");
});

test("equal values of a placement have equal rules", () => {
  const values = (names: readonly string[], takeFrom: string | null): PlacementState => ({
    id: "acme",
    organization: "acme",
    rule: [{ project: "Networks", match_names: names, match_tags: { team: "*" }, take_from: takeFrom }],
    except_names: names,
    except_tags: null,
    take_from: "default-project",
    max_moves: 3n,
    unplaced: {},
  });
  const table = {
    rules: [{ project: "Networks", matchNames: ["a-*", "b-*"], matchTags: { team: "*" }, takeFrom: "any" }],
    exceptNames: ["a-*", "b-*"],
    exceptTags: undefined,
    takeFrom: "default-project",
    maxMoves: 3,
  };
  expect(placementTable(values(["b-*", "a-*"], "any"))).toEqual(table);
  expect(placementTable(values(["a-*", "b-*"], "any"))).toEqual(table);
  expect(placementTable(values(["a-*"], null)).rules[0]?.takeFrom).toBeUndefined();
});
