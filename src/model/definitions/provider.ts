import type { AttributeProblem, Definition } from "./definition";
import type { Given } from "./given";
import { checkPositive } from "./rules";

/** The provider's own configuration. An empty text is as good as none, as it is in the environment. */
export const providerDefinition: Definition = {
  inputs: {
    organization: { type: "string" },
    hostname: { type: "string" },
    address: { type: "string" },
    token: { type: "string" },
    requests_per_second: { type: "number" },
  },
  outputs: [],
  rules: (given) => [...twoAddresses(given), ...checkPositive(given, "requests_per_second")],
};

function twoAddresses(given: Given): readonly AttributeProblem[] {
  // Neither left out, nor empty, nor unknown.
  if (!given.text("hostname") || !given.text("address")) return [];
  const message = `${given.called("hostname")} and ${given.called("address")} both say where the service is. Leave one out.`;
  return [{ attribute: "hostname", summary: "Conflicting configuration", message }];
}
