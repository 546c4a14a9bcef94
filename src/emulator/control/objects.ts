import { object, string } from "../decode";
import type { Kind } from "../engine/kind";
import { changeOf, idsIn, optionsShape, referencesOf } from "../engine/out-of-band";
import { remove } from "../engine/write";
import type { Operation } from "./operation";
import { decoded, operation } from "./operation";

/** What creates and deletes the objects of a kind. `Options` are those of the kind, by ID. */
export interface ObjectOperations<Options extends object> {
  readonly create: Operation<[options: Options & { readonly organization: string }], { readonly id: string }>;
  readonly delete: Operation<[id: string], void>;
}

/** The operations on objects of a kind that says how they are made out of band. */
export function objectOperations<Options extends object>(kind: Kind): ObjectOperations<Options> {
  const { outOfBand, label, parameter } = kind;
  if (outOfBand === undefined) throw new Error(`This is a bug in the emulator: ${kind.type} are not made out of band.`);
  const { name, path, summary } = outOfBand;
  const shape = object({ organization: string, ...optionsShape(kind, "id") });
  return {
    create: operation({
      method: "POST",
      path,
      summary,
      example: (samples) => outOfBand.example(samples),
      // The options are those that the kind defines, which the type of the caller repeats for its documentation.
      parameters: decoded(shape, (it) => [it as unknown as Options & { readonly organization: string }]),
      run: (context, { organization, ...options }) => {
        const { id: organizationId } = context.organization(organization);
        const ids = idsIn(kind, options);
        for (const { relation, to } of referencesOf(kind)) {
          for (const id of ids[relation] ?? []) context.findIn(organizationId, context.store.kind(to), id);
        }
        const change = changeOf(kind, organizationId, options, ids);
        const scope = { organizationId, parent: undefined };
        const shown = "name" in options ? String(options.name) : "";
        return { id: context.create(`${name}.create(${shown})`, kind, change, scope).id };
      },
    }),
    delete: operation({
      method: "DELETE",
      path: `${path}/:${parameter}`,
      summary: `Deletes a ${label.toLowerCase()}.`,
      parameters: (_, id) => [id],
      run: (context, id: string): void => remove(context.store, kind, context.find(kind, id)),
    }),
  };
}
