import { Acme } from "../../support/acme";
import { ReadCount } from "../../support/read-count";
import { contextOf } from "../context";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

test("a release looks as often at twice as many workspaces as at each half, and moves them", async () => {
  const [one, other] = [acme.addProject("One"), acme.addProject("Other")];
  const add = (count: number, id: string): readonly string[] =>
    Array.from({ length: count }, (_, index) => acme.addWorkspace(`${id}-${index}`, id));
  const [some, twice] = [add(15, one), add(30, other)];
  const { releases } = contextOf(acme).provider;
  const reads = async (projectId: string, ids: readonly string[]): Promise<number> => {
    const counted = new ReadCount();
    await releases.release(acme.view(), projectId, counted.list(ids));
    return counted.reads;
  };
  const few = await reads(one, some);
  expect(await reads(other, twice)).toBe(2 * few);
  expect([acme.world["One"], acme.world["Other"]]).toEqual([[], []]);
});
