import { Client } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { projectResource, ScriptedService } from "./scripted-service";

test("a page has the totals", async () => {
  const emulator = await Emulator.start();
  const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
  for (let index = 0; index < 29; index++) emulator.projects.create({ organization: "acme", name: `old-${index}` });
  const page = await client.projects.listPage("acme", { number: 2, size: 20 });
  expect(page.items).toHaveLength(10);
  expect(page.pagination).toEqual({
    currentPage: 2,
    pageSize: 20,
    prevPage: 1,
    nextPage: null,
    totalPages: 2,
    totalCount: 30,
  });
  client.close();
  await emulator.stop();
});

test("numbers sent as strings are read", async () => {
  const service = await ScriptedService.start();
  const pagination = { "current-page": "1", "next-page": null, "total-count": "2", "total-pages": "1" };
  service.script({ body: { data: ["prj-1", "prj-2"].map((id) => projectResource(id)), meta: { pagination } } });
  const page = await service.client().projects.listPage("acme");
  expect(page.pagination).toMatchObject({ currentPage: 1, nextPage: null, totalCount: 2, totalPages: 1 });
  await service.stop();
});
