import { string } from "../decode";
import { managedWith } from "../engine/access";
import { attribute } from "../engine/attribute";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { outOfBand } from "../engine/out-of-band";
import { toOne } from "../engine/relation";

const definition = shape({
  type: "ssh-keys",
  label: "SSH key",
  prefix: "sshkey-",
  parameter: "sshKey",
  parent: "organization",
  attributes: {
    name: attribute(string),
    /** The private key. It cannot be changed. */
    value: attribute(string, { writable: "create", writeOnly: true }),
  },
  relations: { organization: toOne("organizations", { hidden: true }) },
});

export type SshKeyRecord = RecordOf<typeof definition>;

const made = outOfBand(definition, {
  name: "sshKeys",
  path: "/ssh-keys",
  summary: "Creates an SSH key.",
  example: ({ organization }) => ({ organization, name: "modules", value: "-----BEGIN OPENSSH PRIVATE KEY-----" }),
});

/**
 * SSH keys, with which the service downloads private modules. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/ssh-keys
 */
export const sshKeys: Kind<SshKeyRecord, typeof made> = kind(definition, {
  access: managedWith("manage-vcs-settings"),
  items: ["/ssh-keys/:sshKey"],
  collection: "/organizations/:organization/ssh-keys",
  list: {},
  outOfBand: made,
});
