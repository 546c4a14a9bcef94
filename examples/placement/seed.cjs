// The seed of an organization that has grown for years: 900 workspaces, all in the default project.
const components = [
  ...["api", "app", "cache", "cdn", "cron", "db", "dns", "iam"],
  ...["jobs", "logs", "mail", "metrics", "queue", "storage", "vpc"],
];
const stages = ["dev", "test", "prod"];

/** Teams that have named their workspaces in the same way all the time. */
const regular = [
  "billing",
  "catalog",
  "checkout",
  "data",
  "identity",
  "mobile",
  "platform",
  "search",
  "shipping",
].flatMap((team) => stages.flatMap((stage) => components.map((component) => `${team}-${stage}-${component}`)));

/** Teams that have not: an older prefix, underscores, capitals, numbers. */
const irregular = components.flatMap((component) => [
  `pay_${component}_prod`,
  ...stages.flatMap((stage, index) => [
    ...[`pay-${stage}-${component}`, `PMT-${stage}-${component}`],
    ...[`net-${stage}-${component}-${index + 1}`, `network_${stage}_${component}`],
    ...[`web-${component}-${stage}`, `website-${component}-${stage}`],
    `sec-${stage}_${component}`,
  ]),
]);

/** Workspaces that only a tag assigns to a team. */
const tagged = [
  ...components.map((component) => ({ name: `fraud-${component}`, tags: { team: "payments" } })),
  ...components.map((component) => ({ name: `ledger-${component}`, tags: { team: "payments" } })),
  ...components.slice(0, 10).map((component) => ({ name: `vpn${component}`, tags: { team: "network" } })),
];

/** What nobody knows. */
const unknown = [
  ...Array.from({ length: 27 }, (_, index) => `legacy-app-${String(index).padStart(2, "0")}`),
  ...Array.from({ length: 98 }, (_, index) => `poc${index + 1}`),
];

const workspaces = [...regular, ...irregular, ...tagged, ...unknown];

module.exports = { organizations: [{ name: "acme", workspaces }] };
