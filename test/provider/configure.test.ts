import { VERSION } from "../../src/version";
import { UNKNOWN } from "../../src/plugin";
import { tfprojectsProvider } from "../../src/provider/provider";
import { Acme } from "../support/acme";
import { contextOf, error, errorsOf } from "./context";

let acme: Acme;
let before: NodeJS.ProcessEnv;
beforeEach(async () => {
  acme = await Acme.start();
  before = process.env;
  process.env = { ...before };
});
afterEach(async () => {
  process.env = before;
  await acme.stop();
});

const UNSET = Object.fromEntries(Object.keys(tfprojectsProvider.schema.attributes).map((name) => [name, null]));

function configured(config: object = {}) {
  const { address, token } = acme.emulator;
  return tfprojectsProvider.configure({ ...UNSET, address, token, ...config } as never, {
    ...contextOf(acme),
    terraformVersion: "1.11.0",
  });
}

test("the provider has all its resources, data sources and lists, under its own name", () => {
  const { name, version, resources, dataSources, listResources = [] } = tfprojectsProvider;
  expect([name, version]).toEqual(["tfprojects", VERSION]);
  expect([resources, dataSources, listResources].map((kind) => kind.map(({ type }) => type))).toEqual([
    [
      "tfprojects_project",
      "tfprojects_workspace_membership",
      "tfprojects_workspace_placement",
      "tfprojects_project_team_access",
      "tfprojects_project_variable_sets",
      "tfprojects_project_policy_sets",
    ],
    ["tfprojects_project", "tfprojects_projects", "tfprojects_run_task_stages"],
    ["tfprojects_project"],
  ]);
});

test("its organization is that of the code, or else of the environment", async () => {
  acme.emulator.organizations.create({ name: "other" });
  process.env["TFE_ORGANIZATION"] = "other";
  expect((await configured({ organization: "acme" })).defaultOrganization).toBe("acme");
  expect((await configured()).defaultOrganization).toBe("other");
  process.env["TFE_ORGANIZATION"] = "";
  process.env["TFC_RUN_ID"] = "run-1";
  acme.takeRequests();
  const none = await configured();
  expect([none.defaultOrganization, none.ownRunId]).toEqual([undefined, "run-1"]);
  expect(acme.takeRequests()).toEqual([]);
});

test("a rate limit is a number, however Terraform sends it", async () => {
  for (const requests_per_second of [30, 30n]) expect(await configured({ requests_per_second })).toBeDefined();
});

test("without a token it is an error of the configuration", async () => {
  process.env = { HOME: "/nowhere" };
  expect(await errorsOf(() => configured({ token: null }))).toMatchObject([
    { severity: "error", summary: "Invalid provider configuration", attribute: undefined },
  ]);
});

test.each(["address", "hostname", "token", "organization", "requests_per_second"])(
  "%s must be known before the apply",
  async (attribute) => {
    expect(await errorsOf(() => configured({ [attribute]: UNKNOWN }))).toEqual([
      error(
        "Unknown provider configuration",
        `The provider needs \`${attribute}\` to plan, and its value is known only after apply. Apply the source of the ` +
          "value first (`apply -target=…`), or set a static value.",
        attribute,
      ),
    ]);
  },
);

test.each([
  ["in the code", { organization: "nowhere" }, undefined, "the provider's `organization`", "organization"],
  ["in the environment", {}, "nowhere", "TFE_ORGANIZATION", undefined],
])("an organization %s that does not exist is an error there", async (_, config, inEnvironment, source, attribute) => {
  if (inEnvironment !== undefined) process.env["TFE_ORGANIZATION"] = inEnvironment;
  const { address } = acme.emulator;
  expect(await errorsOf(() => configured(config))).toEqual([
    error(
      'Cannot read the organization "nowhere"',
      `The organization "nowhere" does not exist at ${address}, or the token is not authorized to read it. Check the ` +
        `organization's name, the address, and the token's permissions.\n\nThe name is from ${source}.`,
      attribute,
    ),
  ]);
});

test("a token that the service rejects is an error of all resources, and one that is forbidden is not", async () => {
  expect(await errorsOf(() => configured({ organization: "acme", token: "wrong" }))).toEqual([
    error('Cannot read the organization "acme"', expect.not.stringContaining("The name is from") as string),
  ]);
  acme.emulator.faults.add({ path: /organizations\/acme$/, status: 403 });
  expect((await configured({ organization: "acme" })).defaultOrganization).toBe("acme");
});

test("its secrets are the token that is sent, and all tokens of the environment", async () => {
  Object.assign(process.env, {
    TFE_TOKEN: " one\n",
    TF_TOKEN_app_terraform_io: "two",
    TFE_TOKEN_FILE: "no",
    MY_TF_TOKEN_: "no",
  });
  const provider = await configured();
  const secrets = tfprojectsProvider.secrets!(provider);
  expect(secrets).toEqual(expect.arrayContaining([acme.emulator.token, "one", "two"]));
  expect(secrets).not.toContain("no");
});
