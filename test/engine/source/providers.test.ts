import { parseBlocks } from "../../../src/engine/source/blocks";
import { Evaluation } from "../../../src/engine/source/evaluation";
import { Providers } from "../../../src/engine/source/providers";

/** A resource that uses the default configuration. */
const USE = { type: "tfprojects_project", body: {} };

test("evaluates a provider once, however many resources use it", () => {
  // GIVEN a configuration whose values count how often they are read
  const reads = { organization: 0, token: 0 };
  const provider = {
    get organization() {
      reads.organization += 1;
      return "acme";
    },
    get token() {
      reads.token += 1;
      return "${var.token}";
    },
  };
  const providers = providersOf({ provider: { tfprojects: provider } });
  Object.assign(reads, { organization: 0, token: 0 });

  // WHEN many resources use it
  const connections = Array.from({ length: 1_000 }, () => providers.connectionOf(USE));
  const organizations = Array.from({ length: 1_000 }, () => providers.organizationOf(USE));

  // THEN
  expect(new Set(connections).size).toBe(1);
  expect(new Set(organizations)).toEqual(new Set(["acme"]));
  expect(reads).toEqual({ organization: 1, token: 1 });
  expect(providers.notices).toHaveLength(1);
});

test("evaluates each alias by itself", () => {
  const providers = providersOf({ provider: { tfprojects: [{ token: "a" }, { alias: "other", token: "b" }] } });

  expect(providers.connectionOf(USE).token).toBe("a");
  expect(providers.connectionOf({ ...USE, body: { provider: "tfprojects.other" } }).token).toBe("b");
});

test("does not evaluate again what is not set", () => {
  const providers = providersOf({ provider: { tfprojects: {} } });

  expect(providers.organizationOf(USE)).toBeUndefined();
  expect(providers.organizationOf(USE)).toBeUndefined();
  expect(providers.connectionOf(USE)).toBe(providers.connectionOf(USE));
});

function providersOf(content: object): Providers {
  const blocks = parseBlocks([{ path: "main.tf.json", content }], "");
  return new Providers(blocks, new Evaluation(blocks, {}));
}
