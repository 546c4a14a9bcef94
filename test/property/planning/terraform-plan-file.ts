import { UNKNOWN } from "../../../src/plugin";
import type { ObjectValue } from "../../../src/plugin/value/value";
import type { Plan as TerraformPlan } from "../../in-process-terraform";
import { storedJson } from "../../in-process-terraform/state";
import { configuration, planJson, type ObjectChange } from "../../support/plan-json";
import { resourcesOf, type CodeProject } from "./stories";

const ACTIONS = {
  "no-op": ["no-op"],
  create: ["create"],
  update: ["update"],
  replace: ["delete", "create"],
  delete: ["delete"],
  read: ["read"],
} as const;

/** A plan as `terraform show -json` prints it. */
export function planFile({ changes, refreshed }: TerraformPlan, code: readonly CodeProject[]): object {
  const unchanged = [...refreshed].map(([address, { values }]) => [address, { before: known(values) }] as const);
  const changed = [...changes.values()].map(({ address, action, before, after }): [string, ObjectChange] => {
    const unknown = Object.entries(after ?? {}).flatMap(([name, value]) => (value === UNKNOWN ? [[name, true]] : []));
    return [
      address,
      {
        actions: ACTIONS[action],
        before: before && known(before),
        after: after && known(after),
        unknown: Object.fromEntries(unknown) as object,
      },
    ];
  });
  const resources = Object.fromEntries(
    Object.entries(resourcesOf(code)).map(([address, block]) => {
      const set = Object.entries(block as object).filter(([, value]) => value !== null);
      const [, label] = address.split(".");
      return [
        address,
        Object.fromEntries(
          set.map(([name]) => [
            name,
            name === "project_id" ? [`tfprojects_project.${label!.replace("-rest", "")}.id`] : ["local.a"],
          ]),
        ),
      ];
    }),
  );
  const all = {
    ...Object.fromEntries(unchanged),
    ...Object.fromEntries(changed),
  };
  return planJson(all, { configuration: configuration({ resources }) });
}

/** The values that are known. */
function known(values: ObjectValue): object {
  const entries = Object.entries(values).filter(([, value]) => value !== UNKNOWN);
  return JSON.parse(storedJson(Object.fromEntries(entries))) as object;
}
