import { tfprojectsProvider } from "../../src/provider/provider";
import { ProviderData } from "../../src/provider/provider-data";
import { InProcessTerraform } from "../in-process-terraform";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

function terraform(): InProcessTerraform {
  return new InProcessTerraform(() => ({
    ...tfprojectsProvider,
    configure: () => new ProviderData(acme.client, "acme"),
  }));
}

describe("a plan that would create projects which exist", () => {
  test("names each in one line, and says once what to do", async () => {
    const names = Array.from({ length: 29 }, (_, index) => `Team ${index}`);
    const ids = names.map((name) => acme.addProject(name));
    const resources = Object.fromEntries(names.map((name, index) => [`tfprojects_project.p${index}`, { name }]));
    const { diagnostics, actions } = await terraform().plan({
      resources: { ...resources, "tfprojects_project.new": { name: "New" } },
    });

    expect(actions).toEqual({ "tfprojects_project.new": "create" });
    expect(diagnostics.map(({ summary }) => summary.replace(/: see .*/, "")).sort()).toEqual(
      names.map((name, index) => `Project "${name}" (${ids[index]!}) already exists`).sort(),
    );
    const [detailed, ...others] = diagnostics.filter(({ detail }) => detail !== "");
    expect(others).toEqual([]);
    expect(detailed!.detail).toContain("`npx tfprojects plan --write-imports FILE`");
    expect(detailed!.detail).toContain("set adopt_existing = true");
    const [, label] = /^Project (".*") \(prj-.*\) already exists$/.exec(detailed!.summary)!;
    const short = diagnostics.filter((it) => it !== detailed);
    for (const { summary } of short) expect(summary).toContain(`already exists: see the error of ${label!}`);
  });

  test("explains it again in the next plan", async () => {
    acme.addProject("Platform");
    const its = terraform();
    const configuration = { resources: { "tfprojects_project.a": { name: "Platform" } } };
    for (const { diagnostics } of [await its.plan(configuration), await its.plan(configuration)]) {
      expect(diagnostics.map(({ detail }) => detail)).toEqual([expect.stringContaining("already taken")]);
    }
  });
});
