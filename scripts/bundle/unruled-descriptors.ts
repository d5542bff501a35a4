import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type DescriptorProto, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Plugin } from "rolldown";

/** Files of types that no page has to do with, each with those of its types that fields of others name: who may make a call, who signed it. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  "pincite/access/v1/person_name.proto": ["pincite.access.v1.PersonName"],
  "pincite/access/v1/right.proto": [],
  "pincite/run/v1/signed_act.proto": ["pincite.run.v1.ActSignature"],
};

const types: ReadonlySet<string> = new Set(Object.values(leftOut).flat());

/** What says who may see something names them, on a page too: of its files only the rights are left out. */
const whoMaySee = /\bpincite\/access\/v1\//u;
const rights = "pincite/access/v1/right.proto";

/** Whether a file of types has nothing of another one. */
const isLeftOut = (other: string, of: string): boolean =>
  whoMaySee.test(of) ? other === rights : Object.hasOwn(leftOut, other);

/** Whether a file of types has no fields of a type. */
export const isLeftOutType = (typeName: string, of: string): boolean => !whoMaySee.test(of) && types.has(typeName);

const withoutFiles = (code: string, of: string): string => {
  const left = Object.keys(leftOut).filter((path) => isLeftOut(path, of));
  const names = left.map((path) => `file_${path.replace(".proto", "").replaceAll("/", "_")}`);
  const listed = `(?:${names.join("|")})`;
  return code
    .replaceAll(new RegExp(`\\b${listed},\\s*|,\\s*${listed}\\b`, "gu"), "")
    .replaceAll(new RegExp(`\\[${listed}\\]`, "gu"), "[]");
};

/**
 * Generated descriptors without the rules of fields (protovalidate) and what methods need of their callers, which only a server reads, without
 * the sentences that those say, and without what is left out: a page would load them for nothing. What else a descriptor says stays.
 */
export const unruledDescriptors: Plugin = {
  name: "unruled-descriptors",
  transform: {
    filter: { id: /\/gen\/.*_pb\.ts$/ },
    handler: (code, id) =>
      withoutFiles(code.replaceAll(/(?<=fileDesc\(\s*")[A-Za-z0-9+/=]+(?=")/gu, unruled), id.replaceAll("\\", "/")),
  },
};

/** A descriptor in base64, without the rules. */
export const unruled = (encoded: string): string => {
  const file = fromBinary(FileDescriptorProtoSchema, Buffer.from(encoded, "base64"));
  file.messageType.forEach(withoutRules);
  // What a method needs of its caller is decided at the server too; its file is looked up by its place among those imported.
  for (const { method } of file.service) withoutUnknown(method);
  for (const message of file.messageType)
    message.field = message.field.filter(({ typeName }) => !isLeftOutType(typeName.slice(1), file.name));
  file.dependency = file.dependency.filter((name) => !isLeftOut(name, file.name));
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
