import { checkTagKey } from "../../model";
import { boolean, string } from "../decode";
import { managedWith } from "../engine/access";
import { attribute, setting } from "../engine/attribute";
import type { Kind, RecordOf } from "../engine/kind";
import { kind, shape } from "../engine/kind";
import { toOne } from "../engine/relation";

const definition = shape({
  type: "reserved-tag-keys",
  label: "Reserved tag key",
  prefix: "rtk-",
  parameter: "reservedTagKey",
  parent: "organization",
  attributes: {
    key: attribute(string, {
      unique: true,
      check: (key) => (checkTagKey(key).length === 0 ? [] : ["Key is invalid"]),
    }),
    createdAt: attribute(string, { stamp: "created" }),
    updatedAt: attribute(string, { stamp: "updated" }),
  },
  settings: {
    /** Whether workspaces cannot override a tag of their project that has the key. */
    disableOverrides: setting(boolean, false),
  },
  relations: { organization: toOne("organizations", { hidden: true }) },
});

export type ReservedTagKeyRecord = RecordOf<typeof definition>;

/**
 * Keys of tags with a meaning for the organization. The API documentation has `/reserved-tags/…` for single ones, the
 * Go client `/reserved-tag-keys/…`. See
 * https://developer.hashicorp.com/terraform/cloud-docs/api-docs/reserved-tag-keys
 */
export const reservedTagKeys: Kind<ReservedTagKeyRecord> = kind(definition, {
  access: managedWith("manage", "read"),
  items: ["/reserved-tags/:reservedTagKey", "/reserved-tag-keys/:reservedTagKey"],
  collection: "/organizations/:organization/reserved-tag-keys",
  offers: ["list", "create", "update", "delete"],
  list: {},
  links: () => undefined,
  computed: { isRegistryTag: { constant: false } },
});
