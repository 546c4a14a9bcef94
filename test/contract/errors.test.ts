import {
  ConflictError,
  ForbiddenError,
  UnprocessableEntityError,
  NotFoundError,
  BadRequestError,
  UnauthorizedError,
} from "../../src/api";
import type { Client, ResponseError } from "../../src/api";
import { HttpClient, identifiers, resource } from "../emulator/http-client";
import type { HttpResponse } from "../emulator/http-client";
import { DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";
import { emulatorShows, GO_CLIENT, PAGES, shows } from "../fidelity";

/** Error responses of each status: over plain HTTP, and as errors of the client. */

describe.each(DOCUMENTS)("with %s documents", (documents) => {
  let both: ClientAndEmulator;
  let http: HttpClient;
  let occupied: string;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents });
    http = new HttpClient(both.emulator);
    occupied = both.emulator.projects.create({ organization: "acme", name: "Occupied" }).id;
    both.emulator.workspaces.create({ organization: "acme", name: "api", projectId: occupied });
  });
  afterEach(() => both.stop());

  const NOWHERE = "prj-0000000000000000";
  const CASES: readonly {
    readonly status: number;
    readonly title: string;
    readonly send: () => Promise<HttpResponse>;
    /** Undefined where the client never sends such a request. */
    readonly ask?: (client: Client) => Promise<unknown>;
    readonly error?: new (...args: never[]) => ResponseError;
  }[] = [
    { status: 400, title: "bad request", send: () => http.post("/organizations/acme/projects", "{") },
    {
      status: 401,
      title: "unauthorized",
      send: () => new HttpClient(both.emulator, "wrong").get(`/projects/${occupied}`),
      ask: () => both.clientWith("wrong").projects.get(occupied),
      error: UnauthorizedError,
    },
    {
      status: 403,
      title: "forbidden",
      send: () =>
        http.post(`/projects/${occupied}/relationships/workspaces`, identifiers("workspaces", ["ws-0000000000000000"])),
      ask: (client) => client.projects.moveWorkspaces(occupied, ["ws-0000000000000000"]),
      error: ForbiddenError,
    },
    {
      status: 404,
      title: "not found",
      send: () => http.get(`/projects/${NOWHERE}`),
      ask: (client) => client.projects.get(NOWHERE),
      error: NotFoundError,
    },
    {
      status: 409,
      title: "conflict",
      send: () => http.delete(`/projects/${occupied}`),
      ask: (client) => client.projects.delete(occupied),
      error: ConflictError,
    },
    {
      status: 415,
      title: "invalid content type",
      send: () => http.send("DELETE", `/projects/${occupied}`, undefined, { "content-type": "application/json" }),
    },
    {
      status: 422,
      title: "invalid attribute",
      send: () => http.post("/organizations/acme/projects", resource("projects", { name: "x" })),
      ask: (client) => client.projects.create("acme", { name: "x" }),
      error: UnprocessableEntityError,
    },
  ];

  describe("an error document", () => {
    /** With full documents, some errors have none. */
    const detailOf = (status: number): unknown =>
      documents === "full" && [401, 404].includes(status) ? undefined : expect.stringMatching(/\w/);

    emulatorShows.field("error-object: errors", "Error responses have an array.");
    emulatorShows.field("error-object: status", "String.");
    emulatorShows.field("error-object: title", "String.");
    emulatorShows.field("error-object: detail", "String.");
    emulatorShows.documented(
      PAGES,
      "error-documents: Not found, or not permitted",
      "404 `not found`, with the same body.",
    );
    emulatorShows.documented(
      GO_CLIENT,
      "error-documents: Generic titles",
      "The status phrase in lower case. Titles differ between releases, so the client uses the status.",
    );
    test.each(CASES)("of status $status has errors, each with a status, a title and a detail", async (it) => {
      const response = await it.send();
      expect(response.status).toBe(it.status);
      expect(response.errors.length).toBeGreaterThan(0);
      for (const error of response.errors) {
        expect(error).toMatchObject({ status: String(it.status), title: it.title });
        expect(error.detail).toEqual(detailOf(it.status));
      }
    });

    shows("error-object: errors", "error-object: status", "error-object: title", "error-object: detail");
    shows.case("404", "error-documents: Not found, or not permitted");
    shows.case("with full documents", "error-documents: No detail");
    test.each(CASES.filter(({ ask }) => ask !== undefined))(
      "of status $status becomes an error of the client, with the status, the title and the detail",
      async ({ status, title, ask, error }) => {
        const asked = ask!(both.client);
        await expect(asked).rejects.toThrow(error);
        await expect(asked).rejects.toMatchObject({
          status,
          problems: [{ status: String(status), title, detail: detailOf(status) }],
        });
        await expect(asked).rejects.toThrow(`${status} ${title}${detailOf(status) === undefined ? ")" : ": "}`);
      },
    );

    shows.case("400", "error-documents: Invalid include");
    test.each([
      [400, BadRequestError],
      [415, BadRequestError],
    ])("of status %i, which no request of the client causes, becomes an error too", async (status, error) => {
      both.emulator.faults.add({ method: "GET", status });
      const asked = both.client.projects.get(occupied);
      await expect(asked).rejects.toThrow(error);
      await expect(asked).rejects.toMatchObject({ status });
    });
  });
});
