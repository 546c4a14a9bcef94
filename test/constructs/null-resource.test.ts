import { provider, resource } from "@cdktf/provider-null";
import { TerraformStack, Testing } from "cdktf";
import { NullResource } from "../../src/constructs/null-resource";

/** What is synthesized, without what names the construct of the provider. */
function synthesized(build: (stack: TerraformStack) => void): { readonly json: string; readonly hcl: string } {
  const stack = new TerraformStack(Testing.app(), "stack");
  build(stack);
  return { json: Testing.synth(stack, true), hcl: Testing.synthHcl(stack, true) };
}

test("the null_resource and its provider are as the classes of @cdktf/provider-null write them", () => {
  const precondition = [{ condition: "${var.open}", errorMessage: "Closed." }];
  const triggers = { run_id: "run-1" };
  const ours = synthesized((stack) => new NullResource(stack, "gate", triggers, { precondition }));
  const theirs = synthesized((stack) => {
    new resource.Resource(stack, "gate", { triggers, lifecycle: { precondition } });
    new provider.NullProvider(stack, "run-task-gate-null-provider");
  });
  expect(ours).toEqual(theirs);
});
