import { map, optional, sensitive, string } from "../../../src/plugin";
import { Secrets } from "../../../src/plugin/rpc/secrets";

describe("secrets", () => {
  it("are redacted, wherever they are in sensitive attributes", () => {
    const secrets = new Secrets();
    const attributes = {
      token: sensitive(optional(string, { description: "" })),
      keys: sensitive(optional(map(string), { description: "" })),
      name: optional(string, { description: "" }),
    };
    secrets.addSensitive(
      { description: "", attributes },
      { token: "first-secret", keys: { a: "second-secret" }, name: "visible" },
    );
    expect(secrets.redact("first-secret visible second-secret first-secret")).toBe(
      "(sensitive value) visible (sensitive value) (sensitive value)",
    );
  });

  it("are not redacted if they are very short", () => {
    const secrets = new Secrets();
    secrets.add("", "a", "true");
    expect(secrets.redact("a true text")).toBe("a true text");
  });
});
