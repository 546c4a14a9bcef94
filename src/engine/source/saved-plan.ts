import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import type { Configuration } from "./read-configuration";
import type { OrganizationPlan } from "../plan/plan";
import { compareStrings } from "../../reconcile";
import { invalidRequestRate } from "../../model";
import { VERSION } from "../../version";
import { asObject, getString, isObject } from "../../json";
import { UserError } from "../../user-error";
import { actionJson } from "../report/action-json";
import { sanitize } from "../report/sanitize";
import { writeFiles } from "../../files/write-files";
import { desiredOrganization } from "../organization";
import { choicesOf, planChoices, type PlanChoices } from "../plan-choices";
import type { LiveOrganization } from "../plan-code";

/** Prefix of the format of saved plans, before its version. */
const FORMAT_PREFIX = "tfprojects-plan-";
/** Raised with every change after which older plans can no longer be read or compared. */
const FORMAT = `${FORMAT_PREFIX}5`;

/** Actions are as in the report as JSON. They are compared as a whole, so only their IDs are checked here. */
const savedAction = v.looseObject({ id: v.string() });

const savedPlan = v.object({
  format: v.literal(FORMAT),
  version: v.string(),
  /** Of everything else. */
  checksum: v.string(),
  options: planChoices,
  organizations: v.array(
    v.object({
      address: v.nullable(v.string()),
      hostname: v.nullable(v.string()),
      requestsPerSecond: v.nullable(
        v.pipe(
          v.number(),
          v.check(
            (rate) => invalidRequestRate(rate) === undefined,
            ({ input }) => `It ${invalidRequestRate(input) ?? ""}`,
          ),
        ),
      ),
      desired: desiredOrganization,
      actions: v.array(savedAction),
    }),
  ),
});

const INVALID_PLAN = { code: "INVALID_PLAN", remedy: { kind: "new-plan" } } as const;

/** A saved plan. */
export interface SavedPlan {
  readonly code: Configuration;
  readonly options: PlanChoices;
  /** For each organization of the code, in the same order. */
  readonly actions: readonly (readonly SavedAction[])[];
}

type SavedAction = v.InferOutput<typeof savedAction>;

/** How many changed actions are listed. */
const CHANGES_SHOWN = 12;

/** How a new plan differs from the saved one, a line for each action; empty when it does not. */
export function changesSince(
  saved: readonly SavedAction[],
  { actions, organization }: OrganizationPlan,
): readonly string[] {
  const before = new Map(saved.map((it) => [it.id, it]));
  const now = new Map(actions.map(actionJson).map((it) => [it.id, JSON.parse(JSON.stringify(it)) as unknown]));
  const changes = [
    ...[...before].flatMap(([id, action]) =>
      isDeepStrictEqual(now.get(id), action) ? [] : [`${sanitize(id)}: ${now.has(id) ? "changed" : "removed"}`],
    ),
    ...[...now.keys()].filter((id) => !before.has(id)).map((id) => `${sanitize(id)}: added`),
  ];
  const more = changes.length > CHANGES_SHOWN ? [`… and ${changes.length - CHANGES_SHOWN} more`] : [];
  return [...changes.slice(0, CHANGES_SHOWN), ...more].map((line) => `  ${sanitize(organization)}: ${line}`);
}

/**
 * Saves a plan with the code that it was made from. It has no token: applying it needs one in the environment.
 *
 * @param advice - What to do if the file cannot be written.
 * @throws UserError when the file cannot be written.
 */
export async function savePlan(
  path: string,
  live: readonly LiveOrganization[],
  options: PlanChoices,
  advice: string,
): Promise<void> {
  const document: Omit<v.InferOutput<typeof savedPlan>, "checksum"> = {
    format: FORMAT,
    version: VERSION,
    options: choicesOf(options),
    organizations: live.map(({ code: { connection, desired }, plan }) => ({
      address: connection.address,
      hostname: connection.hostname,
      requestsPerSecond: connection.requestsPerSecond,
      desired,
      actions: plan.actions.map(actionJson),
    })),
  };
  const content = `${JSON.stringify({ ...document, checksum: checksumOf(document) }, undefined, 2)}\n`;
  await writeFiles([{ path, content, mode: 0o600 }], { advice });
}

/** The format of a saved plan; undefined for other JSON. */
export function formatOf(content: unknown): string | undefined {
  const format = getString(asObject(content), "format");
  return format?.startsWith(FORMAT_PREFIX) === true ? format : undefined;
}

/**
 * Reads the content of a saved plan.
 *
 * @throws UserError when it cannot be used.
 */
export function readSavedPlan(path: string, content: unknown): SavedPlan {
  const format = formatOf(content);
  if (format !== FORMAT) throw otherFormat(path, String(format), content);
  const result = v.safeParse(savedPlan, content);
  if (!result.success) {
    const [issue] = result.issues;
    const at = issue.path?.map(({ key }) => String(key)).join(".") ?? "";
    throw new UserError(`${path} is not a valid saved plan: ${at}: ${issue.message}.`, "", INVALID_PLAN);
  }
  const { organizations, options } = result.output;
  if (organizations.length === 0) {
    throw new UserError(`The saved plan ${path} has no organization.`, "", INVALID_PLAN);
  }
  const { checksum, ...rest } = asObject(content);
  if (checksum !== checksumOf(rest)) {
    throw new UserError(`The saved plan ${path} was changed or damaged after it was saved.`, "", INVALID_PLAN);
  }
  return {
    options,
    code: {
      notices: [],
      unreadModules: [],
      organizations: organizations.map(({ address, hostname, requestsPerSecond, desired }) => ({
        connection: { address, hostname, requestsPerSecond, token: null },
        desired,
      })),
    },
    actions: organizations.map(({ actions }) => actions),
  };
}

/** SHA-256 of the JSON without white space, with members in the order of their names: a plan may be formatted. */
function checksumOf(document: object): string {
  return createHash("sha256").update(JSON.stringify(document, sortedMembers)).digest("hex");
}

/** For `JSON.stringify`. */
function sortedMembers(_: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => compareStrings(one, other)))
    : value;
}

function otherFormat(path: string, format: string, content: unknown): UserError {
  const version = getString(asObject(content), "version");
  const creator = version === undefined ? "" : ` by tfprojects ${version}`;
  return new UserError(
    `The plan ${path} was saved${creator} in the format ${format}, but tfprojects ${VERSION} needs ${FORMAT}: ` +
      "a saved plan can be applied only by a version with the same format.",
    "Nothing was changed.",
    INVALID_PLAN,
  );
}
