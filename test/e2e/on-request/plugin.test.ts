import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedBundle } from "../../support/shared-bundle";
import { describeWithTerraform, REGISTRY, TerraformWorkspace } from "../../support/terraform";

const build = mkdtempSync(join(tmpdir(), "plugin-test-"));
afterAll(() => rmSync(build, { recursive: true, force: true }));

let terraform: TerraformWorkspace;
beforeEach(() => (terraform = new TerraformWorkspace()));
afterEach(() => terraform.remove());

/** Has Terraform launch a provider. */
function launch(main: string, source: string, version: string): void {
  const executable = join(build, source.replaceAll("/", "-"));
  sharedBundle(main, executable);
  terraform.stageProvider(executable, source, version);
}

describeWithTerraform("a provider on the SDK, launched by Terraform,", () => {
  it("handles values of megabytes", async () => {
    const source = "terraform.local/test/sample";
    launch("test/plugin/sample-provider/main.ts", source, "1.2.3");
    terraform.write("large.txt", "0123456789abcdef".repeat(16 * 1024));
    terraform.write(
      "main.tf",
      `terraform {
        required_providers {
          sample = { source = "${source}" }
        }
      }
      provider "sample" { folder = "${terraform.path("world")}" }
      resource "sample_thing" "big" {
        name   = "big"
        labels = [for n in range(8) : "\${n}-\${file("large.txt")}"]
      }`,
    );
    await terraform.init();
    await terraform.succeed(["apply", "-auto-approve"]);
    expect(terraform.stateText().length).toBeGreaterThan(2_000_000);
    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
  });

  it("is the null provider, an example: creates, replaces when a trigger changes, and destroys", async () => {
    launch("examples/null-provider/main.ts", `${REGISTRY}/hashicorp/null`, "3.2.4");
    const code = (trigger: string): string => `resource "null_resource" "it" {\n triggers = { a = "${trigger}" }\n}`;
    terraform.write("main.tf", code("1"));
    await terraform.init();
    await terraform.succeed(["apply", "-auto-approve"]);
    const before = (await terraform.resource("null_resource.it")).values;
    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });

    terraform.write("main.tf", code("2"));
    await terraform.succeed(["apply", "-auto-approve"]);
    const after = (await terraform.resource("null_resource.it")).values;
    expect(after["triggers"]).toEqual({ a: "2" });
    expect(after["id"]).not.toBe(before["id"]);
    await terraform.succeed(["destroy", "-auto-approve"]);
  });
});
