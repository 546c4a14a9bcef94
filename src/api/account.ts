import type { Account } from "../model";
import { requireString, resource, singleResource } from "./document";
import type { Resource, ResourceObject } from "./document";
import { asObject, getBoolean, getString } from "../json";
import { Operations } from "./operations";
import type { CallOptions } from "./request-executor";

const TYPE = "users";

/**
 * The account that the token belongs to.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/account
 */
export class AccountOperations extends Operations {
  /**
   * Reads the account that the token authenticates as. For a team or organization token, this is a service account, and
   * `authenticatedResource` names the team or organization.
   *
   * @throws UnauthorizedError when the service rejects the token.
   */
  async get(options?: CallOptions): Promise<Resource<Account>> {
    const request = { method: "GET", path: "/account/details", idempotent: true } as const;
    return this.executor.request(request, options, (document) => {
      const sent = singleResource(document, TYPE);
      const account = {
        id: sent.id,
        username: requireString(sent, "username"),
        isServiceAccount: getBoolean(sent.attributes, "is-service-account"),
        authenticatedResource: authenticatedResource(sent),
      };
      return resource(account, sent);
    });
  }
}

function authenticatedResource({ relationships }: ResourceObject): Account["authenticatedResource"] {
  const data = asObject(asObject(relationships["authenticated-resource"])["data"]);
  const [type, id] = [getString(data, "type"), getString(data, "id")];
  return type === undefined || id === undefined ? undefined : { type, id };
}
