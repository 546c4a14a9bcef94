import type { ProcessResult } from "../cli/command-line";
import { Acme } from "../support/acme";
import { AppFolder } from "../support/app-folder";
import { RUNS_ALL } from "../support/on-request";
import { describeWithTerraform } from "../support/terraform";
import { changeSettings, ownSettings, type OwnSettings } from "../support/project-settings";
import { fc, lengthFrom, SEED } from "../support/property";
import { anyTags, anyTagsInCode } from "../support/random-settings";
import { attachProvider } from "../support/tfprojects-provider";

/** TFPROJECTS_APPS tries more. */
const apps = lengthFrom("TFPROJECTS_APPS", RUNS_ALL ? 3 : 2);

/** The app: the code of one organization, which it reads from `code.json`. */
const APP = `
import { readFileSync } from "node:fs";
import { App, TerraformStack } from "cdktf";
import { Project, TfprojectsProvider, WorkspaceMembership } from "tfprojects";

const app = new App();
const stack = new TerraformStack(app, "acme");
new TfprojectsProvider(stack, "tfprojects");
for (const { id, workspaceNames, exclusive, ...config } of JSON.parse(readFileSync("code.json", "utf8"))) {
  const project = new Project(stack, id, config);
  if (workspaceNames.length > 0) {
    new WorkspaceMembership(stack, id + "-workspaces", {
      projectId: project.id,
      workspaceNames,
      exclusive,
      onDestroy: "retain",
    });
  }
}
app.synth();
`;

const CDKTF = { language: "typescript", app: "node --import tsx main.ts", projectId: "p", sendCrashReports: "false" };

interface CodeProject {
  /** Of the construct. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly autoDestroyActivityDuration?: string;
  readonly defaultExecutionMode?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly ignoreAdditionalTags?: true;
  readonly previousNames?: readonly string[];
  readonly deletionPolicy: "evacuate" | "retain";
  readonly adoptExisting: true;
  readonly workspaceNames: readonly string[];
  readonly exclusive: boolean;
}

/** An organization as someone made it, and its code, first as it was written and then as it was changed. */
interface Story {
  readonly organization: {
    readonly name: "acme";
    readonly projects: readonly {
      readonly name: string;
      readonly description?: string;
      readonly autoDestroyActivityDuration?: string;
      readonly workspaces: readonly string[];
    }[];
    readonly workspaces: readonly string[];
  };
  /** Only full documents say of every project which mode it has; others where a client has sent one. */
  readonly documents: "full" | "documented";
  /** Beside what a seed says, of the projects that it has, by name. */
  readonly settings: Readonly<Record<string, Partial<OwnSettings>>>;
  readonly first: readonly CodeProject[];
  readonly second: readonly CodeProject[];
  /** Whether the code is the whole truth, so that what leaves it is deleted. */
  readonly prune: boolean;
}

const WORKSPACES = Array.from({ length: 12 }, (_, index) => `workspace-${index}`);
const FOUND = ["Platform", "Checkout", "Search", "Sandbox", "Data Science"];
const OWN = ["Payments", "Edge", "Mobile", "checkout", "PLATFORM"];
const NEW = ["Core", "Web", "Growth", "Labs", "Tools"];

const attributes = fc.record({
  description: fc.constantFrom(undefined, "what the team runs", 'with "quotes", $${dollars} and %%{percents}'),
  autoDestroyActivityDuration: fc.constantFrom(undefined, "14d", "36h"),
});
/** Without agent pools: their ids are not the same in two organizations. */
const mode = fc.constantFrom(undefined, "remote", "local");
const inCode = fc
  .tuple(attributes, mode, anyTagsInCode)
  .map(([attributes, defaultExecutionMode, tags]) => ({ ...attributes, defaultExecutionMode, ...tags }));
const settings: fc.Arbitrary<Partial<OwnSettings>> = fc
  .tuple(mode, anyTags)
  .map(([mode, tags]) => ({ ...(mode === undefined ? {} : { mode }), tags }));
const homes = fc.array(fc.nat(6), { minLength: WORKSPACES.length, maxLength: WORKSPACES.length });
const five = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(arbitrary, { minLength: 5, maxLength: 5 });

/** Those workspaces whose home is the place of this number. */
const at = (places: readonly number[], place: number): string[] =>
  WORKSPACES.filter((_, index) => places[index] === place);

const story: fc.Arbitrary<Story> = fc
  .record({
    prune: fc.boolean(),
    documents: fc.constantFrom("full" as const, "documented" as const),
    found: fc.subarray(FOUND, { minLength: 1 }),
    foundAttributes: five(attributes),
    foundSettings: five(settings),
    foundHomes: homes,
    written: fc.shuffledSubarray([...FOUND, ...OWN], { minLength: 2, maxLength: 5 }),
    writtenAttributes: five(inCode),
    writtenHomes: homes,
    renamesFound: five(fc.boolean()),
    exclusive: five(fc.boolean()),
    fate: five(fc.constantFrom("stays", "stays", "is renamed", "leaves")),
    laterAttributes: five(inCode),
    laterHomes: homes,
    added: fc.boolean(),
  })
  .map((it) => {
    const written = it.written.filter(
      (name, index) => it.written.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
    );
    const isWritten = (name: string): boolean => written.some((other) => other.toLowerCase() === name.toLowerCase());
    // A name of the organization that is not in the code may be what a project of the code was called.
    const former = it.found.filter((name) => !isWritten(name));
    const formerNames = written.map((name, index) =>
      it.renamesFound[index]! && !it.found.some((other) => other.toLowerCase() === name.toLowerCase())
        ? former.splice(0, 1)
        : [],
    );
    // What is neither in the code nor a former name is not there where the code is the whole truth: pruning would
    // delete it at once.
    const found = it.prune ? it.found.filter((name) => !former.includes(name)) : it.found;
    const first = written.map((name, index): CodeProject => {
      return {
        id: `project-${index}`,
        name,
        ...it.writtenAttributes[index]!,
        previousNames: formerNames[index]!,
        deletionPolicy: it.prune ? "evacuate" : "retain",
        adoptExisting: true,
        workspaceNames: at(it.writtenHomes, index),
        exclusive: it.exclusive[index]!,
      };
    });
    const second = first.flatMap((project, index): CodeProject[] => {
      if (it.fate[index] === "leaves") return [];
      const later = {
        ...project,
        tags: undefined,
        ignoreAdditionalTags: undefined,
        ...it.laterAttributes[index]!,
        workspaceNames: at(it.laterHomes, index),
      };
      return it.fate[index] === "is renamed"
        ? [{ ...later, name: NEW[index]!, previousNames: [project.name, ...formerNames[index]!] }]
        : [later];
    });
    const another = {
      ...first[0]!,
      id: "another",
      name: "Another",
      previousNames: [],
      workspaceNames: at(it.laterHomes, 5),
    };
    return {
      organization: {
        name: "acme",
        projects: found.map((name, index) => ({
          name,
          ...it.foundAttributes[index]!,
          workspaces: at(it.foundHomes, index),
        })),
        workspaces: WORKSPACES.filter((_, index) => it.foundHomes[index]! >= found.length),
      },
      settings: Object.fromEntries(found.map((name, index) => [name, it.foundSettings[index]!])),
      first,
      second: it.added ? [...second, another] : second,
      prune: it.prune,
      documents: it.documents,
    };
  });

/** What matters of an organization: its projects by name, and what is in them. */
async function content(acme: Acme): Promise<object> {
  const { projects } = acme.emulator.state().organizations[0]!;
  const all = projects.map(async ({ id, name, description, autoDestroyActivityDuration, workspaces }) => {
    const settings = await ownSettings(acme.emulator, id);
    const names = workspaces.map((it) => it.name).sort();
    return { name, description, autoDestroyActivityDuration, ...settings, workspaces: names };
  });
  return (await Promise.all(all)).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The organization on an emulator of its own. */
async function start({ organization, settings, documents }: Story): Promise<Acme> {
  const acme = await Acme.start({ seed: { organizations: [organization] }, documents });
  for (const [name, change] of Object.entries(settings)) {
    await changeSettings(acme.emulator, acme.project(name)!.id, change);
  }
  return acme;
}

function succeeded({ status, stdout, stderr }: ProcessResult): void {
  if (status !== 0) throw new Error(`It ended with status ${String(status)}:\n${stdout}${stderr}`);
}

describeWithTerraform("an app that is deployed with Terraform, and applied with the engine", () => {
  test(`gives the same organization, also after the code has changed (TFPROJECTS_SEED=${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(story, async (story) => {
        const { first, second, prune } = story;
        const folder = new AppFolder().write("cdktf.json", CDKTF).write("main.ts", APP);
        const withTerraform = await start(story);
        const withEngine = await start(story);
        const provider = await attachProvider();
        // Terraform reads each project that it manages; the engine does where it is told to.
        const options = prune ? ["--prune", "--evacuate", "--max-deletes=99"] : [];
        try {
          for (const code of [first, second]) {
            folder.write("code.json", code);
            await folder.deploy(withTerraform, "acme", provider);
            succeeded(await folder.tfprojects(withEngine, "apply", "--auto-approve", "--no-synth", ...options));
            expect(await content(withEngine)).toEqual(await content(withTerraform));
            // The engine finds nothing to do in what Terraform made.
            succeeded(await folder.tfprojects(withTerraform, "plan", "--detailed-exitcode", "--no-synth", ...options));
          }
        } finally {
          await provider.stop();
          await withTerraform.stop();
          await withEngine.stop();
          folder.remove();
        }
      }),
      // Each takes seconds; a counterexample is not made smaller.
      { numRuns: apps, endOnFailure: true },
    );
  });
});
