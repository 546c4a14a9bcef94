import { errorFromResponse } from "../../src/api/error-from-response";
import type { ResponseError } from "../../src/api";
import { GO_CLIENT, shows } from "../fidelity";

const request = { method: "GET", path: "/api/v2/projects/prj-1", outcomeUnknown: false, attempts: 1 } as const;
const context = {
  credentials: { source: "TFE_TOKEN", host: "tfe.example.com" },
  address: "https://tfe.example.com",
  redact: (text: string) => text,
  retryAfterMs: undefined,
};

function errorOf(status: number, body: unknown, headers: Record<string, string> = {}): ResponseError {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return errorFromResponse({ status, body: text, header: (name) => headers[name] }, request, context);
}

shows("error-documents: Generic titles");
test.each([
  [400, "bad-request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [409, "conflict"],
  [415, "bad-request"],
  [418, "bad-request"],
  [422, "unprocessable-entity"],
  [425, "server"],
  [429, "rate-limited"],
  [500, "server"],
  [501, "server"],
  [503, "server"],
  [599, "server"],
  [302, "unexpected-response"],
])("status %i is %s, whatever the title", (status, code) => {
  expect(errorOf(status, { errors: [{ status: "200", title: "all is well" }] })).toMatchObject({ code, status });
});

test("the service's texts are one line of the message, sanitized for terminals and CI systems", () => {
  const detail = "no\n::set-output name=a::b\r\u001b[2J \u202e##vso[task.complete result=Failed;]";
  const error = errorOf(403, { errors: [{ title: "forbidden\u0007", detail }] }, { "x-request-id": "\u009b1" });
  expect(error.message).toContain(
    "(403 forbidden\\u{7}: no\\n:\\u{3a}set-output name=a::b\\r\\u{1b}[2J \\u{202e}#\\u{23}vso[task.complete " +
      "result=Failed;])",
  );
  expect(error.message).toContain("(request ID \\u{9b}1)");
  expect(error.problems).toMatchObject([{ title: "forbidden\u0007", detail }]);
});

shows("error-documents: Invalid attribute");
test("all errors in the response are kept, with their pointers", () => {
  const errors = [
    {
      status: "422",
      title: "invalid attribute",
      detail: "Name is short",
      source: { pointer: "/data/attributes/name" },
    },
    { status: "422", title: "invalid attribute", detail: "Description is long" },
  ];
  expect(errorOf(422, { errors }).problems).toEqual([
    { status: "422", title: "invalid attribute", detail: "Name is short", pointer: "/data/attributes/name" },
    { status: "422", title: "invalid attribute", detail: "Description is long", pointer: undefined },
  ]);
});

shows.documented(GO_CLIENT, "error-documents: Errors as strings", '`{"errors":["text"]}` occurs.', {
  emulator: "The emulator sends error objects, as documented.",
  case: "strings as errors",
});
shows.ourChoice(
  "2026-11",
  "error-documents: Bodies other than JSON",
  "A proxy's page or text: the client uses the status.",
  { emulator: "Proxies between client and service send them.", case: "plain text" },
);
shows.case("a numeric status", "error-documents: A numeric status");
shows.case("a web page", "error-documents: Bodies other than JSON");
test.each<[string, unknown, object[]]>([
  [
    "a numeric status",
    { errors: [{ status: 429, title: "Too many requests" }] },
    [{ status: "429", title: "Too many requests" }],
  ],
  ["no detail", { errors: [{ status: "404", title: "not found" }] }, [{ title: "not found", detail: undefined }]],
  ["strings as errors", { errors: ["include parameter is invalid"] }, [{ detail: "include parameter is invalid" }]],
  ["one error and no list", { errors: { detail: "alone" } }, [{ detail: "alone" }]],
  ["plain text", "upstream connect error\nand more", [{ detail: "upstream connect error" }]],
  ["a web page", "<html><body>Bad gateway</body></html>", []],
  ["nothing", "", []],
  ["JSON without errors", { message: "x" }, []],
  ["JSON that is not an object", "[1]", []],
  ["errors of unexpected types", { errors: [null, 5, { status: {}, title: 7, source: "x" }] }, [{}, {}, {}]],
])("reads a response with %s", (_, body, problems) => {
  const error = errorOf(404, body);
  expect(error.problems).toHaveLength(problems.length);
  expect(error.problems).toMatchObject(problems);
  expect(error.message).toContain("404");
});

test("a message shows at most 2,000 characters of a detail and 200 of other parts, and how many are left out", () => {
  const error = errorOf(
    422,
    {
      errors: [
        {
          title: "t".repeat(201),
          detail: `${"d".repeat(1999)}🦊${"d".repeat(998)}`,
          source: { pointer: "/".repeat(1300) },
        },
      ],
    },
    { "x-request-id": "i".repeat(300) },
  );
  expect(error.message).toContain(
    `(422 ${"t".repeat(200)}… (1 more character): ${"d".repeat(1999)}… (1,000 more characters) ` +
      `(${"/".repeat(200)}… (1,100 more characters)))`,
  );
  expect(error.message).toContain(`(request ID ${"i".repeat(200)}… (100 more characters))`);
  expect(error.problems).toMatchObject([{ detail: expect.stringMatching(/🦊d{998}$/) as string }]);
  expect(error.requestId).toBe("i".repeat(300));
});

test.each([
  [10, "error 10)"],
  [11, "error 10; … (1 more error))"],
  [1500, "error 10; … (1,490 more errors))"],
])("of %i errors a message shows at most ten, and how many are left out", (count, end) => {
  const errors = Array.from({ length: count }, (_, index) => ({ detail: `error ${index + 1}` }));
  const error = errorOf(422, { errors });
  expect(error.message).toContain(end);
  expect(error.message).not.toContain("error 11");
  expect(error.problems).toHaveLength(count);
});

test.each([
  ["plain text", 502, "x".repeat(3000), {}],
  ["a redirect", 307, "", { location: `https://elsewhere.example/${"x".repeat(3000)}` }],
])("a message truncates %s", (_, status, body, headers) => {
  const { message } = errorOf(status, body, headers);
  expect(message).toMatch(/… \([\d,]+ more characters\)/);
  expect(message.length).toBeLessThan(2300);
});

shows("rate-limits: x-request-id, tfp-api-version");
test("the request ID is kept", () => {
  expect(errorOf(500, "", { "x-request-id": "abc" }).requestId).toBe("abc");
});

test("the message shows the target of a redirect without its query, which may contain secrets", () => {
  const error = errorOf(307, "", { location: "https://elsewhere.example/login?token=x#y" });
  expect(error.message).toContain("redirect to https://elsewhere.example/login.");
  expect(error.message).not.toContain("token=x");
});
