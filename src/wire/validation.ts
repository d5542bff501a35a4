import { create, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { pathToString, reflect } from "@bufbuild/protobuf/reflect";
import { createValidator } from "@bufbuild/protovalidate";
import { ConnectError, type Interceptor } from "@connectrpc/connect";
import { DomainError, type Violation } from "../error.ts";
import { worded } from "../messages/said.ts";
import { requestFault } from "./refused-early.ts";

// One validator for the process: it keeps the compiled rules of every message type.
const validator = createValidator();

/**
 * Refuses a request message that holds unknown fields or breaks a rule of its proto (buf.validate), with REQUEST_INVALID
 * and the path of every offending field. A rule that itself does not compile or run is our bug and becomes INTERNAL;
 * it is never told to the caller as a mistake of theirs.
 */
export const checkRequest = (schema: DescMessage, message: Message): void => {
  const unknown = unknownFields(schema, message);
  if (unknown.length > 0) throw notKnown(schema, unknown);
  const result = validator.validate(schema, message);
  if (result.kind === "valid") return;
  if (result.kind === "error") throw brokenRule(schema, result.error);
  throw invalid(
    result.violations.map((each) => ({
      type: each.ruleId,
      subject: pathToString(each.field),
      description: each.message,
    })),
  );
};

/** The interceptor that applies it to requests, each message of a stream included; grpc.* services have newer clients. */
export const requestValidation: Interceptor = (next) => async (request) => {
  const schema = request.method.input;
  const isOurs = !request.service.typeName.startsWith("grpc.");
  if (request.stream) return next({ ...request, message: checked(schema, request.message, isOurs) });
  if (!isOurs) return next(request);
  checkRequest(schema, request.message);
  return next(request);
};

/**
 * Compiles the rules of these types ahead of the first call, which would otherwise take about 100 ms longer. One type per
 * turn of the event loop, the first in the next one, so that neither the start nor calls already coming in are held up.
 */
export const warmValidation = async (schemas: Iterable<DescMessage>): Promise<void> => {
  for (const schema of new Set(schemas)) {
    await new Promise((resolve) => setImmediate(resolve));
    validator.validate(schema, create(schema));
  }
};

/** What is wrong with a streamed request shows while it is read, which is here and not before the interceptors. */
async function* checked<T extends Message>(
  schema: DescMessage,
  messages: AsyncIterable<T>,
  isOurs: boolean,
): AsyncGenerator<T> {
  const iterator = messages[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await iterator.next().catch((error: unknown) => {
        throw error instanceof ConnectError ? requestFault(error, schema) : error;
      });
      if (step.done === true) return;
      if (isOurs) checkRequest(schema, step.value);
      yield step.value;
    }
  } finally {
    iterator.return?.().catch(() => undefined);
  }
}

const brokenRule = (schema: DescMessage, cause: Error): DomainError => {
  const message = `this server's own rules for ${schema.typeName} are broken; the request may well be right`;
  return new DomainError("INTERNAL", message, {}, { cause });
};

const invalid = (violations: Violation[]): DomainError => {
  const [first] = violations;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : "";
  const where = first?.subject ? `${first.subject}: ` : "";
  const facts = { violation_count: String(violations.length) };
  return new DomainError("REQUEST_INVALID", `${where}${first?.description}${more}`, facts, { violations });
};

const notKnown = (schema: DescMessage, unknown: readonly UnknownFields[]): DomainError => {
  const told = unknown.slice(0, 8);
  // Of what it does not know a server has no names, only the numbers that stand in the caller's protos.
  const fields = told.map(({ path, numbers }) => `${path} ${numbers.slice(0, 8).join(", ")}`).join("; ");
  return new DomainError(
    "REQUEST_INVALID",
    worded("error.the-request-has-fields-that-of-this-server", { typeName: schema.typeName, fields }),
    { unknown_at: told.map(({ path }) => path).join(" "), unknown_fields: fields },
    {
      violations: unknown.map(({ path, numbers }) => ({
        type: "unknown_fields",
        subject: path,
        description: `holds fields unknown to this server, by number: ${numbers.slice(0, 8).join(", ")}`,
      })),
    },
  );
};

/** Fields that a schema does not know: the path of the message that holds them, such as `proposal.claims[2]` or `.`, and their numbers. */
interface UnknownFields {
  readonly path: string;
  readonly numbers: readonly number[];
}

/**
 * The fields of a message that its schema does not know, wherever in it they are; empty if there are none.
 * They are refused on the way in: protobuf moves unknown fields behind the known ones when it writes a message again, so
 * what we would hash and sign is not what the caller sent, and nobody here has checked what the field means.
 */
const unknownFields = (schema: DescMessage, message: Message): UnknownFields[] => {
  const found: UnknownFields[] = [];
  visit(schema, message, "", found);
  return found;
};

/** Message-typed fields per schema; a message without any is looked at in one step. */
const nested = new WeakMap<DescMessage, DescField[]>();

const nestedFields = (schema: DescMessage): DescField[] => {
  const known = nested.get(schema);
  if (known) return known;
  const fields = schema.fields.filter((field) => field.message !== undefined);
  nested.set(schema, fields);
  return fields;
};

const visit = (schema: DescMessage, message: Message, path: string, found: UnknownFields[]): void => {
  if (message.$unknown !== undefined && message.$unknown.length > 0)
    found.push({ path: path === "" ? "." : path, numbers: [...new Set(message.$unknown.map(({ no }) => no))] });
  const fields = nestedFields(schema);
  if (fields.length === 0) return;
  // Without `check`, reading through reflection costs a property access per field.
  const values = reflect(schema, message, false);
  for (const field of fields) {
    if (!values.isSet(field)) continue;
    const at = path === "" ? field.name : `${path}.${field.name}`;
    for (const [suffix, inner] of messagesIn(field, values.get(field)))
      visit(field.message!, inner, at + suffix, found);
  }
};

type Reflected = { message: Message };

function* messagesIn(field: DescField, value: unknown): Generator<[suffix: string, message: Message]> {
  if (field.fieldKind === "list") {
    let index = 0;
    for (const each of value as Iterable<Reflected>) yield [`[${index++}]`, each.message];
  } else if (field.fieldKind === "map") {
    for (const [key, each] of value as Iterable<[string, Reflected]>) yield [`[${key}]`, each.message];
  } else {
    yield ["", (value as Reflected).message];
  }
}
