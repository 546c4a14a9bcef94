import { exampleRequest } from "../../src/emulator/control/operation";
import { CONTROL_ROUTES } from "../../src/emulator/control/operations";
import { CONTROL_PREFIX } from "../../src/emulator/control/control-service";
import { PLACEHOLDERS } from "../../src/emulator/control/example-values";
import { MAX_COLUMNS, wrap } from "./block";

/** Each operation of the control API: what it does, its equivalent in a process, and an example. */
export function controlOperations(): string {
  return CONTROL_ROUTES.map((route) => {
    const { method, path, summary, members } = route;
    const example = exampleRequest(route, PLACEHOLDERS);
    const command = [
      method === "GET" ? "curl" : `curl -X ${method}`,
      ...(example.body === undefined ? [] : [`-d '${json(example.body)}'`]),
      `"$TFE_ADDRESS${CONTROL_PREFIX}${example.path}"`,
    ];
    const line = command.join(" ");
    return [
      `#### \`${method} ${CONTROL_PREFIX}${path}\``,
      wrap([summary, ...inProcess(members)].join(" ")),
      `\`\`\`sh\n${line.length > MAX_COLUMNS ? command.join(" \\\n  ") : line}\n\`\`\``,
    ].join("\n\n");
  }).join("\n\n");
}

function inProcess(members: readonly string[]): readonly string[] {
  return members.length === 0 ? [] : [`In a process: ${members.map((member) => `\`${member}\``).join(", ")}.`];
}

/** Formats it on one line if it fits. */
function json(body: object): string {
  const line = JSON.stringify(body);
  return line.length > MAX_COLUMNS - 20 ? JSON.stringify(body, null, 2).replaceAll("\n", "\n  ") : line;
}
