import { asObject, type JsonObject } from "../../json";
import { check, type Check } from "../check";
import { attributeIn } from "../document";
import { describe, hasAttribute, hasStatus, isRejectedAt, isRejectedWith, shown } from "../expectations";
import type { ServiceResponse } from "../request";
import { organization, showWorkspace, updateProject } from "./requests";

const MODE = "default-execution-mode";
const POINTER = `/data/attributes/${MODE}`;
const POOL_POINTER = "/data/attributes/default-agent-pool-id";

function overwritesIn(response: ServiceResponse): JsonObject {
  return asObject(attributeIn(response, "setting-overwrites"));
}

/** Whether the mode of a project is its own. */
function isOwn(project: ServiceResponse, expected: boolean): string | undefined {
  const own = overwritesIn(project)[MODE];
  return own === expected ? undefined : `${MODE} of setting-overwrites is ${shown(own)}`;
}

/** After those that create projects and workspaces. */
export const EXECUTION_CHECKS: readonly Check[] = [
  check({
    id: "execution-mode",
    row: "project-attributes: default-execution-mode, default-agent-pool-id",
    needs: ["write"],
    requests: { update: (world) => updateProject(world, "projectA", { [MODE]: "local" }) },
    expects: ({ update }) => hasStatus(update, 200) ?? hasAttribute(update, MODE, "local") ?? isOwn(update, true),
    consequence: "Plans set the execution mode of a project again and again.",
  }),
  check({
    id: "inherited-execution-mode",
    row: "workspaces: Execution settings of workspaces",
    needs: ["write"],
    requests: { workspace: (world) => showWorkspace(world, "workspace3") },
    expects: ({ workspace }) => {
      const own = overwritesIn(workspace)["execution-mode"];
      return (
        hasAttribute(workspace, "execution-mode", "local") ??
        (own === false ? undefined : `execution-mode of setting-overwrites is ${shown(own)}`)
      );
    },
    consequence: "The impact of a move lacks the execution modes that workspaces get.",
  }),
  check({
    id: "execution-mode-given-back",
    row: "project-attributes: setting-overwrites",
    needs: ["write"],
    requests: {
      organization,
      update: (world) =>
        updateProject(world, "projectA", { "setting-overwrites": { [MODE]: false, "default-agent-pool": false } }),
    },
    expects: ({ organization: inherited, update }) =>
      hasStatus(update, 200) ?? isOwn(update, false) ?? hasAttribute(update, MODE, attributeIn(inherited, MODE)),
    consequence: "A project keeps an execution mode that the code has dropped.",
  }),
  check({
    id: "unknown-execution-mode",
    row: "project-attributes: Settings that contradict each other",
    about: "an unknown mode",
    needs: ["write"],
    requests: { update: (world) => updateProject(world, "projectA", { [MODE]: "tfprojects" }) },
    expects: ({ update }) => isRejectedAt(update, 422, POINTER) ?? isRejectedWith(update, 422, "must be"),
    consequence: "Plans reject modes that the service accepts, or errors name the attribute differently.",
  }),
  check({
    id: "agent-without-pool",
    row: "project-attributes: Settings that contradict each other",
    about: "mode agent without a pool",
    needs: ["write"],
    requests: { update: (world) => updateProject(world, "projectA", { [MODE]: "agent" }) },
    expects: ({ update }) =>
      isRejectedWith(update, 422, "must be specified when using 'agent' execution mode") ??
      (update.problems.some(({ pointer }) => pointer === POOL_POINTER) ? undefined : describe(update)),
    consequence: "A project with mode `agent` whose agent pool is missing in code has none afterwards.",
  }),
];
