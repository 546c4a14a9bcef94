import type { PlannedOrganization } from "../../../src/cli/render/view-model";
import { planFor } from "./organization";

/** A plan with every kind of change and warning. */
export function everyChange(): PlannedOrganization {
  return planFor(
    [
      { name: "Default Project", workspaces: ["api-prod", "etl-nightly", "left-alone"] },
      { name: "Platform", description: "Shared", workspaces: ["api-test", "stray"] },
      { name: "Blue", workspaces: ["blue-1"] },
      { name: "Green", workspaces: ["green-1"] },
      { name: "Legacy", workspaces: ["old-api", "old-web"] },
      { name: "Quiet", workspaces: ["still"] },
    ],
    [
      {
        name: "Platform Engineering",
        previousNames: ["Platform"],
        workspaces: ["api-prod", "api-test"],
        exclusive: true,
      },
      { name: "Green", previousNames: ["Blue"], workspaces: ["blue-1"] },
      { name: "Blue", previousNames: ["Green"], workspaces: ["green-1"] },
      { name: "Data", autoDestroy: "14d", description: "Pipelines", workspaces: ["etl-nightly"] },
      { name: "Quiet", workspaces: ["still"] },
    ],
    { prune: true, evacuate: true },
  );
}

/** A plan that moves many workspaces into one project. */
export function movesOf(count: number): PlannedOrganization {
  const names = Array.from({ length: count }, (_, index) => `workspace-${String(index).padStart(4, "0")}`);
  return planFor([{ name: "Default Project", workspaces: names }], [{ name: "Platform", workspaces: names }], {
    maxMoves: "all",
  });
}
