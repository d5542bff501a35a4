import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type DescriptorProto, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Plugin } from "rolldown";

/**
 * Generated descriptors without the rules of fields (protovalidate), the rights that methods need, which only a server reads, and signatures of acts, and without
 * the sentences that those say: a page would load them for nothing. What else a descriptor says stays.
 */
export const unruledDescriptors: Plugin = {
  name: "unruled-descriptors",
  transform: {
    filter: { id: /\/gen\/.*_pb\.ts$/ },
    handler: (code) =>
      code
        .replaceAll(/(?<=fileDesc\(\s*")[A-Za-z0-9+/=]+(?=")/gu, unruled)
        .replaceAll(
          /\bfile_pincite_(?:access_v1_right|run_v1_signed_act),\s*|,\s*file_pincite_(?:access_v1_right|run_v1_signed_act)\b/gu,
          "",
        )
        .replaceAll(/\[file_pincite_(?:access_v1_right|run_v1_signed_act)\]/gu, "[]"),
  },
};

/** What methods need of their callers, and signatures of acts, which no page makes. */
const left: ReadonlySet<string> = new Set(["pincite/access/v1/right.proto", "pincite/run/v1/signed_act.proto"]);
const signature = ".pincite.run.v1.ActSignature";

/** A descriptor in base64, without the rules. */
export const unruled = (encoded: string): string => {
  const file = fromBinary(FileDescriptorProtoSchema, Buffer.from(encoded, "base64"));
  file.messageType.forEach(withoutRules);
  // What a method needs of its caller is decided at the server too; its file is looked up by its place among those imported.
  for (const { method } of file.service) withoutUnknown(method);
  for (const message of file.messageType)
    message.field = message.field.filter(({ typeName }) => typeName !== signature);
  file.dependency = file.dependency.filter((name) => !left.has(name));
  return Buffer.from(toBinary(FileDescriptorProtoSchema, file)).toString("base64").replace(/=+$/u, "");
};

/** Whether options say nothing: what nobody set does not stand in a message by itself. */
const isEmpty = (options: object): boolean =>
  Object.entries(options).every(
    ([name, value]) => name.startsWith("$") || (Array.isArray(value) && value.length === 0),
  );

/** Rules are extensions of options, which a reader without their schema keeps as bytes that it does not know. */
const withoutRules = (message: DescriptorProto): void => {
  withoutUnknown([message, ...message.field, ...message.oneofDecl]);
  message.nestedType.forEach(withoutRules);
};

const withoutUnknown = (all: readonly { options?: (object & { $unknown?: unknown }) | undefined }[]): void => {
  for (const one of all) {
    if (one.options === undefined) continue;
    delete one.options.$unknown;
    if (isEmpty(one.options)) delete one.options;
  }
};
