import { join } from "node:path";
import { asObject, asObjects, getString, textOf, type JsonObject } from "../json";
import { attributeOf, SETTING_NAMES, TFE_PROJECT } from "../model";
import { UserError } from "../user-error";
import { firstSentence, type Program } from "./program";
import { PROJECT, TFE_PROJECT_SETTINGS } from "./resources";

/** What a plan does to the organization: a key that is the same before and after a migration, and a line of text. */
export type PlanEffects = ReadonlyMap<string, string>;

/**
 * Plans a configuration in its folder, and applies nothing.
 *
 * @param scratch - Where the plan is, which has values of the state.
 * @throws UserError when it cannot be planned.
 */
export async function planEffects(folder: string, program: Program, scratch: string): Promise<PlanEffects> {
  const file = join(scratch, "plan");
  const planned = await program.run(["plan", "-input=false", "-no-color", `-out=${file}`], folder);
  if (planned.status !== 0) throw cannotPlan(folder, program, planned.stderr);
  const shown = await program.run(["show", "-json", file], folder);
  if (shown.status !== 0) throw cannotPlan(folder, program, shown.stderr);
  return effectsOf(JSON.parse(shown.stdout));
}

function cannotPlan(folder: string, { name }: Program, stderr: string): UserError {
  return new UserError(
    `\`${name} plan\` failed in ${folder}: ${firstSentence(stderr)}`,
    `Run \`${name} init\` in that folder, and correct what \`${name} plan\` says.`,
  );
}

/** The changes of a plan, as `terraform show -json` prints it, but for those of the state only. */
function effectsOf(plan: unknown): PlanEffects {
  return new Map(
    asObjects(asObject(plan)["resource_changes"]).flatMap((resource): [string, string][] => {
      const change = asObject(resource["change"]);
      const actions = [change["actions"]]
        .flat()
        .map(textOf)
        .filter((it) => !["no-op", "read", "forget"].includes(it));
      const [before, after] = [asObject(change["before"]), asObject(change["after"])];
      if (actions.length === 0 || isOfStateOnly(resource, actions, before, after)) return [];
      const address = getString(resource, "address") ?? "";
      const done = actions.join(", ");
      return [[`${keyOf(resource, before, address)} ${done}`, `${address}: ${done}`]];
    }),
  );
}

/** A project and its settings are one; their addresses change. */
function keyOf(resource: JsonObject, before: JsonObject, address: string): string {
  const type = getString(resource, "type") ?? "";
  if (![TFE_PROJECT, TFE_PROJECT_SETTINGS, PROJECT].includes(type)) return address;
  return getString(before, "id") ?? address.replace(type, TFE_PROJECT);
}

const SETTINGS = SETTING_NAMES.map(attributeOf);

/** Whether an update of a project changes only how it is managed, and nothing in the organization. */
function isOfStateOnly(
  { type }: JsonObject,
  actions: readonly string[],
  before: JsonObject,
  after: JsonObject,
): boolean {
  if (type !== PROJECT || actions.join() !== "update") return false;
  const valueIn = (values: JsonObject, name: string): string => {
    const value = values[name];
    return JSON.stringify(value === "" ? null : (value ?? null));
  };
  return SETTINGS.every((name) => valueIn(before, name) === valueIn(after, name));
}
