import {
  calledModule,
  callPath,
  formatAddress,
  moduleSteps,
  parseAddress,
  type Address,
  type InstanceKey,
} from "../../src/terraform/address";
import { anyCharacter, fc, SEED } from "../support/property";

test("an address has a stack, calls of modules, a type, a name and a key", () => {
  const text = 'teams/module.a["x/y"].module.b[0].data.tfprojects_project.shared["\\"$${}"]';
  const address: Address = {
    stack: "teams",
    module: 'module.a["x/y"].module.b[0]',
    mode: "data",
    type: "tfprojects_project",
    name: "shared",
    key: '"${}',
  };
  expect(parseAddress(text)).toEqual(address);
  expect(formatAddress(address)).toBe(text);
});

test("the slash of a key belongs to no stack", () => {
  expect(parseAddress('t.n["a/b.c"]')).toMatchObject({ stack: undefined, type: "t", name: "n", key: "a/b.c" });
});

test.each(["", "tfprojects_project", "module.a", "a.b.c", "a.b[x]", "a.b[0][1]", "local.a.b"])("%j is none", (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

test("the steps of a module have its path and that of the module that calls it", () => {
  expect(moduleSteps('module.a["x.module.y[0] \\"]"].module.b-c[1].module.d')).toEqual([
    { call: "a", key: 'x.module.y[0] "]', module: 'module.a["x.module.y[0] \\"]"]', parent: "" },
    {
      call: "b-c",
      key: 1,
      module: 'module.a["x.module.y[0] \\"]"].module.b-c[1]',
      parent: 'module.a["x.module.y[0] \\"]"]',
    },
    {
      call: "d",
      key: undefined,
      module: 'module.a["x.module.y[0] \\"]"].module.b-c[1].module.d',
      parent: 'module.a["x.module.y[0] \\"]"].module.b-c[1]',
    },
  ]);
  expect(moduleSteps("")).toEqual([]);
});

const name = fc.stringMatching(/^[\p{ID_Start}_][\p{ID_Continue}-]{0,6}$/u);
const key: fc.Arbitrary<InstanceKey> = fc.oneof(
  fc.constant(undefined),
  fc.nat(),
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom("$", "%", "{", "}", "[", "]", '"', "\\", "/", ".", "#", "a", "\n") }),
);
/** Calls, from the root module on. */
const calls = fc.array(fc.record({ call: name, key }), { maxLength: 3 });

function pathOf(steps: readonly { readonly call: string; readonly key: InstanceKey }[]): string {
  return steps.reduce((parent, { call, key: own }) => {
    const [, suffix = ""] = formatAddress({ type: "t", name: "n", key: own }).split(/^t\.n/);
    return calledModule(parent, call) + suffix;
  }, "");
}

test(`any address can be parsed (seed ${SEED})`, () => {
  const address = fc.record<Address>({
    stack: fc.option(fc.stringMatching(/^[^/]{1,6}$/u), { nil: undefined }),
    module: calls.map(pathOf),
    mode: fc.constantFrom("managed", "data"),
    type: name.filter((it) => it !== "module"),
    name,
    key,
  });
  fc.assert(fc.property(address, (it) => expect(parseAddress(formatAddress(it))).toEqual(it)));
});

test(`the steps of any module are its calls (seed ${SEED})`, () => {
  fc.assert(
    fc.property(calls, (steps) => {
      const path = pathOf(steps);
      expect(moduleSteps(path)).toMatchObject(steps);
      expect(callPath(path)).toEqual(steps.map(({ call }) => call));
      expect(moduleSteps(path).at(-1)?.module ?? "").toBe(path);
    }),
  );
});
