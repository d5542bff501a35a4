import type { DescField, DescMessage, Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";

/** Fields that a schema does not know: the path of the message that holds them, such as `proposal.claims[2]` or `.`, and their numbers. */
export interface UnknownFields {
  readonly path: string;
  readonly numbers: readonly number[];
}

/**
 * The fields of a message that its schema does not know, wherever in it they are; empty if there are none.
 * They are refused on the way in: protobuf moves unknown fields behind the known ones when it writes a message again, so
 * what we would hash and sign is not what the caller sent, and nobody here has checked what the field means.
 */
export const unknownFields = (schema: DescMessage, message: Message): UnknownFields[] => {
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
