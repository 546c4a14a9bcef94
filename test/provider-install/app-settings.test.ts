import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { completeSettings } from "../../src/provider-install/app-settings";
import { installsIntoStacks } from "../../src/terraform/cdk-app";
import { VERSION } from "../../src/version";

const ENTRY = { name: "tfprojects", source: "terraform.local/tfprojects/tfprojects", version: VERSION };
const COMMAND = `npx tfprojects@${VERSION} provider install --stacks`;
const GO = { language: "go", app: "go run main.go", projectId: "p" };

const complete = (settings: unknown, indentation: string | number = 2) =>
  completeSettings(
    "app/cdktf.json",
    typeof settings === "string" ? settings : JSON.stringify(settings, null, indentation),
  );
const completed = (settings: unknown): unknown => JSON.parse(complete(settings).text);

describe("a cdktf.json", () => {
  test("gets the provider, and a command after that of the app", () => {
    const { text, changes } = complete(GO);
    expect(JSON.parse(text)).toEqual({ ...GO, app: `go run main.go && ${COMMAND}`, terraformProviders: [ENTRY] });
    expect(changes).toEqual([expect.stringMatching(/^terraformProviders: /), expect.stringMatching(/^app: /)]);
  });

  test("is left as it is, to the byte, if it is complete", () => {
    const text = `{"terraformProviders": [${JSON.stringify(ENTRY)}],\n\n "app": "go run main.go && ${COMMAND}"}`;
    expect(complete(text)).toEqual({ text, changes: [] });
  });

  test("keeps other settings, their order, other providers, and how it is written", () => {
    const { text } = completeSettings(
      "cdktf.json",
      JSON.stringify({ output: "out", ...GO, terraformProviders: ["hashicorp/null@~> 3.2"] }, null, "\t").replaceAll(
        "\n",
        "\r\n",
      ) + "\r\n",
    );
    expect(text).toMatch(/^\{\r\n\t"output"[^]*\}\r\n$/);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect((JSON.parse(text) as typeof GO & { terraformProviders: unknown }).terraformProviders).toEqual([
      "hashicorp/null@~> 3.2",
      ENTRY,
    ]);
  });

  test.each([
    ["an object", { ...ENTRY, namespace: "own", version: "0.0.1" }, { ...ENTRY, namespace: "own" }],
    ["an object without version", { name: "projects", source: ENTRY.source }, { ...ENTRY, name: "projects" }],
    ["a text", `${ENTRY.source}@0.0.1`, `${ENTRY.source}@${VERSION}`],
  ])("gets this version of the provider, which was there as %s", (_, before, after) => {
    const app = `go run main.go && pnpm exec tfprojects@0.0.1 provider install --stacks`;
    expect(completed({ ...GO, app, terraformProviders: [before] })).toEqual({
      ...GO,
      app: app.replace("0.0.1", VERSION),
      terraformProviders: [after],
    });
  });

  test("keeps a command that uses the version of a lock file", () => {
    const app = "go run main.go && npx tfprojects provider install --stacks && echo done";
    expect(completed({ ...GO, app })).toMatchObject({ app });
  });

  test.each([
    ["{", /Cannot use app\/cdktf\.json: .*JSON/],
    ["[]", /it is not a JSON object/],
    [{ language: "go" }, /it has no "app"/],
    [{ ...GO, terraformProviders: {} }, /"terraformProviders" is not a list/],
    [{ ...GO, terraformProviders: ["acme/tfprojects@1.0.0"] }, /another provider named tfprojects/],
    [{ ...GO, language: "typescript" }, /its constructs are part of this package/],
  ])("that cannot be completed is an error: %j", (settings, message) => {
    expect(() => complete(settings)).toThrow(message);
  });
});

test.each(["python", "go"])("the example in %s is complete", (example) => {
  const folder = resolve(__dirname, "../../examples", example);
  const path = join(folder, "cdktf.json");
  const { changes } = completeSettings(path, readFileSync(path, "utf8"));
  expect(changes).toEqual([]);
  const { devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    devDependencies: object;
  };
  expect(devDependencies).toMatchObject({ tfprojects: `^${VERSION}` });
});

test("the command of an app may or may not install the provider into the stacks", () => {
  expect([installsIntoStacks(`make && ${COMMAND}`), installsIntoStacks("make")]).toEqual([true, false]);
});
