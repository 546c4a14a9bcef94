/*
 * What Terraform and OpenTofu ask of a provider, version by version, as it was observed with the provider in each of
 * them: the calls of each launch in their order, for one project. A change of the provider is tried with all of them by
 * replaying the calls, see replay.ts.
 */

/** A call, by its name in the protocol. `PlanDelete` is `PlanResourceChange` without a new state. */
export type Call =
  | "GetProviderSchema"
  | "GetResourceIdentitySchemas"
  | "ValidateProviderConfig"
  | "ConfigureProvider"
  | "ValidateResourceConfig"
  | "UpgradeResourceState"
  | "UpgradeResourceIdentity"
  | "MoveResourceState"
  | "ReadResource"
  | "PlanResourceChange"
  | "PlanDelete"
  | "ApplyResourceChange"
  | "ImportResourceState"
  | "ValidateListResourceConfig"
  | "ListResource"
  | "GetFunctions"
  | "StopProvider";

/** The calls of one launch, in their order. */
type Launch = readonly Call[];

/** The launches of one command, in their order. */
export type Command = readonly Launch[];

export interface Host {
  readonly name: string;
  /** Minor version of protocol 6. */
  readonly protocol: number;
  /** Capabilities that the client sends, by their numbers in `ClientCapabilities`. */
  readonly capabilities: readonly number[];
  /** Whether it stores identities. */
  readonly hasIdentities: boolean;
  /** Whether it stores the private data of a plan until the second plan. */
  readonly storesPlannedPrivate: boolean;
  /** How it calls `hashicorp/tfe` in a move; undefined if it cannot move between types. */
  readonly tfe: string | undefined;
  readonly commands: Readonly<Record<CommandName, Command | undefined>>;
}

/** Commands in the order in which they are replayed, each with the state that the one before has left. */
export const COMMANDS = [
  "create",
  "update",
  "unchanged",
  "import",
  "importByIdentity",
  "move",
  "query",
  "function",
  "destroy",
] as const;
export type CommandName = (typeof COMMANDS)[number];

const configure: Launch = ["ValidateProviderConfig", "ConfigureProvider"];
const validate: Launch = ["ValidateProviderConfig", "ValidateResourceConfig"];

/** `plan` and `apply` of the plan file, `terraform query`, and calls of a function. */
function commands(schema: Launch, { query = false, functions = false, identity = false, move = false } = {}) {
  const plan = (...calls: Launch): Command => [schema, validate, [...configure, ...calls]];
  const change: Launch = ["ValidateResourceConfig", "PlanResourceChange"];
  const create = plan(...change);
  const known = plan("UpgradeResourceState", "ReadResource", ...change);
  const imported = plan("ImportResourceState", "ReadResource", ...change);
  return {
    create: [...create, schema, [...configure, ...change, "ApplyResourceChange"]],
    update: [...known, schema, [...configure, "UpgradeResourceState", ...change, "ApplyResourceChange"]],
    unchanged: known,
    import: imported,
    importByIdentity: identity ? imported : undefined,
    // Terraform moves in a launch of its own; OpenTofu where it would upgrade the state.
    move: !move
      ? undefined
      : functions
        ? plan("MoveResourceState", "ReadResource", ...change)
        : [schema, validate, ["MoveResourceState"], [...configure, "UpgradeResourceState", "ReadResource", ...change]],
    query: query ? [schema, ["ValidateListResourceConfig"], [...configure, "ListResource"]] : undefined,
    function: functions ? [[...schema, "GetFunctions"]] : undefined,
    destroy: [
      ...known,
      [...configure, "UpgradeResourceState", "PlanDelete"],
      [...configure, "UpgradeResourceState", "ApplyResourceChange"],
      ["StopProvider"],
    ],
  } as const satisfies Host["commands"];
}

const SCHEMA: Launch = ["GetProviderSchema"];
const WITH_IDENTITY: Launch = ["GetProviderSchema", "GetResourceIdentitySchemas"];

const terraform: Omit<Host, "name" | "protocol" | "commands"> = {
  capabilities: [2],
  hasIdentities: true,
  storesPlannedPrivate: false,
  tfe: "registry.terraform.io/hashicorp/tfe",
};
const tofu: Omit<Host, "name" | "protocol" | "commands"> = {
  capabilities: [],
  hasIdentities: false,
  storesPlannedPrivate: false,
  tfe: "tfe",
};

export const HOSTS: readonly Host[] = [
  {
    ...terraform,
    name: "Terraform 1.11",
    protocol: 8,
    hasIdentities: false,
    commands: commands(SCHEMA, { move: true }),
  },
  {
    ...terraform,
    name: "Terraform 1.12",
    protocol: 9,
    commands: commands(WITH_IDENTITY, { move: true, identity: true }),
  },
  {
    ...terraform,
    name: "Terraform 1.14",
    protocol: 10,
    commands: commands(WITH_IDENTITY, { move: true, identity: true, query: true }),
  },
  {
    ...terraform,
    name: "Terraform 1.16",
    protocol: 11,
    capabilities: [2, 3, 4],
    storesPlannedPrivate: true,
    commands: commands(WITH_IDENTITY, { move: true, identity: true, query: true }),
  },
  {
    ...tofu,
    name: "OpenTofu 1.8",
    protocol: 5,
    tfe: undefined,
    commands: commands(SCHEMA, { functions: true }),
  },
  {
    ...tofu,
    name: "OpenTofu 1.10",
    protocol: 9,
    commands: commands(SCHEMA, { functions: true, move: true }),
  },
  {
    ...tofu,
    name: "OpenTofu 1.12",
    protocol: 10,
    capabilities: [2],
    hasIdentities: true,
    tfe: "registry.opentofu.org/hashicorp/tfe",
    commands: commands(WITH_IDENTITY, { functions: true, move: true, identity: true }),
  },
];
