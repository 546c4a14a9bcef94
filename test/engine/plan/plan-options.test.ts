import * as v from "valibot";
import { checkIgnored, planOptions, planOptionsOf } from "../../../src/engine/plan/plan-options";

test.each([undefined, [], ["*", "Net *", "prj-Ab1"]])("the patterns %j can match something", (ignore) => {
  expect(() => checkIgnored({ ignore })).not.toThrow();
});

test("a pattern that can match nothing is an error, which names the option", () => {
  expect(() => checkIgnored({ ignore: ["net", "^web"] })).toThrow(
    expect.objectContaining({
      code: "USAGE",
      message: expect.stringMatching(/^`ignore`: The pattern "\^web" can match no project/) as string,
      nextStep: "Change the pattern, or leave it out.",
    }) as Error,
  );
});

test("a saved plan has the options of a plan, and no others", () => {
  const options = {
    prune: true,
    evacuate: false,
    maxDeletes: 1,
    maxMoves: "all",
    ignore: ["a"],
    skipDurations: true,
  } as const;
  expect(planOptionsOf({ ...options, impact: true } as typeof options)).toEqual(options);
  expect(v.parse(planOptions, options)).toEqual(options);
  expect(v.parse(planOptions, {})).toEqual({});
  expect(v.is(planOptions, { maxMoves: "some" })).toBe(false);
});
