import {
  create,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  type MessageInitShape,
  ScalarType,
} from "@bufbuild/protobuf";
import { createClient, type Transport } from "@connectrpc/connect";

/** Values for fields by their name, wherever in a request they stand. */
export type Facts = Readonly<Record<string, string>>;

const depthMax = 5;

/**
 * Requests for a method in which every field holds something that asks for what `facts` name: one request for each member
 * of a oneof, since only one of them can be set.
 */
export const requestsFor = (schema: DescMessage, facts: Facts): object[] => {
  const ways = Math.max(1, ...schema.oneofs.map((oneof) => oneof.fields.length));
  return Array.from({ length: ways }, (_, way) => filled(schema, facts, way, 0) as object);
};

const filled = (schema: DescMessage, facts: Facts, way: number, depth: number): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const field of schema.fields) {
    if (field.oneof) continue;
    const value = contentOf(field, facts, way, depth);
    if (value !== undefined) values[field.localName] = value;
  }
  for (const oneof of schema.oneofs) {
    const field = oneof.fields[way % oneof.fields.length];
    const value = field && contentOf(field, facts, way, depth);
    if (field && value !== undefined) values[oneof.localName] = { case: field.localName, value };
  }
  return values;
};

const contentOf = (field: DescField, facts: Facts, way: number, depth: number): unknown => {
  if (field.fieldKind === "list") {
    const one = field.listKind === "message" ? messageOf(field.message, facts, way, depth) : scalarOf(field, facts);
    return one === undefined || one === "" ? undefined : [one];
  }
  if (field.fieldKind === "message") return messageOf(field.message, facts, way, depth);
  if (field.fieldKind === "enum") return field.enum.values[1]?.number;
  return field.fieldKind === "scalar" ? scalarOf(field, facts) : undefined;
};

const messageOf = (schema: DescMessage, facts: Facts, way: number, depth: number): unknown =>
  depth < depthMax && !schema.typeName.startsWith("google.") ? filled(schema, facts, way, depth + 1) : undefined;

const scalarOf = (field: DescField, facts: Facts): unknown => {
  if (field.localName === "idempotencyKey") return crypto.randomUUID();
  const scalar = field.fieldKind === "scalar" || field.fieldKind === "list" ? field.scalar : undefined;
  if (scalar === ScalarType.STRING) return facts[field.localName] ?? "";
  return undefined;
};

/** How long an answer that never ends is listened to. */
const streamMs = 300;

/** Calls one method with one request; what comes back is for the transport to keep. Gives the reason it failed, or "OK". */
export const callOnce = async (
  transport: Transport,
  service: DescService,
  method: DescMethod,
  request: object,
): Promise<string> => {
  const client = createClient(service, transport) as unknown as Record<
    string,
    (input: unknown, options: { signal: AbortSignal }) => unknown
  >;
  const call = client[method.localName];
  if (!call) throw new Error(`no ${method.name}`);
  const init = create(method.input, request as MessageInitShape<typeof method.input>);
  const input = method.methodKind === "client_streaming" || method.methodKind === "bidi_streaming" ? once(init) : init;
  const watching = method.methodKind === "server_streaming" || method.methodKind === "bidi_streaming";
  const signal = AbortSignal.timeout(watching ? streamMs : 30_000);
  try {
    const answer = call.call(client, input, { signal });
    if (watching) for await (const _ of answer as AsyncIterable<unknown>) void _;
    else await answer;
    return "OK";
  } catch (error) {
    if (watching && signal.aborted) return "OK";
    return error instanceof Error ? error.message : "failed";
  }
};

async function* once<T>(message: T): AsyncGenerator<T> {
  yield message;
}
