import { observeOrganization } from "../../src/engine/live/observe";
import { makePlan } from "../../src/engine/plan/plan";
import { readModules } from "../../src/engine/source/read-modules";
import { writeApp } from "../../src/import/app";
import { IMPORTED_KINDS, readAssigned } from "../../src/import/assignments";
import { describeImport } from "../../src/import/imported";
import { readSelectedProjects } from "../../src/import/select-projects";
import { parseQuoted, parseTemplate } from "../../src/terraform/template";
import { reference, type Block } from "../in-process-terraform";
import { anyAssigned } from "../import/organizations";
import { populate } from "../import/populate";
import { synthesizeFiles } from "../import/run-generated";
import { configurationFor, expectNoChanges, inProcessTerraform } from "../provider/in-process";
import { Acme } from "../support/acme";
import { casesOf, fc } from "../support/property";

/*
 * Random organizations with team access, variable sets and policy sets: what is imported of them has an empty plan with
 * the engine, and with Terraform after its imports.
 */

/** The synthesized app of an imported organization. */
async function importApp(acme: Acme) {
  const view = acme.view();
  const selection = {
    ...{ projects: [], exclude: [], includeDefault: true, skipDurations: false },
    ...{ exclusive: false, rules: false },
  };
  const { organization, projects } = await readSelectedProjects(view, selection, () => undefined);
  const assignments = await readAssigned(view, IMPORTED_KINDS, projects, "--with");
  const names = { includeDefault: "--include-default", with: "--with", constructIds: new Map<string, string>() };
  const imported = describeImport({ ...organization, assignments }, projects, {
    ...names,
    exclusive: false,
    rules: false,
  });
  return synthesizeFiles(writeApp(imported, { imports: true, framework: "cdktf", requirement: "^1.0.0" }));
}

interface TerraformJson {
  readonly resource: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly import?: readonly { readonly to: string; readonly id: string }[];
}

/** Resources as they are in process, by address. */
function resourcesIn({ resource }: TerraformJson): Record<string, Block> {
  return Object.fromEntries(
    Object.entries(resource).flatMap(([type, named]) =>
      Object.entries(named).map(([name, body]) => [`${type}.${name}`, evaluated(body) as Block]),
    ),
  );
}

function evaluated(value: unknown): unknown {
  if (typeof value === "string") {
    const [, type, name, attribute] = /^\$\{(\w+)\.([\w-]+)\.(\w+)\}$/.exec(value) ?? [];
    return attribute === undefined ? text(value) : reference(`${type}.${name}`, attribute);
  }
  if (Array.isArray(value)) return value.map(evaluated);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "//")
      .map(([name, it]) => [name, evaluated(it)]),
  );
}

/** What Terraform makes of a text whose expressions are texts. */
function text(template: string): string {
  const parts = parseTemplate(template).map((it) => (it.kind === "text" ? it.text : parseQuoted(it.expression)));
  return parts.join("");
}

test("a random organization is imported with access and sets, and then neither the engine nor Terraform plans changes", async () => {
  let assigned = 0;
  await fc.assert(
    fc.asyncProperty(anyAssigned, async (organization) => {
      const acme = await Acme.start();
      try {
        await populate(acme, organization);
        const stacks = await importApp(acme);
        const [desired] = readModules(stacks, undefined).organizations;
        const { actions, errors, warnings } = makePlan(desired!, await observeOrganization(acme.view(), desired!));
        expect({ actions, errors, warnings }).toEqual({ actions: [], errors: [], warnings: [] });

        const content = stacks[0]!.files[0]!.content as TerraformJson;
        const configuration = configurationFor(acme, resourcesIn(content));
        const terraform = inProcessTerraform();
        for (const { to, id } of content.import ?? []) {
          if (!/^tfprojects_(project|workspace_membership)\./.test(to)) assigned += 1;
          expect(await terraform.import(configuration, to, text(id))).toMatchObject({ ok: true });
        }
        await expectNoChanges(terraform, configuration);
        expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
      } finally {
        await acme.stop();
      }
    }),
    // Each takes a second: Terraform imports every resource by itself.
    { numRuns: casesOf(10) },
  );
  expect(assigned).toBeGreaterThan(0);
});
