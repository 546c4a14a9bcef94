import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

/*
 * Terraform shows the errors of every resource, each with six lines around it. It also prints what it has planned for
 * the others, so a resource without an error must not be planned as if nothing were wrong.
 */

const COUNT = 50;
/** Of an error without details: what Terraform itself writes. */
const LINES_PER_ERROR = 7;
/** Lines of the details, and of what is beside the errors. */
const EXPLANATION = 10;

let deployment: Deployment;
beforeEach(async () => {
  deployment = await Deployment.start();
  for (let index = 0; index < COUNT; index += 1) deployment.acme.addWorkspace(`workspace-${index}`);
});
afterEach(() => deployment.stop());

/** Projects with a membership each, and what each of them sets in addition. */
function code(more = ""): string {
  return Array.from(
    { length: COUNT },
    (_, index) => `
resource "tfprojects_project" "p${index}" {
  name = "Project ${index}"
  ${more}
}
resource "tfprojects_workspace_membership" "m${index}" {
  project_id      = tfprojects_project.p${index}.id
  workspace_names = ["workspace-${index}"]
  ${more}
}
`,
  ).join("");
}

interface Errors {
  readonly status: number | null;
  /** The summaries of all errors. */
  readonly errors: readonly string[];
  /** Everything that was printed. */
  readonly lines: number;
  readonly text: string;
}

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Errors> {
  const { status, stdout, stderr } = await deployment.terraform.run(args, { env });
  const all = `${stdout}\n${stderr}`.trim().split("\n");
  const errors = all.flatMap((line) => /^(?:│ )?Error: (.*)$/.exec(line)?.[1] ?? []);
  return { status, errors, lines: all.length, text: unwrapped(stderr) };
}

const WITHOUT_ORGANIZATION = { TFE_ORGANIZATION: "" };

describeWithTerraform("50 projects with memberships", () => {
  test("in an organization that does not exist, set on each resource, have one with an explanation, and short ones", async () => {
    await deployment.code(code('organization = "acmee"')).init();
    const { status, errors, lines, text } = await run(["plan", "-input=false"]);
    expect(status).toBe(1);
    expect(errors).toHaveLength(COUNT);
    expect(text.split(/"acmee" does not exist at http:\S+, or the token is not authorized to read it/)).toHaveLength(2);
    expect(lines).toBeLessThanOrEqual(LINES_PER_ERROR * COUNT + EXPLANATION);
  });

  test("in an organization that was deleted since the last apply have one error, and the state is unchanged", async () => {
    await deployment.code(code('organization = "acme"')).init();
    await deployment.apply();
    const state = deployment.terraform.stateText();
    deployment.acme.emulator.faults.add({ path: /^\/api\/v2\//, status: 404, times: Infinity });
    const { status, errors, lines } = await run(["plan", "-input=false"], WITHOUT_ORGANIZATION);
    expect({ status, errors: errors.length }).toEqual({ status: 1, errors: 1 });
    expect(lines).toBeLessThan(COUNT * 3);
    expect(deployment.terraform.stateText()).toBe(state);
  });

  test("that are applied without the organization of their plan have one short error each", async () => {
    await deployment.code(code()).init();
    expect(await deployment.plan("-out=plan")).toMatchObject({ status: 0 });
    const { status, errors } = await run(["apply", "-input=false", "plan"], WITHOUT_ORGANIZATION);
    expect({ status, errors: new Set(errors) }).toEqual({
      status: 1,
      errors: new Set(["No organization configured", "No organization configured: see the other error"]),
    });
    expect(deployment.acme.world).toEqual({ "Default Project": expect.anything() as unknown });
  });
});
