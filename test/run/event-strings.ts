import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";

// What strings there are in events, found by their descriptors: a field that comes later is there without anybody's remembering.

const scalarString = 9;
const scalarBytes = 12;

const messageOf = (field: DescField): DescMessage | undefined => {
  if (field.fieldKind === "message") return field.message;
  if (field.fieldKind === "list" && field.listKind === "message") return field.message;
  return field.fieldKind === "map" && field.mapKind === "message" ? field.message : undefined;
};

const nameOf = (field: DescField): string => `${field.parent.typeName.replace(/^pincite\./u, "")}.${field.name}`;

const isText = (field: DescField): boolean =>
  "scalar" in field && (field.scalar === scalarString || field.scalar === scalarBytes);

/** Every field of an event that could hold words, as `journal.v1.RunCreated.title`. */
export const stringFields = (): string[] => {
  const found = new Set<string>();
  const walk = (message: DescMessage, above: readonly string[]): void => {
    if (above.includes(message.typeName)) return;
    for (const field of message.fields) {
      const inner = messageOf(field);
      if (inner) walk(inner, [...above, message.typeName]);
      else if (isText(field) || (field.fieldKind === "map" && field.mapKey === scalarString)) found.add(nameOf(field));
    }
  };
  walk(RunEventSchema, []);
  return [...found].sort();
};

/** Every string that an event holds, with its field. */
export const stringsIn = (event: RunEvent): [field: string, value: string][] => {
  const found: [string, string][] = [];
  const walk = (message: ReflectMessage): void => {
    for (const field of message.fields) {
      if (!message.isSet(field)) continue;
      const value = message.get(field);
      if (field.fieldKind === "message") walk(value as ReflectMessage);
      else if (field.fieldKind === "list")
        for (const one of value as Iterable<unknown>)
          if (field.listKind === "message") walk(one as ReflectMessage);
          else if (isText(field)) found.push([nameOf(field), String(one)]);
          else continue;
      else if (isText(field)) found.push([nameOf(field), String(value)]);
    }
  };
  walk(reflect(RunEventSchema, event));
  return found;
};
