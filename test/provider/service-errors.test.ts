import { Acme } from "../support/acme";
import { configurationFor, inProcessTerraform } from "./in-process";
import { shows } from "../fidelity";

/** Errors of the service, as a deployment sees them. */

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const PROJECT = "tfprojects_project.it";

shows("error-object: errors", "error-object: status", "error-object: title", "error-object: detail");
test("all errors in a response are shown in full, at the attribute that one of them points at", async () => {
  const errors = [
    { status: "422", title: "invalid attribute", detail: "Description is odd", pointer: "description" },
    { status: "409", title: "conflict", detail: "It is late", pointer: "organization" },
  ].map(({ pointer, ...error }) => ({ ...error, source: { pointer: `/data/attributes/${pointer}` } }));
  acme.emulator.faults.add({ method: "POST", status: 422, body: JSON.stringify({ errors }) });

  const { ok, diagnostics } = await inProcessTerraform().apply(
    configurationFor(acme, { [PROJECT]: { name: "Platform" } }),
  );

  expect(ok).toBe(false);
  expect(diagnostics).toMatchObject([
    { severity: "error", address: PROJECT, attribute: "description", summary: 'Cannot create project "Platform"' },
  ]);
  expect(diagnostics[0]!.detail).toContain("422 invalid attribute: Description is odd");
  expect(diagnostics[0]!.detail).toContain("It is late");
});

shows("errors: Delete project 403");
test("a deletion that the service forbids is an error, and the project stays in the state", async () => {
  const terraform = inProcessTerraform();
  const code = configurationFor(acme, { [PROJECT]: { name: "Platform" } });
  await terraform.apply(code);
  const error = { status: "403", title: "forbidden", detail: "You may not force delete this project" };
  acme.emulator.faults.add({ method: "DELETE", status: 403, body: JSON.stringify({ errors: [error] }) });

  const { ok, diagnostics } = await terraform.destroy(code);

  expect(ok).toBe(false);
  expect(diagnostics).toMatchObject([
    { address: PROJECT, detail: expect.stringContaining("403 forbidden: You may not force delete this project") },
  ]);
  expect([...terraform.state.keys()]).toEqual([PROJECT]);
  expect(acme.world).toHaveProperty("Platform");
});

shows("rate-limits: A 429 for every request");
test("above the rate limit an apply waits as long as the service says, and then continues", async () => {
  acme.emulator.faults.add({ status: 429, headers: { "x-ratelimit-reset": "0.05" }, every: 2, times: 3 });
  const { ok } = await inProcessTerraform().apply(configurationFor(acme, { [PROJECT]: { name: "Platform" } }));
  expect(ok).toBe(true);
  expect(acme.emulator.requests.entries.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect(acme.world).toHaveProperty("Platform");
});
