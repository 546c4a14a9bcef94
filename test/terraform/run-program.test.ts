import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { endOf, outputOf, unframed } from "../../src/terraform/run-program";

const cwd = realpathSync(tmpdir());
const run = (script: string, options: object = {}) =>
  outputOf(process.execPath, ["-e", script], { cwd, env: process.env, ...options });

test("what a program prints is collected, with how it ended", async () => {
  const output = await run("console.log(process.cwd()); console.error('why'); process.exitCode = 3");
  expect(output).toEqual({ status: 3, signal: null, stdout: `${cwd}\n`, stderr: "why\n" });
});

test("letters that are cut by the pipe are whole", async () => {
  const { stdout } = await run("process.stdout.write('ä'.repeat(200_000))");
  expect(stdout).toBe("ä".repeat(200_000));
});

test("a program that does not end in time is killed", async () => {
  expect(await run("setInterval(() => {}, 1000)", { timeoutMs: 200 })).toMatchObject({
    status: null,
    signal: "SIGKILL",
  });
});

test("of a program that prints more than the limit, the rest is ignored", async () => {
  const { status, stdout } = await run("process.stdout.write('x'.repeat(5_000_000))", { maxOutput: 100_000 });
  expect(status).toBe(0);
  expect(stdout.length).toBeLessThan(1_000_000);
});

test("a program that cannot be started is an error", async () => {
  await expect(outputOf("no-such-program", [], { cwd, env: process.env })).rejects.toThrow("ENOENT");
  await expect(endOf(spawn("no-such-program"))).rejects.toThrow("ENOENT");
});

test("errors of Terraform are without their frame", () => {
  expect(unframed("\u001B[31m╷\n│ Error: No state\n│ \n│ There is none.\n╵\u001B[0m\n")).toEqual([
    "Error: No state",
    "There is none.",
  ]);
});
