import { fileKind, firstDeclaration } from "../../src/terraform/module-files";
import { scanHcl } from "../../src/terraform/hcl-scanner";

const HCL = { language: "hcl", isTofu: false, isOverride: false };
const JSON_FILE = { ...HCL, language: "json" };

test.each([
  ["main.tf", HCL],
  ["main.tf.json", JSON_FILE],
  ["a.tf.tf.json", JSON_FILE],
  ["#main#.tf", HCL],
  ["main~.tf.json", JSON_FILE],
  ["main.tofu", { ...HCL, isTofu: true }],
  ["main.tofu.json", { ...JSON_FILE, isTofu: true }],
  ["override.tf", { ...HCL, isOverride: true }],
  ["override.tf.json", { ...JSON_FILE, isOverride: true }],
  ["main_override.tf.json", { ...JSON_FILE, isOverride: true }],
  ["_override.tofu", { language: "hcl", isTofu: true, isOverride: true }],
  ["nooverride.tf.json", JSON_FILE],
  ["override_main.tf.json", JSON_FILE],
])("%s is part of a module", (name, kind) => {
  expect(fileKind(name)).toEqual(kind);
});

test.each([
  ...[".tf", ".tf.json", ".main.tf", ".main.tf.json", "main.tf~", "main.tf.json~", "#main.tf#", "#main.tf.json#"],
  ...[
    "main.TF",
    "main.tf.JSON",
    "main.json",
    "main.tf.bak",
    "terraform.tfvars",
    "main.tfvars.json",
    "tests.tftest.hcl",
  ],
])("%s is not", (name) => {
  expect(fileKind(name)).toBeUndefined();
});

describe("the first declaration of a file", () => {
  test.each([
    ["", undefined],
    ['# resource "a" {}\n/* locals {} */\n', undefined],
    [
      'terraform {\n  required_version = ">= 1.7"\n  required_providers {\n    a = {}\n  }\n}\nterraform {}\n',
      undefined,
    ],
    ["terraform {}\nlocals {\n  a = 1\n}\n", { what: "locals", line: 2 }],
    ['terraform {\n  backend "local" {}\n}\n', { what: "terraform.backend", line: 2 }],
    ["terraform {\n  experiments = []\n}\n", { what: "terraform.experiments", line: 2 }],
    ['provider "tfe" {}\nterraform {\n  cloud {}\n}\n', { what: "provider.tfe", line: 1 }],
    ['terraform "x" {}\n', { what: "terraform.x", line: 1 }],
    ["name = 1\n", { what: "name", line: 1 }],
  ])("of %j", (text, found) => {
    expect(firstDeclaration(scanHcl(text))).toEqual(found);
  });
});
