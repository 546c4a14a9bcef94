import { Clock } from "../../src/emulator/clock";

test("the clock runs, and can be advanced", () => {
  let real = 1000;
  const clock = new Clock(() => real);
  real += 500;
  clock.advance(2);
  expect(clock.now()).toBe(3500);
});

test("timestamps have the format of the service", () => {
  const clock = new Clock(() => Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  expect(clock.timestamp()).toBe("2026-01-02T03:04:05.678Z");
  expect(clock.statusTimestamp()).toBe("2026-01-02T03:04:05+00:00");
});

test("the clock cannot be advanced beyond the year 9999", () => {
  const clock = new Clock(() => Date.UTC(9999, 11, 31, 23, 59, 58));
  for (const seconds of [2, 1e300]) expect(() => clock.advance(seconds)).toThrow("year 9999");
  clock.advance(1);
  expect(clock.timestamp()).toBe("9999-12-31T23:59:59.000Z");
});

test.each([-1, Number.NaN, Infinity])("the clock cannot be advanced by %d seconds", (seconds) => {
  expect(() => new Clock().advance(seconds)).toThrow(RangeError);
});
