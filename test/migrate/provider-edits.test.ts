import { readConfiguration } from "../../src/migrate/configuration";
import { hostnamesOf } from "../../src/migrate/provider-edits";
import { Configuration } from "./configurations";

let configuration: Configuration;
afterEach(() => configuration.remove());

function hostnames(files: Readonly<Record<string, string>>) {
  configuration = new Configuration(files);
  return hostnamesOf(readConfiguration(configuration.folder).root);
}

describe("the hostname of the provider tfe", () => {
  test.each([
    ['"tfe.example.com"', "tfe.example.com", "tfe.example.com"],
    ["var.host", "${var.host}", undefined],
    ['"${var.name}.example.com"', "${var.name}.example.com", undefined],
    ['"%{ if var.a }a%{ else }b%{ endif }"', "%{ if var.a }a%{ else }b%{ endif }", undefined],
  ])("is known only if it is a plain text in HCL: %s", (hcl, json, literal) => {
    expect(hostnames({ "main.tf": `provider "tfe" {\n  hostname = ${hcl}\n}\n` })).toEqual([
      { literal, text: hcl, file: "main.tf" },
    ]);
    configuration.remove();
    expect(hostnames({ "main.tf.json": JSON.stringify({ provider: { tfe: { hostname: json } } }) })).toEqual([
      { literal: undefined, text: "Terraform JSON", file: "main.tf.json" },
    ]);
  });

  test("may be left out", () => {
    expect(hostnames({ "main.tf": 'provider "tfe" {}\n' })).toEqual([]);
  });
});
