import { CONTROL_ROUTES } from "../../src/emulator/control/control-routes";
import { CONTROL_PREFIX } from "../../src/emulator/control/control-service";

/** Each operation of the control interface: what it does, and how to ask for it. */
export function controlOperations(): string {
  return CONTROL_ROUTES.map(({ method, path, does, example }) => {
    const options = [
      ...(method === "GET" ? [] : [`-X ${method}`]),
      ...(example === undefined ? [] : [`-d '${JSON.stringify(example)}'`]),
    ];
    const command = ["curl", ...options, `"$TFE_ADDRESS${CONTROL_PREFIX}${path}"`].join(" ");
    return `### \`${method} ${CONTROL_PREFIX}${path}\`\n\n${does}\n\n\`\`\`sh\n${command}\n\`\`\``;
  }).join("\n\n");
}
