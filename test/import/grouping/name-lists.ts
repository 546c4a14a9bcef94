import type { Workspace } from "../../../src/model";

/** A list of workspaces in a style that organizations publish, and the groups that its first reader would name. */
export interface NameList {
  readonly style: string;
  /** The way that gives the groups. */
  readonly way: string;
  readonly workspaces: readonly Workspace[];
  /** The names of each group, by the project. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Whether rules select exactly the groups. */
  readonly isRouted: boolean;
}

type Details = Pick<Workspace, "tags" | "repository">;

export function workspace(name: string, details: Details = { tags: [] }): Workspace {
  return { id: `ws-${name}`, name, projectId: "prj-default", organization: "acme", ...details };
}

/** Each of the first texts with each of the others. */
function combined(ones: readonly string[], others: readonly string[], join: (one: string, other: string) => string) {
  return ones.flatMap((one) => others.map((other) => join(one, other)));
}

function list(
  style: string,
  way: string,
  groups: NameList["groups"],
  left: readonly string[],
  { isRouted = true, detailsOf = (): Details => ({ tags: [] }) }: Partial<Options> = {},
): NameList {
  const names = [...Object.values(groups).flat(), ...left];
  return { style, way, workspaces: names.map((name) => workspace(name, detailsOf(name))), groups, isRouted };
}

interface Options {
  readonly isRouted: boolean;
  readonly detailsOf: (name: string) => Details;
}

const words = (text: string): readonly string[] => text.split(" ");

/** 20 teams. */
const TEAMS = words(
  "pay net web iam data crm erp search mobile billing catalog checkout shipping stock fraud ledger mail video chat " +
    "maps",
);
/** 45 components: each team has each of them. */
const COMPONENTS = words(
  "api app cache cdn cron db dns jobs logs queue vpc storage metrics alerts vault bucket lambda cluster nodes " +
    "ingress gateway proxy topic stream index worker batch backup secrets certs roles policies users groups budget " +
    "image registry pipeline runner builder tests docs site assets events",
);

/** How nine generations have named a workspace of a team. */
const GENERATIONS: readonly ((team: string, component: string, number: number) => string)[] = [
  (team, component) => `${team}-${component}-prod`,
  (team, component) => `prod-${team}-${component}`,
  (team, component) => `${team}${component.charAt(0).toUpperCase()}${component.slice(1)}`,
  (team, component) => `${team.toUpperCase()}_${component}`,
  (team, component, number) => `eu-dev-${team}-${component}-${number}`,
  (team, component, number) => `${team}${number}-${component}`,
  (team, component) => `stage_${team}_${component}`,
  (team, component) => `us-east-1-${team}-${component}`,
  (team, component) => `${team}-test-${component}`,
];

const irregular = Object.fromEntries(
  TEAMS.map((team, at) => [
    team,
    COMPONENTS.map((component, index) => {
      // Each team has put the component before its name once.
      if (index === at) return `${component}-${team}`;
      const generation = GENERATIONS[(at + index * 5) % GENERATIONS.length]!;
      return generation(team, component, index + 1);
    }),
  ]),
);

/** A service's workspaces by numbers, which say nothing. */
const numbered = (prefix: string, from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${from + index}`);

const inRepository = (owner: string, folder?: string): Details => ({ tags: [], repository: { owner, folder } });

const STAGES = words("dev test prod");

export const LISTS: readonly NameList[] = [
  list(
    "business unit, application, layer, environment",
    "word:1",
    {
      lending: combined(words("loans-web loans-db score-api"), STAGES, (it, stage) => `lending-${it}-${stage}`),
      retail: combined(words("shop-web shop-db pos-web"), STAGES, (it, stage) => `retail-${it}-${stage}`),
    },
    ["vault-prod", "dns"],
  ),
  list(
    "environment and region first",
    "word:1",
    {
      orders: combined(words("prod-euw1 prod-use1 dev-euw1"), words("api db"), (it, part) => `${it}-orders-${part}`),
      stock: combined(words("prod-euw1 prod-use1 dev-euw1"), words("api db"), (it, part) => `${it}-stock-${part}`),
    },
    ["prod-euw1", "dev-euw1-bastion"],
  ),
  list(
    "cloud first",
    "word:2",
    {
      payments: combined(words("aws azure gcp"), STAGES, (cloud, stage) => `${cloud}-payments-${stage}`),
      platform: combined(words("aws azure gcp"), STAGES, (cloud, stage) => `${cloud}-platform-${stage}`),
    },
    ["aws-root", "gcp-billing"],
  ),
  list(
    "kind of resource first, as for Azure",
    "word:2",
    {
      "hr-project": combined(
        words("rg kv vnet st"),
        words("prod-weu-001 dev-weu-001"),
        (kind, end) => `${kind}-hr-${end}`,
      ),
      sap: combined(words("rg kv vnet st"), words("prod-weu-001 dev-weu-001"), (kind, end) => `${kind}-sap-${end}`),
    },
    ["vnet-hub-prod-weu-001"],
  ),
  list(
    "camel case",
    "word:1",
    {
      cart: combined(words("Api Db Worker"), words("Dev Prod"), (part, stage) => `cart${part}${stage}`),
      search: combined(words("Api Index Worker"), words("Dev Prod"), (part, stage) => `search${part}${stage}`),
    },
    ["sandbox", "carPool"],
  ),
  list(
    "folders of Terragrunt",
    "word:1",
    {
      billing: combined(
        words("live_eu-west-1 stage_eu-west-1"),
        words("rds ecs s3"),
        (it, to) => `${it}_billing_${to}`,
      ),
      media: combined(words("live_eu-west-1 stage_eu-west-1"), words("rds ecs s3"), (it, to) => `${it}_media_${to}`),
    },
    ["live_global_iam"],
  ),
  list(
    "team at the end",
    "word:-1",
    {
      apollo: combined(words("eks rds cdn"), STAGES, (part, stage) => `${part}-${stage}-apollo`),
      zeus: combined(words("eks rds queue"), STAGES, (part, stage) => `${part}-${stage}-zeus`),
    },
    ["eks-shared"],
  ),
  list(
    "numbers of applications, and a tag",
    "tag:team",
    { risk: numbered("app-", 100, 7), treasury: numbered("app-", 200, 6) },
    ["app-900"],
    {
      detailsOf: (name) => {
        const team = { "1": "risk", "2": "treasury" }[name.charAt(4)];
        return { tags: team === undefined ? [] : [{ key: "team", value: team }] };
      },
    },
  ),
  list(
    "folders of one repository",
    "repository:folder",
    { data: numbered("stack-", 10, 6), edge: numbered("stack-", 20, 5) },
    ["stack-30"],
    {
      isRouted: false,
      detailsOf: (name) => inRepository("acme", { "1": "data", "2": "edge" }[name.charAt(6)]),
    },
  ),
  list(
    "groups of repositories",
    "repository:owner",
    {
      "acme-core": words("auth-prod auth-dev ledger-prod ledger-dev mail"),
      "acme-web": words("auth-web blog-prod blog-dev shop-prod shop-dev mail-web"),
    },
    ["poc"],
    {
      isRouted: false,
      detailsOf: (name) =>
        name === "poc" ? { tags: [] } : inRepository(/web|blog|shop/.test(name) ? "acme/web" : "acme/core"),
    },
  ),
  list("901 irregular names", "word:1", irregular, ["legacy"]),
];
