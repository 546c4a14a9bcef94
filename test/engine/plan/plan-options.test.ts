import * as v from "valibot";
import { checkOptions, planOptions, planOptionsOf } from "../../../src/engine/plan/plan-options";

test.each([undefined, [], ["*", "Net *", "prj-Ab1"]])("the patterns %j can match something", (ignore) => {
  expect(() => checkOptions({ ignore })).not.toThrow();
});

test("a pattern that can match nothing is an error, which names the option", () => {
  expect(() => checkOptions({ ignore: ["net", "^web"] })).toThrow(
    expect.objectContaining({
      code: "USAGE",
      message: expect.stringMatching(/^`ignore`: The pattern "\^web" can match no project/) as string,
      nextStep: "Change the pattern, or leave it out.",
    }) as Error,
  );
});

test.each([
  [{ maxMoves: Number.NaN }, '`maxMoves` must be a whole number, 0 or more, or "all", and is NaN.'],
  [{ maxMoves: "some" }, "`maxMoves` must be a whole number, 0 or more, or \"all\", and is 'some'."],
  [{ maxMoves: -1 }, '`maxMoves` must be a whole number, 0 or more, or "all", and is -1.'],
  [{ maxDeletes: 1.5 }, "`maxDeletes` must be a whole number, 0 or more, and is 1.5."],
  [{ maxDeletes: Infinity }, "`maxDeletes` must be a whole number, 0 or more, and is Infinity."],
  [{ maxDeletes: "all" }, "`maxDeletes` must be a whole number, 0 or more, and is 'all'."],
  [{ prune: "false" }, "`prune` must be true or false, and is 'false'."],
  [{ strict: 1 }, "`strict` must be true or false, and is 1."],
  [{ ignore: "net-*" }, "`ignore` must be a list of strings, and is 'net-*'."],
  [{ ignore: ["net-*", null] }, "`ignore` must be a list of strings, and is [ 'net-*', null ]."],
])("%j is an error, which says what the option must be", (options, message) => {
  const error = { code: "USAGE", message, nextStep: "Change it, or leave it out." };
  expect(() => checkOptions(options as object)).toThrow(expect.objectContaining(error) as Error);
});

test.each([
  [{ maxMove: 5 }, "`maxMove` is no option of a plan or of drift.", "Did you mean `maxMoves`?"],
  [
    { limit: 5 },
    "`limit` is no option of a plan or of drift.",
    "There are prune, evacuate, maxDeletes, maxMoves, ignore, skipDurations, impact, strict, unplaced.",
  ],
])("%j is an error, which says what there is", (options, message, nextStep) => {
  const error = { code: "USAGE", message, nextStep };
  expect(() => checkOptions(options as object)).toThrow(expect.objectContaining(error) as Error);
});

test.each([null, "x"])("%j are no options", (options) => {
  const message = `Options must be an object, and are ${options === null ? "null" : "'x'"}.`;
  expect(() => checkOptions(options as unknown as object)).toThrow(
    expect.objectContaining({ code: "USAGE", message }) as Error,
  );
});

test.each([{}, { maxMoves: "all" }, { maxMoves: 0, maxDeletes: 0, prune: undefined, impact: true }] as const)(
  "%j are valid options",
  (options) => {
    expect(() => checkOptions(options)).not.toThrow();
  },
);

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
