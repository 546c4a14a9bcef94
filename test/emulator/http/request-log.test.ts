import { RequestRecorder } from "../../../src/emulator/http/request-log";

const request = (path: number): { method: string; path: string; status: number } => ({
  method: "GET",
  path: `/${path}`,
  status: 200,
});

test("the entries are the last 100,000 requests", () => {
  const log = new RequestRecorder();
  for (let path = 1; path <= 150_000; path += 1) log.add(request(path));
  expect(log.entries).toHaveLength(100_000);
  expect([log.entries[0], log.entries.at(-1)]).toEqual([request(50_001), request(150_000)]);
  expect(log.counts.total).toBe(150_000);
});

test("the entries are a copy: later requests are not in it", () => {
  const log = new RequestRecorder();
  log.add(request(1));
  const before = log.entries;
  log.add(request(2));
  expect(before).toEqual([request(1)]);
  expect(log.entries).toEqual([request(1), request(2)]);
});
