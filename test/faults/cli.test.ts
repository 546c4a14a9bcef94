import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine } from "../cli/command-line";
import { terraformJson } from "../support/terraform-json";
import { engineProblems, type Apply } from "./engine-case";
import type { CaseFault } from "./fault-kinds";
import { engineOptions } from "./programs";
import { WORKLOADS } from "./workloads";

let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

/** The expected exit status, the workload and the fault. The command line uses its own retries and limits here. */
const CASES: readonly (readonly [number, string, string, CaseFault])[] = [
  [0, "create", "the first creation fails once", { method: "POST", status: 500, skip: 0, times: 1 }],
  [0, "create", "the response to a creation is lost", { method: "POST", drop: "after", skip: 0, times: 1 }],
  [
    0,
    "evacuate and delete",
    "the response to a deletion is lost",
    { method: "DELETE", drop: "after", skip: 0, times: 1 },
  ],
  [1, "create", "the token is refused", { status: 401, skip: 0, times: Infinity }],
  [1, "rename", "every response is a page of HTML", { status: 200, body: "<html>", skip: 0, times: Infinity }],
  [1, "move", "everything is answered with 404", { status: 404, skip: 0, times: Infinity }],
  [3, "create", "the second creation is forbidden", { method: "POST", status: 403, skip: 1, times: Infinity }],
];

test.each(CASES)(
  'exits with %i when in "%s" %s, reports the truth, and the next run completes the work',
  async (...of) => {
    const [status, name, , fault] = of;
    const statuses: number[] = [];
    const apply: Apply = async (organization, workload) => {
      const folder = join(cli.folder, "code");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "main.tf.json"), JSON.stringify(terraformJson({ resources: workload.code })));
      const { address, token } = organization.emulator;
      const env = { TFE_ADDRESS: address, TFE_TOKEN: token, TFE_ORGANIZATION: "acme" };
      const ended = await cli.launch(["apply", "code", "--auto-approve", ...engineOptions(workload)], env);
      statuses.push(ended.status ?? -1);
      return { status: ended.status ?? -1, text: ended.stdout + ended.stderr };
    };
    expect(
      await engineProblems(
        WORKLOADS.find((one) => one.name === name)!,
        fault,
        { apply },
      ),
    ).toEqual([]);
    expect(statuses).toEqual([status, 0]);
  },
);
