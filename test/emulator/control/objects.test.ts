import { Emulator } from "../../../src/emulator";
import { KINDS } from "../../../src/emulator/service-kinds";
import { controlRequest } from "../control-client";

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly example: { readonly path: string; readonly body?: object };
}

const STATED = KINDS.flatMap(({ type, outOfBand }) => (outOfBand === undefined ? [] : [{ type, ...outOfBand }]));
const MADE = STATED.flatMap(({ type, path, pair }) => (pair === undefined ? [[type, path] as const] : []));

test.each(MADE)("the examples that create and delete %s work one after the other", async (_type, path) => {
  const emulator = await Emulator.start();
  /** The example of an operation, now. */
  const perform = async (method: string): ReturnType<typeof controlRequest> => {
    const { operations } = (await controlRequest(emulator, "GET", "")).document as { operations: readonly Listed[] };
    const { example } = operations.find((it) => it.method === method && it.path.startsWith(`/_emulator${path}`))!;
    return controlRequest(emulator, method, example.path.replace("/_emulator", ""), example.body);
  };
  emulator.projects.create({ organization: "acme", name: "Platform" });
  const made = await perform("POST");
  expect(made).toMatchObject({ status: 200, document: { id: expect.any(String) } });
  expect((await perform("DELETE")).status).toBe(204);
  const { id } = made.document as { readonly id: string };
  expect((await controlRequest(emulator, "DELETE", `${path}/${id}`)).status).toBe(400);
  await emulator.stop();
});
