import { Deployment } from "../../support/deployment";
import { Gate } from "../../support/gate";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

const PLATFORM = `resource "tfprojects_project" "it" { name = "Platform" }\n`;

async function created(): Promise<void> {
  await deployment.code(PLATFORM).init();
  await deployment.apply();
}

/** Destroys what was planned before: what goes wrong from the first DELETE on. */
async function destroyWhile(fault: () => void) {
  expect(await deployment.plan("-destroy", "-out=saved.tfplan")).toMatchObject({ status: 0 });
  fault();
  return deployment.terraform.run(["apply", "-input=false", "saved.tfplan"]);
}

describeWithTerraform("a deletion whose outcome is unknown", () => {
  test("fails if every response is a 404, and the state keeps the project", async () => {
    await created();
    const { emulator } = deployment.acme;
    const outcome = await destroyWhile(() => emulator.faults.add({ status: 404, times: Infinity }));
    expect(outcome.status).toBe(1);
    expect(outcome.output).not.toContain("Destruction complete");
    emulator.faults.clear();
    expect(deployment.acme.project("Platform")).toBeDefined();
    expect(deployment.terraform.stateText()).toContain("Platform");
  });

  test("fails if the response to the delete is 200 {}, and the state keeps the project", async () => {
    await created();
    const { emulator } = deployment.acme;
    const outcome = await destroyWhile(() =>
      emulator.faults.add({ method: "DELETE", status: 200, body: "{}", times: Infinity }),
    );
    expect(outcome.status).toBe(1);
    expect(outcome.output).not.toContain("Destruction complete");
    expect(deployment.acme.project("Platform")).toBeDefined();
    expect(deployment.terraform.stateText()).toContain("Platform");
  });
});

describeWithTerraform("a destroy whose connection drops", () => {
  const deletions = () => deployment.acme.takeRequests().filter((request) => request.startsWith("DELETE"));

  test.each(["before", "after"] as const)("%s the deletion was processed, once, succeeds", async (drop) => {
    await created();
    const { emulator } = deployment.acme;
    deployment.acme.takeRequests();
    emulator.faults.add({ method: "DELETE", drop });
    expect(await deployment.destroy()).toMatchObject({ status: 0 });
    // The lost one, and one more: what that says is looked up.
    expect(deletions()).toHaveLength(2);
    expect(deployment.acme.project("Platform")).toBeUndefined();
    expect(await deployment.terraform.resources()).toEqual([]);
  });

  test.each(["before", "after"] as const)(
    "%s the deletion was processed, while reads fail, reports an unknown outcome; a rerun succeeds",
    async (drop) => {
      await created();
      const { acme, terraform } = deployment;
      const gate = await Gate.start(acme.emulator.address);
      try {
        acme.emulator.faults.add({ method: "DELETE", drop, times: Infinity });
        // From the first DELETE on nobody is let in who asks what became of it.
        gate.keeper = {
          before: ({ method }) => {
            if (method !== "DELETE") return;
            gate.keeper = {};
            acme.emulator.faults.add({ method: "GET", status: 401, times: Infinity });
          },
        };
        const outcome = await terraform.run(["destroy", "-auto-approve", "-input=false"], {
          env: { TFE_ADDRESS: gate.address },
        });
        expect(outcome.status).toBe(1);
        expect(unwrapped(outcome.stderr)).toMatch(
          /It is unknown whether project "Platform" \(prj-\w+\) was deleted: DELETE/,
        );
        expect(outcome.output).not.toContain("Destruction complete");
      } finally {
        await gate.stop();
      }
      expect(acme.project("Platform") === undefined).toBe(drop === "after");
      expect(terraform.stateText()).toContain("Platform");
      acme.emulator.faults.clear();
      expect(await deployment.destroy()).toMatchObject({ status: 0 });
      expect(acme.project("Platform")).toBeUndefined();
      expect(await terraform.resources()).toEqual([]);
    },
  );
});
