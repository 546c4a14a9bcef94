import { AppFolder } from "../../support/app-folder";
import { FollowedPage } from "../../support/followed-page";
import { describeWithTerraform } from "../../support/terraform";

describeWithTerraform("docs/landing-zone.md", () => {
  let app: AppFolder;
  beforeEach(() => (app = new AppFolder()));
  afterEach(() => app.remove());

  test("its commands print what it says, and lead to two projects with their workspaces", async () => {
    expect(await new FollowedPage("landing-zone.md").follow(app)).toEqual({
      Billing: ["billing-api", "billing-ledger", "billing-web"],
      "Default Project": [],
      Search: ["search-crawler", "search-index"],
    });
  });
});
