import type { Resource } from "../provider";
import type { ObjectValue } from "../value/value";
import type { PlanResourceChange, RequestOf, ResponseOf } from "../wire/protocol";
import { attributePathMessage } from "./diagnostic-messages";
import { changeNote, decodeNote, encodeNote, noteOf, objectOf } from "./note";
import { planDefects, proposedPlan } from "./planning";
import { returnedPlan } from "./returned";
import type { Exchange, Session } from "./session";

export function planResourceChange(
  session: Session,
  request: RequestOf<typeof PlanResourceChange>,
): Promise<ResponseOf<typeof PlanResourceChange>> {
  const { typeName } = request;
  const schema = () => session.resource(typeName).schema;
  return session.answer(`plan ${typeName}`, schema, async (exchange) => {
    const { codec } = exchange;
    const resource = session.resource(typeName);
    const prior = codec.decode(request.priorState);
    if (codec.decode(request.proposedNewState) === null) {
      const note = prior === null ? undefined : await resource.planDelete?.(prior, exchange.configuredContext);
      return { plannedState: codec.encode(null), plannedPrivate: encodeNote(typeName, "planDelete", note) };
    }
    const config = codec.decode(request.config) ?? {};
    const replaces = prior === null ? session.replaceable.recall(objectOf(decodeNote(request.priorPrivate))) : null;
    const note = prior === null ? undefined : noteOf(decodeNote(request.plannedPrivate));
    const keepsNotes = request.clientCapabilities?.storePlannedPrivate ?? false;
    const change = { config, prior, replaces, note, keepsNotes };
    const { planned, requiresReplace, ...notes } = await planChange(exchange, resource, change);
    // Terraform ignores what a new object would have to be replaced for.
    const replacing = prior === null ? [] : requiresReplace;
    return {
      plannedState: codec.encode(planned),
      requiresReplace: replacing.map(attributePathMessage),
      plannedPrivate: encodeNote(
        typeName,
        "plan",
        prior === null ? notes.deletionNote : changeNote(session.replaceable.keep(prior), notes.note),
      ),
    };
  });
}

interface Change {
  readonly config: ObjectValue;
  readonly prior: ObjectValue | null;
  readonly replaces: ObjectValue | null;
  readonly note: unknown;
  readonly keepsNotes: boolean;
}

async function planChange(
  { schema, configuredContext, diagnostics }: Exchange,
  resource: Resource,
  change: Change,
): Promise<{
  readonly planned: ObjectValue;
  readonly requiresReplace: readonly string[];
  readonly note?: unknown;
  readonly deletionNote?: unknown;
}> {
  const { config, prior } = change;
  const proposed = proposedPlan(schema, config, prior);
  const result = await resource.plan?.({ ...change, planned: proposed }, configuredContext);
  if (result === undefined) return { planned: proposed, requiresReplace: [] };
  const planned = returnedPlan(resource.type, "plan", schema, result.planned);
  if (!diagnostics.hasErrors) diagnostics.add(...planDefects(resource.type, schema, { config, prior, planned }));
  return { ...result, planned, requiresReplace: result.requiresReplace ?? [] };
}
