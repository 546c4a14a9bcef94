import { AppFolder } from "../../support/app-folder";
import { FollowedPage } from "../../support/followed-page";

describe("docs/getting-started.md", () => {
  let app: AppFolder;
  beforeEach(() => (app = new AppFolder().copy("examples/getting-started")));
  afterEach(() => app.remove());

  test("its commands print what it says, and lead from three projects to six", async () => {
    const { "Default Project": left, ...others } = await new FollowedPage("getting-started.md").follow(app);
    expect(left).toEqual(["billing-queue-prod", "legacy-cron", "poc1", "poc2"]);
    expect(Object.keys(others)).toEqual(["billing", "mobile", "Payments Core", "Platform", "Sandbox", "search"]);
    expect(others["search"]).toContain("searchIndexTest");
  });
});
