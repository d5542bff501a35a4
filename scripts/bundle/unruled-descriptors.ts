import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type DescriptorProto, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Plugin } from "rolldown";

/**
 * Generated descriptors without the rules of fields (protovalidate), which only a server reads, and without the sentences that
 * those say: a page would load them for nothing. What else a descriptor says stays.
 */
export const unruledDescriptors: Plugin = {
  name: "unruled-descriptors",
  transform: {
    filter: { id: /\/gen\/.*_pb\.ts$/ },
    handler: (code) => code.replaceAll(/(?<=fileDesc\(\s*")[A-Za-z0-9+/=]+(?=")/gu, unruled),
  },
};

/** A descriptor in base64, without the rules. */
export const unruled = (encoded: string): string => {
  const file = fromBinary(FileDescriptorProtoSchema, Buffer.from(encoded, "base64"));
  file.messageType.forEach(withoutRules);
  return Buffer.from(toBinary(FileDescriptorProtoSchema, file)).toString("base64").replace(/=+$/u, "");
};

/** Whether options say nothing: what nobody set does not stand in a message by itself. */
const isEmpty = (options: object): boolean =>
  Object.entries(options).every(
    ([name, value]) => name.startsWith("$") || (Array.isArray(value) && value.length === 0),
  );

/** Rules are extensions of options, which a reader without their schema keeps as bytes that it does not know. */
const withoutRules = (message: DescriptorProto): void => {
  for (const one of [message, ...message.field, ...message.oneofDecl]) {
    if (one.options === undefined) continue;
    delete one.options.$unknown;
    if (isEmpty(one.options)) delete one.options;
  }
  message.nestedType.forEach(withoutRules);
};
