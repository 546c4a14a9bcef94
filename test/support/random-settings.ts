import type { ProjectSettings } from "../../src/model";
import { fc } from "./property";

type Execution = Pick<ProjectSettings, "defaultExecutionMode" | "defaultAgentPoolId">;

/** Ids of agent pools, as an organization has them that is not on an emulator. */
export const AGENT_POOLS = ["apool-east", "apool-west"] as const;

const inherited: Execution = { defaultExecutionMode: null, defaultAgentPoolId: null };

/** An execution mode and the agent pool that it needs, or neither. */
export const anyExecution: fc.Arbitrary<Execution> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(inherited) },
  {
    weight: 3,
    arbitrary: fc.constantFrom("remote", "local").map((mode) => ({ ...inherited, defaultExecutionMode: mode })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...AGENT_POOLS).map((pool) => {
      return { defaultExecutionMode: "agent", defaultAgentPoolId: pool };
    }),
  },
);

/** Few, so that projects and code share some; some look like numbers or have a meaning in JavaScript. */
const TAG_KEYS = ["env", "team", "cost-center", "a.b=c", "10", "2", "constructor"];
const TAG_VALUES = ["", "prod", "dev", "a-b", "x@y.z:1=+-_"];

/** Tags of a project, by key. */
export const anyTags: fc.Arbitrary<Record<string, string>> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...TAG_KEYS), fc.constantFrom(...TAG_VALUES)), {
    maxLength: 3,
    selector: ([key]) => key,
  })
  .map((tags) => Object.fromEntries(tags.sort(([one], [other]) => (one < other ? -1 : 1))));

/** The tags in code: those that it sets, alone or beside others, or undefined when it leaves all alone. */
export const anyTagsInCode: fc.Arbitrary<{
  readonly tags?: Record<string, string>;
  readonly ignoreAdditionalTags?: true;
}> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: anyTags.map((tags) => ({ tags })) },
  { weight: 2, arbitrary: anyTags.map((tags) => ({ tags, ignoreAdditionalTags: true as const })) },
);
