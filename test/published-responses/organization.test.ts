import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerResponse } from "node:http";
import { listDocument, ScriptedService, TOKEN } from "../api/scripted-service";
import type { ReceivedRequest } from "../api/scripted-service";
import { CommandLine } from "../cli/command-line";
import { synthesizeFiles } from "../import/run-generated";
import type { RecordedResource } from "./recording";
import { recording, resourceOf } from "./recording";

let cli: CommandLine;
let service: ScriptedService;
beforeAll(async () => {
  cli = CommandLine.build();
  service = await ScriptedService.start();
  service.script(respond);
});
afterAll(async () => {
  await service.stop();
  cli.remove();
});

const ORGANIZATION = "acme";
const PROJECT = "prj-4eHUdoALCb13ziAE";
const DEFAULT_PROJECT = "prj-aFNEhBgC2TTTzt86";

/**
 * A recorded resource as one of the organization: the IDs and names in which recordings of several organizations differ
 * are replaced, and nothing else.
 */
function recorded(name: string, replaced: Readonly<Record<string, string>>): RecordedResource {
  let text = JSON.stringify(resourceOf(recording(name)));
  for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(`"${from}"`, `"${to}"`);
  return JSON.parse(text) as RecordedResource;
}

const defaultProject = recorded("project-show-2025", {
  "acme-10": ORGANIZATION,
  [PROJECT]: DEFAULT_PROJECT,
  "Project 1": "Default Project",
});
const project = recorded("project-show-2025", { "acme-10": ORGANIZATION });

/** All that is read of the organization, by path; each resource is a recorded one. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  [`/organizations/${ORGANIZATION}`]: { data: recorded("organization-2023", { "acme-7": ORGANIZATION }) },
  [`/organizations/${ORGANIZATION}/projects`]: listDocument([defaultProject, project]),
  [`/organizations/${ORGANIZATION}/workspaces`]: listDocument([
    recorded("workspace-2023", { "acme-8": ORGANIZATION, "prj-5LNZcwMBANZZ16Mt": DEFAULT_PROJECT }),
    recorded("workspace-create-untagged", { "acme-9": ORGANIZATION, "prj-1gDsLFnGDc9AzeHW": PROJECT }),
  ]),
  [`/projects/${PROJECT}`]: { data: project },
};

function respond(response: ServerResponse, { path }: ReceivedRequest): void {
  const document = DOCUMENTS[path.replace("/api/v2", "").replace(/\?.*/, "")];
  const missing = recording("error-404").response;
  response.writeHead(document === undefined ? missing.status : 200, { "content-type": "application/vnd.api+json" });
  response.end(JSON.stringify(document ?? missing.body));
}

const run = (...args: string[]) =>
  cli.run(args, { TFE_ADDRESS: service.address, TFE_TOKEN: TOKEN, TFE_ORGANIZATION: ORGANIZATION });

/** The code that import writes. */
async function importedInto(folder: string): Promise<string> {
  const { status, stdout, stderr } = await run("import", "--out", folder);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`8 files to ${folder}: 1 project and 1 workspace of acme.`);
  return readFileSync(join(cli.folder, folder, "organization.ts"), "utf8");
}

test("import writes the code of an organization that is made of recorded responses", async () => {
  const code = await importedInto("imported");
  expect(code).toContain('name: "Project 1"');
  expect(code).toContain('workspaceNames: ["workspace-8"]');
});

test("the imported code has no drift, and a change of it has", async () => {
  await importedInto("code");
  const folder = join(cli.folder, "code");
  const files = readdirSync(folder).map((path) => ({ path, content: readFileSync(join(folder, path), "utf8") }));
  const [stack] = synthesizeFiles(files);
  const content = JSON.stringify(stack?.files[0]?.content);
  const synthesized = join(cli.folder, "synthesized");
  mkdirSync(synthesized);

  writeFileSync(join(synthesized, "cdk.tf.json"), content);
  const drift = await run("drift", "synthesized");
  expect([drift.status, drift.stderr]).toEqual([0, ""]);
  expect(drift.stdout).toContain("No drift.");

  writeFileSync(join(synthesized, "cdk.tf.json"), content.replace('"workspace-8"', '"workspace-7"'));
  const other = await run("drift", "synthesized");
  expect([other.status, other.stdout]).toEqual([2, expect.stringContaining("in Default Project: workspace-7")]);
});
