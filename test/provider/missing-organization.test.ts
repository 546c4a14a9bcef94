import { DiagnosticError, type Resource } from "../../src/plugin";
import {
  cannotRead,
  NO_ORGANIZATION,
  NoOrganizationError,
  reportingMissingOnce,
  shortenMissing,
} from "../../src/provider/missing-organization";
import {
  NotFoundOrUnauthorizedError,
  NotVisibleError,
  OrganizationNotFoundError,
  TagsNotReportedError,
  WorkspacesNotVisibleError,
} from "../../src/reconcile";
import { error, errorsOf, projectOf, refusalOf } from "./context";

const MISSING = [
  ["no organization", () => new NoOrganizationError("none"), "No organization configured"],
  [
    "an organization that does not exist",
    () => new OrganizationNotFoundError("acme", "https://tfe.example.com", undefined),
    'Cannot read the organization "acme"',
  ],
  [
    "something of an organization that cannot be read",
    () => NotFoundOrUnauthorizedError.of("Project prj-1", "acme", undefined),
    'Cannot read the organization "acme"',
  ],
  [
    "projects that the token does not see",
    () => new NotVisibleError("Project prj-1", "acme"),
    'Cannot see the projects of the organization "acme"',
  ],
  [
    "tags that the service does not report",
    () => new TagsNotReportedError("acme"),
    'Cannot read the tags of the workspaces of the organization "acme"',
  ],
] as const;

const OTHERS = [
  ["workspaces of one project", new WorkspacesNotVisibleError(projectOf("prj-1", "Platform"), 0)],
  ["anything else", new Error("Broken")],
] as const;

/** As resources throw it: as a diagnostic. */
const shown = (cause: Error): Error => DiagnosticError.of("Cannot do it", cause.message, undefined, cause);
const failing = (thrown: Error) => () => Promise.reject(thrown);

describe.each(MISSING)("of %s,", (_, missing, summary) => {
  const short = [error(`${summary}: see the other error`, "")];

  test("the first error is as it is, and a data source's is not the first", async () => {
    const provider = { reportedMissing: new Set<string>() };
    const resource = resourceOf(failing(shown(missing())));
    const [ofData, first, second] = [shown(missing()), shown(missing()), shown(missing())];
    expect(await refusalOf(() => shortenMissing(provider, failing(ofData)))).toBe(ofData);
    expect(await refusalOf(() => resourceOf(failing(first)).read({}, { provider } as never))).toBe(first);
    expect(await errorsOf(() => shortenMissing(provider, failing(second)))).toEqual(short);
    expect(await refusalOf(() => shortenMissing(provider, failing(second)))).toMatchObject({ cause: second });
    expect(await errorsOf(() => resource.plan!(request(null, {}), { provider } as never))).toEqual(short);
  });

  test("a later error is none if nothing changes", async () => {
    const provider = { reportedMissing: new Set<string>() };
    const context = { provider } as never;
    const resource = resourceOf(failing(shown(missing())));
    await refusalOf(() => resource.planDelete!({}, context));
    const state = { name: "Platform", tags: { a: "b" } } as never;
    expect(await resource.read(state, context)).toBe(state);
    const planned = { name: "Platform", tags: { a: "b" } };
    expect(await resource.plan!(request(state, planned), context)).toEqual({ planned });
    expect(await errorsOf(() => resource.plan!(request(state, { name: "Other" }), context))).toEqual(short);
    expect(await errorsOf(() => resource.planDelete!(state, context))).toEqual(short);
  });
});

test.each(OTHERS)("errors of %s are all as they are", async (_, cause) => {
  const provider = { reportedMissing: new Set<string>() };
  for (const thrown of [shown(cause), shown(cause)]) {
    expect(await refusalOf(() => resourceOf(failing(thrown)).read({}, { provider } as never))).toBe(thrown);
    expect(await refusalOf(() => shortenMissing(provider, failing(thrown)))).toBe(thrown);
  }
  expect(provider.reportedMissing.size).toBe(0);
});

test("organizations and their tags are reported for themselves", async () => {
  const provider = { reportedMissing: new Set<string>() };
  const thrown = ["acme", "other", "ACME"].flatMap((name) => [
    shown(new OrganizationNotFoundError(name, "https://tfe.example.com", undefined)),
    shown(new TagsNotReportedError(name)),
  ]);
  const errors = [];
  for (const it of thrown)
    errors.push(await refusalOf(() => resourceOf(failing(it)).planDelete!({}, { provider } as never)));
  expect(errors.map((it, index) => it === thrown[index])).toEqual([true, true, true, true, false, false]);
});

test("what succeeds, and the other handlers, are as they are", async () => {
  const context = { provider: { reportedMissing: new Set<string>() } } as never;
  const resource = resourceOf(() => Promise.resolve(7));
  expect(await resource.read({}, context)).toBe(7);
  expect(await resource.plan!(request(null, {}), context)).toBe(7);
  expect(await resource.planDelete!({}, context)).toBe(7);
  expect(await shortenMissing({ reportedMissing: new Set() }, () => Promise.resolve(7))).toBe(7);
  expect(resource.type).toBe("it");
  expect([cannotRead("acme"), NO_ORGANIZATION, new NoOrganizationError().name]).toEqual([
    'Cannot read the organization "acme"',
    "No organization configured",
    "NoOrganizationError",
  ]);
});

function resourceOf(work: () => Promise<unknown>): Resource<never, never> {
  return reportingMissingOnce({ type: "it", read: work, plan: work, planDelete: work } as never);
}

function request(prior: unknown, planned: unknown): never {
  return { prior, planned } as never;
}
