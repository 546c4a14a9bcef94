import { invalidRequestRate } from "../../src/model";

test.each([1 / 60, 0.5, 30, 1e6])("%d requests per second are a limit", (rate) => {
  expect(invalidRequestRate(rate)).toBeUndefined();
});

test.each([0.0166, 0, -1, NaN, Infinity, -Infinity])("%d requests per second are none", (rate) => {
  expect(invalidRequestRate(rate)).toBe(
    `must be a number of at least 1/60 (one request per minute); it is ${String(rate)}`,
  );
});
