import { readConfiguration } from "../../src/migrate/configuration";
import { serviceHostname } from "../../src/migrate/live";
import { hostnamesOf } from "../../src/migrate/provider-edits";
import { Configuration } from "./configurations";

let configuration: Configuration;
afterEach(() => configuration.remove());

function hostname(files: Readonly<Record<string, string>>) {
  configuration = new Configuration(files);
  return serviceHostname(hostnamesOf(readConfiguration(configuration.folder).root), "use --offline");
}

describe("the hostname of the provider tfe", () => {
  test.each([
    ['"tfe.example.com"', "tfe.example.com", "tfe.example.com"],
    ["var.host", "${var.host}", undefined],
    ['"${var.name}.example.com"', "${var.name}.example.com", undefined],
    ['"%{ if var.a }a%{ else }b%{ endif }"', "%{ if var.a }a%{ else }b%{ endif }", undefined],
  ])("is known only if it is a plain text in HCL: %s", (hcl, json, literal) => {
    const own = () => hostname({ "main.tf": `provider "tfe" {\n  hostname = ${hcl}\n}\n` });
    if (literal === undefined) expect(own).toThrow(`The hostname of the provider tfe is not one literal: ${hcl}.`);
    else expect(own()).toBe(literal);
    configuration.remove();
    const inJson = { "main.tf.json": JSON.stringify({ provider: { tfe: { hostname: json } } }) };
    expect(() => hostname(inJson)).toThrow("is not one literal: main.tf.json.");
  });

  test("may be left out", () => {
    expect(hostname({ "main.tf": 'provider "tfe" {}\n' })).toBeUndefined();
  });
});
