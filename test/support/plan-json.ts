/** What Terraform does with an object. */
export interface ObjectChange {
  /** @default `create`, or `no-op` if there is something before */
  readonly actions?: readonly string[];
  readonly before?: object | null;
  readonly after?: object | null;
  /** @default the id, of an object that is created */
  readonly unknown?: object;
  readonly sensitive?: object;
  readonly importing?: object;
  /** What stands beside `change`: `action_reason`, `previous_address`, `deposed`. */
  readonly more?: object;
}

/** The output of `terraform show -json` for a plan with these changes, by address. */
export function planJson(changes: Readonly<Record<string, ObjectChange>>, others: object = {}): object {
  const resources = Object.entries(changes).map(([address, change]) => resourceChange(address, change));
  const prior = resources.filter(({ change }) => change.before !== null);
  return {
    format_version: "1.2",
    terraform_version: "1.11.4",
    planned_values: { root_module: {} },
    resource_changes: resources,
    prior_state: {
      format_version: "1.0",
      values: {
        root_module: {
          resources: prior.map(({ address, mode, type, name, change }) => {
            return { address, mode, type, name, values: change.before };
          }),
        },
      },
    },
    configuration: configuration({}),
    timestamp: "2026-11-22T12:41:52Z",
    applyable: true,
    complete: true,
    errored: false,
    ...others,
  };
}

/** Names that an expression refers to, or a constant. */
export type Expression = readonly string[] | { readonly constant_value: unknown };

export interface ModuleJson {
  /** Address in the module → arguments; `for_each` is one of them. */
  readonly resources?: Readonly<Record<string, Readonly<Record<string, Expression>>>>;
  readonly calls?: Readonly<Record<string, { readonly with?: Readonly<Record<string, Expression>> } & ModuleJson>>;
  readonly outputs?: Readonly<Record<string, Expression>>;
  readonly forEach?: Expression;
}

/** The `configuration` of a plan. */
export function configuration(
  root: ModuleJson,
  providers: Readonly<Record<string, Readonly<Record<string, Expression>>>> = {},
): object {
  return {
    provider_config: Object.fromEntries(
      Object.entries(providers).map(([key, it]) => {
        const [name, alias] = key.split(".");
        return [key, { name, ...(alias === undefined ? {} : { alias }), expressions: expressions(it) }];
      }),
    ),
    root_module: moduleJson(root),
  };
}

function moduleJson({ resources = {}, calls = {}, outputs = {} }: ModuleJson): object {
  return {
    resources: Object.entries(resources).map(([address, { for_each: forEach, provider, ...it }]) => ({
      address,
      provider_config_key: Array.isArray(provider) ? String(provider[0]) : "tfprojects",
      expressions: expressions(it),
      ...(forEach === undefined ? {} : { for_each_expression: expression(forEach) }),
    })),
    module_calls: Object.fromEntries(
      Object.entries(calls).map(([name, { with: args = {}, forEach, ...it }]) => [
        name,
        {
          expressions: expressions(args),
          module: moduleJson(it),
          ...(forEach === undefined ? {} : { for_each_expression: expression(forEach) }),
        },
      ]),
    ),
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, it]) => [name, { expression: expression(it) }] as const),
    ),
  };
}

function expressions(it: Readonly<Record<string, Expression>>): object {
  return Object.fromEntries(Object.entries(it).map(([name, value]) => [name, expression(value)]));
}

/** References as Terraform writes them: each with everything that it begins with. */
function expression(it: Expression): object {
  if (!Array.isArray(it)) return it;
  return { references: (it as readonly string[]).flatMap(withPrefixes) };
}

function withPrefixes(reference: string): readonly string[] {
  const root = /^(data\.[\w-]+\.[\w-]+|[\w-]+\.[\w-]+)/.exec(reference)?.[0] ?? reference;
  const steps = reference.slice(root.length).match(/\.[\w-]+|\["[^"]*"\]|\[\d+\]/g) ?? [];
  return steps
    .reduceRight<string[]>((list, _, index) => [...list, root + steps.slice(0, index + 1).join("")], [])
    .concat(root);
}

function resourceChange(address: string, change: ObjectChange) {
  const pattern = /^((?:module\.[\w-]+(?:\["[^"]*"\]|\[\d+\])?\.)*)(data\.)?(\w+)\.([\w-]+)(?:\[(.*)\])?$/;
  const [, module = "", data, type = "", name = "", index] = pattern.exec(address)!;
  const { before = null, unknown, sensitive = {}, importing } = change;
  const actions = change.actions ?? [before === null ? "create" : "no-op"];
  const after = change.after === undefined ? before : change.after;
  const defaults = type === "tfprojects_project" ? PROJECT : MEMBERSHIP;
  const isCreated = actions.includes("create");
  return {
    address,
    ...(module === "" ? {} : { module_address: module.slice(0, -1) }),
    mode: data === undefined ? "managed" : "data",
    type,
    name,
    ...(index === undefined ? {} : { index: JSON.parse(index) as unknown }),
    change: {
      actions,
      before: before === null ? null : { ...defaults, ...before },
      after: after === null ? null : { ...defaults, ...after },
      after_unknown: unknown ?? (isCreated ? { id: true } : {}),
      after_sensitive: sensitive,
      ...(importing === undefined ? {} : { importing }),
    },
    ...change.more,
  };
}

const PROJECT = {
  organization: "acme",
  deletion_policy: "refuse",
  description: null,
  tags: null,
  previous_names: null,
};
const MEMBERSHIP = { organization: "acme", exclusive: false, on_destroy: "default-project" };
