import { Emulator } from "../../../src/emulator";
import type { DocumentsOption } from "../../../src/emulator";
import type { Recording, Step } from "./recording";

/**
 * What both versions of the Go client send with every request (their `NewRequest`, their request builders and
 * middleware).
 */
const READING = { accept: "application/vnd.api+json", authorization: "Bearer {token}" };
const CHANGING = { ...READING, "content-type": "application/vnd.api+json" };

/** Replays a recording on a new emulator, over HTTP, and checks the responses and the state afterwards. */
export async function replay(conversation: Recording, documents: DocumentsOption): Promise<void> {
  const emulator = await Emulator.start({ documents });
  try {
    const values = new Map([
      ["acme", emulator.state().organizations[0]!.defaultProjectId],
      ["token", emulator.token],
    ]);
    for (const step of conversation.steps) await replayStep(step, emulator, values);
    if (conversation.stateAfter !== undefined) {
      const acme = emulator.state().organizations.find((organization) => organization.name === "acme");
      expect(acme).toMatchObject(interpolate(conversation.stateAfter, values) as object);
    }
  } finally {
    await emulator.stop();
  }
}

async function replayStep(step: Step, emulator: Emulator, values: Map<string, string>): Promise<void> {
  const changes = step.method !== "GET";
  const response = await fetch(emulator.address + interpolateString(step.path, values), {
    method: step.method,
    headers: Object.entries(step.headers ?? (changes ? CHANGING : READING)).map(([name, value]): [string, string] => [
      name,
      interpolateString(value, values),
    ]),
    ...(step.body === undefined ? {} : { body: JSON.stringify(interpolate(step.body, values)) }),
  });
  const body = await response.text();
  const answer: unknown = body === "" ? undefined : JSON.parse(body);
  const said = `${step.title}: ${step.method} ${step.path}`;
  expect({ said, status: response.status, answer }).toMatchObject({
    said,
    status: step.status,
    ...(step.expects === undefined ? {} : { answer: interpolate(step.expects, values) }),
  });
  if (step.status === 204) expect({ said, body }).toEqual({ said, body: "" });
  for (const path of step.absent ?? []) expect({ said, path, value: at(answer, path) }).toEqual({ said, path });
  for (const [name, value] of Object.entries(step.expectsHeaders ?? {})) {
    expect({ said, name, value: response.headers.get(name) }).toEqual({ said, name, value });
  }
  for (const [name, path] of Object.entries(step.captures ?? {})) {
    const value = at(answer, path);
    expect({ said, path, kind: typeof value }).toEqual({ said, path, kind: "string" });
    values.set(name, String(value));
  }
}

/** The member at a path such as `data.0.id`. */
function at(answer: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], answer);
}

function interpolate(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return interpolateString(value, values);
  if (Array.isArray(value)) return value.map((item) => interpolate(item, values));
  if (typeof value !== "object" || value === null || isMatcher(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolate(item, values)]));
}

/** Such as `expect.any(String)`. */
function isMatcher(value: object): boolean {
  return "asymmetricMatch" in value;
}

function interpolateString(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`No step kept {${name}} for ${template}.`);
    return value;
  });
}
