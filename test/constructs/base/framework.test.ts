import * as cdktf from "cdktf";
import { Construct } from "constructs";
import type * as Package from "../../../src";
import { DataProject, Project, RunTaskGate, TfprojectsProvider } from "../../../src";
import { FRAMEWORK } from "../../../src/constructs/base/framework";
import { FRAMEWORKS, installCommand } from "../../../src/constructs/base/frameworks";

const [own, other] = FRAMEWORK === "cdktf" ? (["cdktf", "cdktn"] as const) : (["cdktn", "cdktf"] as const);
// The test runs for both, and the API is the same.
const foreign = jest.requireActual<typeof cdktf>(other);

const WRONG_ENTRY =
  `This app is built on ${other}; import from "${FRAMEWORKS[other].entry}". ` +
  `"${FRAMEWORKS[own].entry}" has the constructs for ${own}.`;

describe("a construct in an app of the other framework says at once what to import", () => {
  const stack = () => new foreign.TerraformStack(foreign.Testing.app(), "stack");

  test.each<[string, string, (scope: Construct) => unknown]>([
    ["the provider", "stack/it", (scope) => new TfprojectsProvider(scope, "it")],
    ["a resource", "stack/it", (scope) => new Project(scope, "it", { name: "Platform" })],
    ["a data source", "stack/it", (scope) => new DataProject(scope, "it", { default: true })],
    ["a gate", "stack/it", (scope) => new RunTaskGate(scope, "it", { runId: "run-1" })],
    ["an import", "stack/it", (scope) => Project.generateConfigForImport(scope, "it", "prj-1")],
  ])("%s", (_, path, construct) => {
    expect(() => construct(stack())).toThrow(`[${path}] ${WRONG_ENTRY}`);
  });

  test("in constructs and in subclasses of the app and the stack", () => {
    class MyApp extends foreign.App {}
    class MyStack extends foreign.TerraformStack {}
    const scope = new Construct(new MyStack(new MyApp(foreign.Testing.app()), "stack"), "team");
    expect(() => new Project(scope, "it", { name: "Platform" })).toThrow(`[stack/team/it] ${WRONG_ENTRY}`);
  });

  test("in a stack of its own framework, where the app is of the other", () => {
    const scope = new cdktf.TerraformStack(foreign.Testing.app(), "stack");
    expect(() => new Project(scope, "it", { name: "Platform" })).toThrow(WRONG_ENTRY);
  });

  test("whatever class of a library that jsii compiled the stack has", () => {
    class LibraryStack extends foreign.TerraformStack {}
    Object.assign(LibraryStack, { [Symbol.for("jsii.rtti")]: { fqn: "library.LibraryStack", version: "1.0.0" } });
    const scope = new LibraryStack(new Construct(undefined as never, ""), "stack");
    expect(() => new Project(scope, "it", { name: "Platform" })).toThrow(WRONG_ENTRY);
  });
});

test("a scope that is no construct is for the framework to report", () => {
  expect(() => new Project({} as Construct, "it", { name: "Platform" })).not.toThrow(other);
});

describe("without the framework", () => {
  const load = (error: Error): typeof Package => {
    let loaded: typeof Package | undefined;
    jest.isolateModules(() => {
      jest.doMock(own, () => {
        throw error;
      });
      loaded = jest.requireActual<typeof Package>("../../../src");
    });
    return loaded!;
  };
  const missing = (name: string) =>
    Object.assign(new Error(`Cannot find module '${name}'\nRequire stack: …`), { code: "MODULE_NOT_FOUND" });
  afterEach(() => jest.dontMock(own));

  test("loading the constructs says what to import where the other one is installed", () => {
    expect(() => load(missing(own))).toThrow(WRONG_ENTRY);
  });

  test("an error of another package is not hidden", () => {
    expect(() => load(missing("semver"))).toThrow("Cannot find module 'semver'");
  });
});

test("the command that installs cdktn names the versions of constructs that it accepts", () => {
  expect(installCommand("cdktn")).toBe('npm install "cdktn@^0.24.0" "constructs@>=10.6.0 <10.8.0"');
});
