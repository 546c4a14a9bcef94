import * as api from "../../src/api";

const request = { method: "PATCH", path: "/api/v2/projects/prj-1", outcomeUnknown: false, attempts: 1 } as const;
const response = (status: number) => ({
  status,
  problems: [
    { status: "422", title: "invalid attribute", detail: "Name is bad", pointer: "/data/attributes/name" },
    { status: undefined, title: undefined, detail: "Something else", pointer: undefined },
  ],
  requestId: "req-7",
});
const service = { address: "https://tfe.example.com", source: "TFE_ADDRESS" };

/** Made by each test, so that mutation testing knows which tests need the classes. */
const all = (): readonly api.ApiError[] => [
  new api.ConfigurationError("x"),
  new api.InvalidArgumentError("x"),
  new api.UnauthorizedError(request, response(401), { source: "TFE_TOKEN", host: "tfe.example.com" }),
  new api.ForbiddenError(request, response(403)),
  new api.NotFoundError(request, response(404)),
  new api.ConflictError(request, response(409)),
  new api.UnprocessableEntityError(request, response(422)),
  new api.RateLimitedError({ ...request, attempts: 30 }, response(429), 1000),
  new api.BadRequestError(request, response(415)),
  new api.ServerError({ ...request, attempts: 5, outcomeUnknown: true }, response(502)),
  new api.UnexpectedResponseError("not a JSON document", { ...request, outcomeUnknown: true }, response(200)),
  new api.ConnectionError(request, service, { reason: "unreachable", cause: new Error("connect ECONNREFUSED") }),
  new api.TimeoutError({ ...request, outcomeUnknown: true }, service.address, 60_000),
  new api.DeadlineExceededError(request, service.address, 600_000, undefined),
  new api.ResponseTooLargeError(request, service.address, 33_554_432),
  new api.AbortedError(request, new Error("enough")),
];

const named = (code: api.ErrorCode): api.ApiError => all().find((error) => error.code === code)!;

test("every code belongs to one class, and every class has one", () => {
  expect(all().map(({ code }) => code)).toEqual(api.ERROR_CODES);
});

test("this test covers every exported class", () => {
  const isAbstract = (name: string): boolean => ["ApiError", "RequestError", "ResponseError"].includes(name);
  const offered = Object.keys(api).filter((name) => name.endsWith("Error") && !isAbstract(name));
  expect(
    all()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(offered.sort());
});

test.each(api.ERROR_CODES.slice(2))("the message of %s begins with method and path", (code) => {
  expect(named(code)).toBeInstanceOf(api.RequestError);
  expect(named(code).message).toMatch(/^PATCH \/api\/v2\/projects\/prj-1: /);
});

test.each(api.ERROR_CODES.slice(2, 10))(
  "the message of %s contains all errors of the service, and the request ID",
  (code) => {
    expect(named(code).message).toContain("invalid attribute: Name is bad (/data/attributes/name); Something else");
    expect(named(code).message).toContain("(request ID req-7)");
  },
);

test("messages say whether the outcome is unknown or nothing was changed", () => {
  expect(named("server").message).toContain("after 5 attempts");
  expect(named("server").message).toContain("The request may have succeeded; verify before retrying.");
  expect(named("connection").message).toContain("Nothing was changed.");
});

test("messages end with what to do next", () => {
  const advice: Partial<Record<api.ErrorCode, string>> = {
    unauthorized: "check TFE_TOKEN, or unset it and run `terraform login tfe.example.com`.",
    forbidden: "Check the permissions of the token's owner.",
    "not-found": "Check the ID or name, and that the token's owner has access.",
    conflict: "Read the object again to see its current state.",
    "unprocessable-entity": "Correct the attributes it names.",
    "rate-limited": "lower `requestsPerSecond`, or run fewer clients at the same time.",
    "bad-request": "Check the service's address, and that its version supports this operation.",
    server: "verify before retrying. See the service's status page.",
    "unexpected-response": "verify before retrying. Check the service's address.",
    connection: "reachable from this machine (proxy, firewall).",
    timeout: "verify before retrying. If the service is slow, raise `timeoutMs`.",
    "deadline-exceeded": "Nothing was changed. Try again when the service responds faster, or raise `deadlineMs`.",
    "response-too-large": "or raise `maxResponseBytes`.",
    aborted: "aborted by the caller. Nothing was changed.",
  };
  expect(Object.keys(advice)).toEqual(api.ERROR_CODES.slice(2));
  for (const [code, end] of Object.entries(advice))
    expect(
      named(code as api.ErrorCode)
        .message.replace(" (request ID req-7)", "")
        .slice(-end.length),
    ).toBe(end);
});

test.each([
  ["argument token", "check the value of `token`."],
  [
    "TF_TOKEN_tfe_example_com",
    "check TF_TOKEN_tfe_example_com, or unset it and run `terraform login tfe.example.com`.",
  ],
  ["/home/me/.terraform.d/credentials.tfrc.json", "run `terraform login tfe.example.com`, or set TFE_TOKEN."],
  ['credentials helper "vault"', "run `terraform login tfe.example.com`, or set TFE_TOKEN."],
])("a rejected token from %s has the advice for that", (source, advice) => {
  const { message } = new api.UnauthorizedError(request, response(401), { source, host: "tfe.example.com" });
  expect(message).toContain(`rejected the token from ${source} (`);
  expect(message).toContain(`expired, revoked or issued for another host: ${advice}`);
});

test("no message says to try again where the outcome has to be verified first", () => {
  const messages = all()
    .filter(({ outcomeUnknown }) => outcomeUnknown)
    .map(({ message }) => message);
  expect(messages.join()).toContain("verify before retrying");
  expect(messages.join()).not.toContain("Try again");

  const broken = (given: api.FailedRequest): string =>
    new api.ConnectionError(given, service, { reason: "broken", cause: new Error("read ECONNRESET") }).message;
  const what = "/api/v2/projects/prj-1: no response from https://tfe.example.com (from TFE_ADDRESS): read ECONNRESET.";
  expect(broken({ ...request, outcomeUnknown: true })).toBe(
    `PATCH ${what} The request may have succeeded; verify before retrying.`,
  );
  expect(broken({ ...request, method: "GET" })).toBe(`GET ${what} Try again.`);
});

test("the message about a rejected token names its source and the host", () => {
  expect(named("unauthorized").message).toContain("the service at tfe.example.com rejected the token from TFE_TOKEN");
});

describe("a name that is taken", () => {
  const refusal = (detail: string | undefined, pointer: string | undefined): api.UnprocessableEntityError =>
    new api.UnprocessableEntityError(request, {
      status: 422,
      problems: [{ status: "422", title: "whatever", detail, pointer }],
      requestId: undefined,
    });

  test.each([
    ["Name has already been taken", "/data/attributes/name", true],
    ["Name has already been taken", undefined, true],
    ["name HAS ALREADY BEEN TAKEN in this organization", "/data/attributes/name", true],
    ["Name is too short", "/data/attributes/name", false],
    ["Slug has already been taken", undefined, false],
    ["Name has already been taken", "/data/attributes/slug", false],
    [undefined, "/data/attributes/name", false],
  ])("detail %j at %j: %s", (detail, pointer, taken) => {
    expect(refusal(detail, pointer).isNameTaken).toBe(taken);
  });
});
