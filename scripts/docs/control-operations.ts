import { exampleRequest } from "../../src/emulator/control/control-route";
import { CONTROL_ROUTES } from "../../src/emulator/control/control-routes";
import { CONTROL_PREFIX } from "../../src/emulator/control/control-service";
import { PLACEHOLDERS } from "../../src/emulator/control/example-values";

/** Each operation of the control interface: what it does, how to ask for it, and what does the same in the process. */
export function controlOperations(): string {
  return CONTROL_ROUTES.map((route) => {
    const { method, path, summary: does, members } = route;
    const example = exampleRequest(route, PLACEHOLDERS);
    const options = [
      ...(method === "GET" ? [] : [`-X ${method}`]),
      ...(example.body === undefined ? [] : [`-d '${JSON.stringify(example.body)}'`]),
    ];
    const command = ["curl", ...options, `"$TFE_ADDRESS${CONTROL_PREFIX}${example.path}"`].join(" ");
    const twins = members.map((member) => `\`${member}\``).join(", ");
    return `#### \`${method} ${CONTROL_PREFIX}${path}\`\n\n${does} In the process: ${twins}.\n\n\`\`\`sh\n${command}\n\`\`\``;
  }).join("\n\n");
}
