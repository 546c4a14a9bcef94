import { Emulator } from "../../../src/emulator";
import { HttpClient } from "../http-client";
import { shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;

beforeAll(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  for (let made = 1; made < 10; made += 1) emulator.projects.create({ organization: "acme", name: `Project ${made}` });
});
afterAll(() => emulator.stop());

/** The page number in a link. */
const pageOf = (link: string | null | undefined): number | null =>
  link === null || link === undefined ? null : Number(new URL(link).searchParams.get("page[number]"));

shows.observed("2021-12-20", "pages: An empty list", "Has no page: `total-pages` is 0.", {
  client: "The client follows `next-page`, which is null with 0 pages and with 1.",
});
test("an empty list has no page, and its links lead to the first", async () => {
  const { document } = await http.get("/organizations/acme/projects", { q: "nothing" });
  const { prev, next, last } = document.links!;
  expect([prev, next, last].map(pageOf)).toEqual([null, null, 1]);
  expect(document.meta!.pagination).toEqual({
    "current-page": 1,
    "page-size": 20,
    "prev-page": null,
    "next-page": null,
    "total-pages": 0,
    "total-count": 0,
  });
});

// In the middle of five pages, all links differ.
shows("list-projects: links.self", "list-projects: links.first", "list-projects: links.prev");
shows("list-projects: links.next", "list-projects: links.last", "list-projects: meta.pagination.current-page");
shows("list-projects: meta.pagination.page-size", "list-projects: meta.pagination.prev-page");
shows("list-projects: meta.pagination.next-page", "list-projects: meta.pagination.total-pages");
shows("list-projects: meta.pagination.total-count");
test.each([
  [1, { first: 1, prev: null, next: 2, last: 5 }],
  [2, { first: 1, prev: 1, next: 3, last: 5 }],
  [3, { first: 1, prev: 2, next: 4, last: 5 }],
  [4, { first: 1, prev: 3, next: 5, last: 5 }],
  [5, { first: 1, prev: 4, next: null, last: 5 }],
])("page %d of five has links to the first, previous, next and last page", async (page, to) => {
  const query = { "page[number]": String(page), "page[size]": "2" };
  const { document } = await http.get("/organizations/acme/projects", query);
  const { self, first, prev, next, last } = document.links!;
  expect([self, first, prev, next, last].map(pageOf)).toEqual([page, to.first, to.prev, to.next, to.last]);
  expect(document.meta!.pagination).toEqual({
    "current-page": page,
    "page-size": 2,
    "prev-page": to.prev,
    "next-page": to.next,
    "total-pages": 5,
    "total-count": 10,
  });
});
