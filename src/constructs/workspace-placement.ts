import type { Construct } from "constructs";
import {
  WorkspacePlacement as GeneratedWorkspacePlacement,
  type WorkspacePlacementConfig,
} from "./generated/workspace-placement";
import { validateAppWide } from "./validation/app-wide";
import { isRelatedToPlacements, placementConflicts } from "./validation/placement-conflicts";
import { lostRuleOrder } from "./validation/rule-order";

/** Routes workspaces to projects by an ordered list of rules: the first rule that matches a workspace decides. */
export class WorkspacePlacement extends GeneratedWorkspacePlacement {
  constructor(scope: Construct, id: string, config: WorkspacePlacementConfig) {
    super(scope, id, config);
    this.node.addValidation({ validate: () => lostRuleOrder(this) });
    validateAppWide(this.cdktfStack, WorkspacePlacement.tfResourceType, isRelatedToPlacements, placementConflicts);
  }
}
