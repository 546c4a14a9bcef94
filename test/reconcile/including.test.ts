import { BadRequestError } from "../../src/api";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const TAGS = { include: ["effective-tag-bindings"] } as const;

/** The service rejects includes: both spellings. */
const rejectIncludes = (): void => acme.emulator.faults.add({ method: "GET", path: "include=", status: 400, times: 2 });

test("a read with an include that the service rejects is sent again without it, and so is every later one", async () => {
  const [one, two] = acme.addProjects(2);
  const view = acme.view();
  rejectIncludes();
  expect(await view.projects.freshById(one!, TAGS)).toMatchObject({ id: one });
  acme.takeRequests();
  expect(await view.projects.freshById(two!, TAGS)).toMatchObject({ id: two });
  expect(acme.takeRequests()).toEqual([`GET /api/v2/projects/${two}`]);
});

test("a read without the include keeps its other options", async () => {
  const [id] = acme.addProjects(1);
  const view = acme.view();
  rejectIncludes();
  await view.projects.freshById(id!, TAGS);
  const reading = view.projects.freshById(id!, { ...TAGS, signal: AbortSignal.abort() });
  await expect(reading).rejects.toMatchObject({ code: "aborted" });
});

test("a read that includes nothing is sent once, although the service rejects it", async () => {
  const [id] = acme.addProjects(1);
  for (const options of [{}, { include: [] }]) {
    acme.emulator.faults.add({ path: `/projects/${id}`, status: 400 });
    await expect(acme.view().projects.freshById(id!, options)).rejects.toThrow(BadRequestError);
    expect(acme.takeRequests()).toEqual([`GET /api/v2/projects/${id}`]);
  }
});

test("a read with an include that fails otherwise is sent once", async () => {
  const [id] = acme.addProjects(1);
  acme.emulator.faults.add({ path: `/projects/${id}`, status: 403 });
  await expect(acme.view().projects.freshById(id!, TAGS)).rejects.toMatchObject({ code: "forbidden" });
  expect(acme.takeRequests()).toEqual([`GET /api/v2/projects/${id}`]);
});
