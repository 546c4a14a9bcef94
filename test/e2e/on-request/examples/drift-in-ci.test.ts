import { MANAGERS } from "../../../examples/ci-repository";
import { describeDriftWorkflow } from "../../../examples/drift-workflow";

for (const manager of MANAGERS) if (manager !== "npm") describeDriftWorkflow(manager);
