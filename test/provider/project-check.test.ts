import { Diagnostics } from "../../src/plugin";
import { checkProject } from "../../src/provider/project-check";
import { DESTROY_HINT } from "../../src/provider/diagnostics";
import { Acme } from "../support/acme";
import { error } from "./context";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

async function checked(id: string) {
  const diagnostics = new Diagnostics();
  return { isFound: await checkProject(acme.view(), id, diagnostics), errors: diagnostics.entries };
}

test("a project of the organization is found", async () => {
  expect(await checked(acme.addProject("Own"))).toEqual({ isFound: true, errors: [] });
});

test("one that exists nowhere is an error", async () => {
  const detail = 'The organization "acme" has no project prj-none, or the token is not authorized to read it.';
  expect(await checked("prj-none")).toEqual({
    isFound: false,
    errors: [error("Project not found", detail + DESTROY_HINT, "project_id")],
  });
});

test("one of another organization is an error that names it", async () => {
  acme.emulator.organizations.create({ name: "globex" });
  const { id } = acme.emulator.projects.create({ organization: "globex", name: "Other" });
  const detail =
    `Project "Other" (${id}) belongs to the organization "globex", and not to "acme". To use it, set \`organization\` ` +
    'to "globex".';
  expect(await checked(id)).toEqual({
    isFound: false,
    errors: [error("Project not found", detail + DESTROY_HINT, "project_id")],
  });
});
