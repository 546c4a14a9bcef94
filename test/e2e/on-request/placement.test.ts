import { AppFolder } from "../../support/app-folder";
import { FollowedPage } from "../../support/followed-page";
import { describeWithTerraform } from "../../support/terraform";

describeWithTerraform("docs/placement.md", () => {
  const page = new FollowedPage("placement.md");
  let app: AppFolder;
  beforeEach(() => (app = new AppFolder()));
  afterEach(() => app.remove());

  test("its commands with the engine print what it says, and move workspaces into 14 projects, and back", async () => {
    const { "Default Project": left, ...others } = await page.follow(app, (title) => title !== "With Terraform");
    expect(left).toHaveLength(900);
    expect(Object.keys(others)).toHaveLength(14);
    expect(others["Data"]).toEqual(["billing-test-index"]);
  });

  test("its commands with Terraform print what it says, and lead to the projects of the rules", async () => {
    const { "Default Project": left = [], ...others } = await page.follow(app, (title) => title === "With Terraform");
    expect(left).toHaveLength(27);
    expect(left.every((name) => name.startsWith("legacy-app-"))).toBe(true);
    expect(Object.keys(others)).toHaveLength(14);
    expect(others["Inbox"]).toHaveLength(98);
    expect(others["Payments"]).toHaveLength(135);
    expect(others["Data"]).toContain("data-prod-index");
  });
});
