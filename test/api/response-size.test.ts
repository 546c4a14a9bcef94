import { gzipSync } from "node:zlib";
import { InvalidArgumentError, Client, ResponseTooLargeError } from "../../src/api";
import { projectDocument, ScriptedService } from "./scripted-service";
import type { ScriptedResponse } from "./scripted-service";

let service: ScriptedService;

beforeEach(async () => {
  service = await ScriptedService.start();
});
afterEach(async () => {
  await service.stop();
});

/** Sends as fast as the other side takes it, without end. */
const endless =
  (status: number): ScriptedResponse =>
  (response) => {
    response.writeHead(status, { "content-type": "application/vnd.api+json" });
    const chunk = Buffer.alloc(65_536, " ");
    const fill = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", fill);
    fill();
  };

test.each([200, 404, 503])(
  "a body without end, with status %i, is an error and is not read further",
  async (status) => {
    service.script(endless(status));
    const error: unknown = await service
      .client({ maxResponseBytes: 1_000_000 })
      .projects.get("prj-1")
      .catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ResponseTooLargeError);
    expect(error).toMatchObject({
      code: "response-too-large",
      maxResponseBytes: 1_000_000,
      outcomeUnknown: false,
      attempts: 1,
    });
    expect((error as Error).message).toMatch(/^GET \/api.* larger than 1000000 bytes.*`maxResponseBytes`/);
    expect(service.requests).toHaveLength(1);
    await new Promise((resolve) => {
      const { socket } = service.requests[0]!;
      if (socket.destroyed) resolve(undefined);
      else socket.once("close", resolve);
    });
  },
);

test("to a write it leaves open whether that was done, and the write is not sent again", async () => {
  service.script(endless(200));
  const client = service.client({ maxResponseBytes: 100_000 });
  for (const work of [
    client.projects.create("acme", { name: "new" }),
    client.projects.update("prj-1", { name: "other" }),
    client.projects.delete("prj-1"),
  ])
    await expect(work).rejects.toMatchObject({ code: "response-too-large", outcomeUnknown: true, attempts: 1 });
  expect(service.requests).toHaveLength(3);
});

test("a small body that becomes a large one when it is unpacked is as large as it becomes", async () => {
  const packed = gzipSync(Buffer.alloc(50_000_000, " "));
  expect(packed.length).toBeLessThan(100_000);
  service.script((response) => {
    response.writeHead(200, { "content-type": "application/vnd.api+json", "content-encoding": "gzip" }).end(packed);
  });
  const reading = service.client().projects.get("prj-1");
  await expect(reading).rejects.toMatchObject({ code: "response-too-large", maxResponseBytes: 33_554_432 });
});

test("a body of exactly the largest size is read, one byte more is not", async () => {
  const body = JSON.stringify(projectDocument());
  service.script({ body });
  const { length } = Buffer.from(body);
  expect(await service.client({ maxResponseBytes: length }).projects.get("prj-1")).toMatchObject({ id: "prj-1" });
  const tooLarge = service.client({ maxResponseBytes: length - 1 }).projects.get("prj-1");
  await expect(tooLarge).rejects.toBeInstanceOf(ResponseTooLargeError);
});

test.each([0, -1, Number.NaN, Infinity, 2 ** 40])("%d is no size of a body", (maxResponseBytes) => {
  expect(() => new Client({ token: "x", env: {}, maxResponseBytes })).toThrow(InvalidArgumentError);
});
