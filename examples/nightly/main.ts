import { writeFile } from "node:fs/promises";
import { Client } from "tfprojects/client";
import { defineOrganization, drift, EngineError, observe, render, type Drift } from "tfprojects/engine";
import { organizations } from "./organizations";

/** For the scheduler: 0 for no drift, 2 for drift, 1 if an organization could not be compared. */
const EXIT = { success: 0, error: 1, drift: 2 } as const;

/** How an organization differs from its definition. */
async function driftOf({ definition, tokenFrom }: (typeof organizations)[number]): Promise<Drift> {
  const desired = defineOrganization(definition);
  const client = new Client({ token: process.env[tokenFrom] ?? process.env["TFE_TOKEN"] });
  return drift(desired, await observe(client, desired), { strict: true });
}

async function main(): Promise<void> {
  const results = await Promise.allSettled(organizations.map(driftOf));
  const drifts = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  console.log(render(drifts, "text"));
  await writeFile(process.env["PAGE"] ?? "drift.html", render(drifts, "html"));
  let hasFailed = drifts.some(({ isComplete }) => !isComplete);
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    hasFailed = true;
    const { code, message } = EngineError.from(result.reason);
    console.error(`${organizations[index]?.definition.name}: ${code}: ${message}`);
  }
  const hasDrift = drifts.some((it) => it.hasDrift);
  process.exitCode = hasFailed ? EXIT.error : hasDrift ? EXIT.drift : EXIT.success;
}

void main();
