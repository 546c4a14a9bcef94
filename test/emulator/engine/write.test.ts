import { Clock } from "../../../src/emulator/clock";
import { TableStore } from "../../../src/emulator/engine/store";
import { create, isReferredTo, update } from "../../../src/emulator/engine/write";
import { agentPools } from "../../../src/emulator/kinds/agent-pool";
import { organizations } from "../../../src/emulator/kinds/organization";
import { projects } from "../../../src/emulator/kinds/project";
import { variableSets } from "../../../src/emulator/kinds/variable-set";
import { KINDS } from "../../../src/emulator/service-kinds";

test("an object is in use only by references that must not lose it", () => {
  const store = new TableStore(KINDS, new Clock(() => 0));
  const { id: organizationId } = create(store, organizations, { name: "acme", email: "admin@example.com" });
  const pool = create(store, agentPools, { organizationId, name: "private" });
  const project = create(store, projects, { organizationId, name: "Web" });
  const of = { projectIds: [project.id], ownerProjectId: project.id };
  create(store, variableSets, { organizationId, name: "aws", ...of });
  expect([isReferredTo(store, pool), isReferredTo(store, project)]).toEqual([false, false]);

  update(store, projects, project, { defaultAgentPoolId: pool.id });

  expect([isReferredTo(store, pool), isReferredTo(store, project)]).toEqual([true, false]);
});
