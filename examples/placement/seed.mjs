// Writes the seed of an organization that has grown for years: 600 workspaces, all in the default project.
const teams = [
  ...["billing", "catalog", "checkout", "data", "identity", "mobile", "network"],
  ...["payments", "platform", "search", "security", "shipping", "web"],
];
const stages = ["dev", "test", "prod"];
const components = [
  ...["api", "app", "cache", "cdn", "cron", "db", "dns", "iam"],
  ...["jobs", "logs", "mail", "metrics", "queue", "storage", "vpc"],
];
const named = teams.flatMap((team) =>
  stages.flatMap((stage) => components.map((component) => `${team}-${stage}-${component}`)),
);
const others = components.map((component) => `poc-${component}`);
const seed = { organizations: [{ name: "acme", workspaces: [...named, ...others] }] };
process.stdout.write(`${JSON.stringify(seed)}\n`);
