import { anyAssigned } from "../../import/organizations";
import { populate } from "../../import/populate";
import { Acme } from "../../support/acme";
import type { AttachedProvider } from "../../support/attached-provider";
import { fc } from "../../support/property";
import { describeWithTerraform } from "../../support/terraform";
import { attachProvider } from "../../support/tfprojects-provider";
import { expectHclTakeover, expectTakeover, populateForRules, WITH_ALL } from "../import-takeover";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

describeWithTerraform("an imported organization", () => {
  let provider: AttachedProvider;
  beforeAll(async () => (provider = await attachProvider()));
  afterAll(() => provider.stop());

  test("is imported without a change, with every setting and kind of content", async () => {
    await fc.assert(
      fc.asyncProperty(anyAssigned, fc.boolean(), async (organization, hcl) => {
        await acme.stop();
        acme = await Acme.start();
        await populate(acme, organization);
        fc.pre(Object.keys(acme.world).length > 1);
        await (hcl ? expectHclTakeover : expectTakeover)(acme, provider, ...WITH_ALL);
      }),
      // Each takes seconds; a counterexample is not made smaller.
      { numRuns: 4, endOnFailure: true },
    );
  });

  test("is imported with rules without a change", async () => {
    await populateForRules(acme);
    await expectTakeover(acme, provider, "--rules", ...WITH_ALL);
  });

  test("of 40 projects is imported as Terraform configuration", async () => {
    for (const [index, id] of acme.addProjects(40).entries()) acme.addWorkspace(`workspace-${index}`, id);
    acme.takeRequests();
    await expectHclTakeover(acme, provider);
  });
});
