import type { DescField, DescMessage, MessageShape } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";

/** A profile in the text format of docs/profiles.md, so that a test can put a changed built-in one into a layer. */
export const profileText = (profile: WorkflowProfile): string => lines(WorkflowProfileSchema, profile).join("\n");

const lines = (schema: DescMessage, message: MessageShape<DescMessage>): string[] => {
  const one = reflect(schema, message);
  return schema.fields.flatMap((field) => {
    if (!one.isSet(field)) return [];
    const value: unknown = one.get(field);
    return field.fieldKind === "list"
      ? [...(value as Iterable<unknown>)].flatMap((item) => written(field, item))
      : written(field, value);
  });
};

const written = (field: DescField, value: unknown): string[] => {
  if (field.message) {
    const { message } = value as { message: MessageShape<DescMessage> };
    return [`${field.name} {`, ...lines(field.message, message), "}"];
  }
  if (field.enum) return [`${field.name}: ${field.enum.value[Number(value)]?.name}`];
  return [`${field.name}: ${typeof value === "string" ? JSON.stringify(value) : String(value)}`];
};
