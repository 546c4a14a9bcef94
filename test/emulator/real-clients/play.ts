import { Emulator } from "../../../src/emulator";
import type { DocumentsOption } from "../../../src/emulator";
import type { Conversation, Step } from "./conversation";

/** What both versions of the Go client send with every request (their `NewRequest`, their request builders and middleware). */
const READING = { accept: "application/vnd.api+json", authorization: "Bearer {token}" };
const CHANGING = { ...READING, "content-type": "application/vnd.api+json" };

/** Says a conversation to a new emulator, over HTTP, and looks at the answers and at the world afterwards. */
export async function play(conversation: Conversation, documents: DocumentsOption): Promise<void> {
  const emulator = await Emulator.start({ documents });
  try {
    const values = new Map([
      ["acme", emulator.state().organizations[0]!.defaultProjectId],
      ["token", emulator.token],
    ]);
    for (const step of conversation.steps) await say(step, emulator, values);
    if (conversation.afterwards !== undefined) {
      const acme = emulator.state().organizations.find((organization) => organization.name === "acme");
      expect(acme).toMatchObject(filled(conversation.afterwards, values) as object);
    }
  } finally {
    await emulator.stop();
  }
}

async function say(step: Step, emulator: Emulator, values: Map<string, string>): Promise<void> {
  const changes = step.method !== "GET";
  const response = await fetch(emulator.address + text(step.path, values), {
    method: step.method,
    headers: Object.entries(step.headers ?? (changes ? CHANGING : READING)).map(([name, value]): [string, string] => [
      name,
      text(value, values),
    ]),
    ...(step.body === undefined ? {} : { body: JSON.stringify(filled(step.body, values)) }),
  });
  const body = await response.text();
  const answer: unknown = body === "" ? undefined : JSON.parse(body);
  const said = `${step.does}: ${step.method} ${step.path}`;
  expect({ said, status: response.status, answer }).toMatchObject({
    said,
    status: step.status,
    ...(step.needs === undefined ? {} : { answer: filled(step.needs, values) }),
  });
  if (step.status === 204) expect({ said, body }).toEqual({ said, body: "" });
  for (const path of step.absent ?? []) expect({ said, path, value: at(answer, path) }).toEqual({ said, path });
  for (const [name, value] of Object.entries(step.needsHeaders ?? {})) {
    expect({ said, name, value: response.headers.get(name) }).toEqual({ said, name, value });
  }
  for (const [name, path] of Object.entries(step.keeps ?? {})) {
    const value = at(answer, path);
    expect({ said, path, kind: typeof value }).toEqual({ said, path, kind: "string" });
    values.set(name, String(value));
  }
}

/** The member that a path such as `data.0.id` leads to. */
function at(answer: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], answer);
}

function filled(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return text(value, values);
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (typeof value !== "object" || value === null || isMatcher(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, values)]));
}

/** Such as `expect.any(String)`. */
function isMatcher(value: object): boolean {
  return "asymmetricMatch" in value;
}

function text(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`No step kept {${name}} for ${template}.`);
    return value;
  });
}
