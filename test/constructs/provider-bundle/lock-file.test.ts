import { LockFile } from "../../../src/constructs/provider-bundle/lock-file";

const WRITTEN_BY_TERRAFORM = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.

provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.1.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:first=",
    "zh:second",
  ]
}

provider "registry.terraform.io/hashicorp/null" {
  version = "3.2.4"
  hashes = [
    "h1:third=",
  ]
}
`;

test("a lock file of Terraform is parsed", () => {
  const lock = LockFile.parse(WRITTEN_BY_TERRAFORM);
  expect(lock.tryFind("registry.terraform.io/hashicorp/aws")).toEqual({
    version: "5.1.0",
    constraints: "~> 5.0",
    hashes: ["h1:first=", "zh:second"],
  });
  expect(lock.tryFind("registry.terraform.io/hashicorp/null")).toMatchObject({ version: "3.2.4", constraints: "" });
  expect(lock.tryFind("registry.terraform.io/hashicorp/random")).toBeUndefined();
});

test("a lock file of Terraform is written unchanged", () => {
  expect(LockFile.parse(WRITTEN_BY_TERRAFORM).toString()).toBe(WRITTEN_BY_TERRAFORM);
});

test("the header of OpenTofu stays, and a new file names both", () => {
  const written = WRITTEN_BY_TERRAFORM.replace("terraform init", "tofu init");
  expect(LockFile.parse(written).toString()).toBe(written);
  expect(LockFile.parse("").toString()).toContain('automatically by "terraform init" or "tofu init".');
});

test("setting one provider leaves the others as they are, in the order of their addresses", () => {
  const lock = LockFile.parse(WRITTEN_BY_TERRAFORM);
  lock.set("registry.terraform.io/hashicorp/http", { version: "1.0.0", constraints: "1.0.0", hashes: ["h1:new="] });
  expect(lock.toString()).toBe(
    WRITTEN_BY_TERRAFORM.replace(
      'provider "registry.terraform.io/hashicorp/null"',
      `provider "registry.terraform.io/hashicorp/http" {
  version     = "1.0.0"
  constraints = "1.0.0"
  hashes = [
    "h1:new=",
  ]
}

$&`,
    ),
  );
});

test("an entry without hashes has no list of them", () => {
  const lock = LockFile.parse("");
  lock.set("registry.terraform.io/hashicorp/null", { version: "3.2.4", constraints: "3.2.4", hashes: [] });
  expect(lock.toString()).not.toContain("hashes");
  expect(LockFile.parse(lock.toString()).tryFind("registry.terraform.io/hashicorp/null")?.hashes).toEqual([]);
});
