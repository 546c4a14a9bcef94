import { rmSync } from "node:fs";
import { join } from "node:path";
import { CliFixture } from "../cli-fixture";
import { CommandLine } from "../command-line";

/* Each error and each warning of a plan is reported once, in text as in JSON, however many places it is found in. */

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => {
  fixture = await CliFixture.create(cli, {
    seed: { organizations: [{ name: "acme" }, { name: "umbrella" }] },
  });
  const { acme } = fixture;
  const [net, web] = ["Net", "Web"].map((name) => acme.addProject(name));
  for (const name of ["api", "batch"]) acme.addWorkspace(name, net);
  acme.addWorkspace("front", web);
  const { id: teamId } = acme.emulator.teams.create({ organization: "acme", name: "ops" });
  acme.emulator.teams.grant({ teamId, projectId: net!, access: "read" });
  acme.emulator.variableSets.create({ organization: "acme", name: "aws", projectIds: [net!] });
  acme.emulator.variableSets.create({ organization: "acme", name: "everywhere", global: true });
});
afterEach(async () => {
  rmSync(join(cli.folder, "code"), { recursive: true, force: true });
  await fixture.dispose();
});

const P = "tfprojects_project";
const M = "tfprojects_workspace_membership";
const A = "tfprojects_project_team_access";
const V = "tfprojects_project_variable_sets";
const S = "tfprojects_project_policy_sets";
const R = "tfprojects_workspace_placement";
const idOf = (label: string): string => `\${${P}.${label}.id}`;
const nameOf = (label: string): string => `\${${P}.${label}.name}`;
const net = idOf("net");

type Resources = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Teams and sets that do not exist, that are named twice, or that cannot be assigned. */
const FAULTY_ASSIGNMENTS: Resources = {
  [P]: { net: { name: "Net" }, web: { name: "Web" } },
  [A]: {
    net: {
      project_id: net,
      team: [
        { name: "opps", access: "read" },
        { name: "owners", access: "read" },
      ],
    },
    one: { project_id: idOf("web"), team: [{ name: "ops", access: "read" }] },
    two: { project_id: idOf("web"), team: [{ name: "ops", access: "write" }], exclusive: true },
  },
  [V]: { net: { project_id: net, names: ["awz", "everywhere"] }, web: { project_id: idOf("web"), names: ["awz"] } },
  [S]: { net: { project_id: net, names: ["none"] } },
};

/** Workspaces that do not exist, or that two memberships have, and rules that reach nothing. */
const FAULTY_MEMBERS: Resources = {
  [P]: { net: { name: "Net" }, web: { name: "Web" } },
  [M]: {
    net: { project_id: net, workspace_names: ["api", "lost"], exclusive: true },
    web: { project_id: idOf("web"), workspace_names: ["api", "lost"] },
    other: { project_id: net, workspace_names: ["batch"] },
    unknown: { project_id: "prj-Nq7qFx1tTWgKYxvZ", workspace_names: ["front"] },
  },
  [R]: {
    it: {
      rule: [
        { project: nameOf("net"), match_names: ["fr*", "zzz-*"] },
        { project: nameOf("web"), match_names: ["front"] },
        { project: "Nowhere", match_names: ["x*"] },
      ],
    },
  },
};

/** What is only warned of. */
const WARNINGS: Resources = {
  [P]: { net: { name: "Net" }, web: { name: "Web", auto_destroy_activity_duration: "14d" } },
  [M]: {
    net: { project_id: net, workspace_names: ["api", "lost"], missing_workspaces: "warn" },
    web: { project_id: idOf("web"), workspace_names: ["batch"], exclusive: true },
  },
  [A]: { net: { project_id: net, team: [] } },
  [V]: { net: { project_id: net, names: [] } },
  [R]: {
    it: {
      take_from: "any",
      rule: [
        { project: nameOf("net"), match_names: ["fr*", "zzz-*"] },
        { project: nameOf("net"), match_names: ["front"] },
      ],
    },
  },
  tfe_workspace: { api: { name: "api", project_id: idOf("web"), organization: "acme" } },
};

function inState(type: string, name: string, attributes: object): object {
  const provider = 'provider["registry.terraform.io/tfprojects/tfprojects"]';
  return {
    mode: "managed",
    type,
    name,
    provider,
    instances: [{ attributes: { organization: "acme", ...attributes } }],
  };
}

/** A state with an older form of the code, with a project that is gone, and one that the code dropped. */
function writeState(folder: string): void {
  const id = fixture.acme.project("Net")!.id;
  const lost = "prj-Nq7qFx1tTWgKYxvZ";
  fixture.write(`${folder}/terraform.tfstate`, {
    version: 4,
    serial: 1,
    lineage: "3a1f",
    resources: [
      inState(P, "net", { id, name: "Net" }),
      inState(P, "web", { id: lost, name: "Web" }),
      inState(P, "dropped", { id: fixture.acme.project("Web")!.id, name: "Web" }),
      inState(M, "net", { project_id: id, workspace_ids: [], workspace_names: [] }),
      inState(A, "net", { id, project_id: id, team: [{ name: "ops", team_id: "team-gone", access: "read" }] }),
    ],
  });
}

const write = (folder: string, resource: Resources, organization?: string): void =>
  void fixture.write(`${folder}/cdk.tf.json`, {
    provider: { tfprojects: organization === undefined ? [{}] : [{ organization }] },
    resource,
  });

function writeStacks(of: Readonly<Record<string, readonly [Resources, string?]>>): void {
  const stacks = Object.keys(of).map((name) => [name, { synthesizedStackPath: `stacks/${name}/cdk.tf.json` }] as const);
  fixture.write("code/manifest.json", { stacks: Object.fromEntries(stacks) });
  for (const [name, [resource, organization]] of Object.entries(of))
    write(`code/stacks/${name}`, resource, organization);
}

const APPS: readonly (readonly [string, () => void])[] = [
  ["faulty assignments", () => write("code", FAULTY_ASSIGNMENTS)],
  [
    "faulty assignments, with a state",
    () => {
      write("code", FAULTY_ASSIGNMENTS);
      writeState("code");
    },
  ],
  [
    "access and sets that the token cannot read, with a state",
    () => {
      write("code", FAULTY_ASSIGNMENTS);
      writeState("code");
      for (const path of [/team-projects/, /varsets/, /policy-sets/]) {
        fixture.acme.emulator.faults.add({ method: "GET", path, status: 404, body: "{}", times: Infinity });
      }
    },
  ],
  ["faulty members", () => write("code", FAULTY_MEMBERS)],
  [
    "faulty members, with a state",
    () => {
      write("code", FAULTY_MEMBERS);
      writeState("code");
    },
  ],
  ["warnings", () => write("code", WARNINGS)],
  [
    "warnings, with a state",
    () => {
      write("code", WARNINGS);
      writeState("code");
    },
  ],
  [
    "two stacks with the same mistakes, one with a state",
    () => {
      writeStacks({ one: [FAULTY_ASSIGNMENTS], two: [FAULTY_MEMBERS] });
      writeState("code/stacks/one");
    },
  ],
  [
    "two organizations",
    () => writeStacks({ one: [FAULTY_ASSIGNMENTS, "acme"], two: [FAULTY_ASSIGNMENTS, "umbrella"] }),
  ],
  ["two organizations with warnings", () => writeStacks({ one: [WARNINGS, "acme"], two: [WARNINGS, "umbrella"] })],
];

interface Diagnostic {
  readonly code: string;
  readonly address?: string;
  readonly addresses?: readonly string[];
  readonly message: string;
}

interface Document {
  readonly organizations: readonly {
    readonly name: string;
    readonly errors: readonly Diagnostic[];
    readonly warnings: readonly Diagnostic[];
  }[];
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

describe.each(APPS)("%s", (_, writeApp) => {
  test("has each diagnostic once", async () => {
    writeApp();
    const { stdout } = await fixture.run("plan", "code", "--json");
    const { organizations } = JSON.parse(stdout) as Document;
    const found = organizations.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
    expect(found.length).toBeGreaterThan(0);
    for (const { errors, warnings } of organizations) {
      const keys = [...errors, ...warnings].map((it) => JSON.stringify([it.address, it.addresses, it.message]));
      expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
    }
    for (const args of [
      ["plan", "code"],
      ["apply", "code", "--auto-approve"],
    ]) {
      if (args[0] === "apply" && organizations.every(({ errors }) => errors.length === 0)) continue;
      const report = await fixture.run(...args);
      const shown = inOneLine(report.stdout + report.stderr);
      for (const message of new Set(found.map((it) => inOneLine(it.message)))) {
        const times = found.filter((it) => inOneLine(it.message) === message).length;
        expect([args[0], message, shown.split(message).length - 1]).toEqual([args[0], message, times]);
      }
    }
    expect(fixture.takeWrites()).toEqual([]);
  });
});
