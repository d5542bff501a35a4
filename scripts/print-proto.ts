import { createRegistry, type DescFile, toJson } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

/**
 * The proto source of a compiled file. protovalidate ships its rules compiled only, google/rpc comes with nothing that is installed, and
 * compilers want sources, so the source is printed back from the descriptor. It covers what such files use (messages, nested ones too,
 * maps, enums, oneofs, extensions, reserved ranges, options), keeps declaration order, and compiles to the same descriptor byte for byte.
 * Anything else (nested enums, defaults, services) is refused rather than lost.
 */
export const printProto = (file: DescFile): string => {
  const json = toJson(FileDescriptorProtoSchema, file.proto, { registry: createRegistry(file) }) as unknown as FileJson;
  refuseUnprintable(json);
  const isProto3 = json.syntax === "proto3";
  const blocks = [
    `syntax = "${json.syntax ?? "proto2"}";`,
    `package ${json.package};`,
    ...(json.dependency ? [json.dependency.map((path) => `import ${quote(path)};`).join("\n")] : []),
    printFileOptions(json.options ?? {}),
    ...(json.extension ?? []).map((field) => `extend ${field.extendee} {\n${printField(field, isProto3)}\n}`),
    ...(json.messageType ?? []).map((message) => printMessage(message, isProto3)),
    ...(json.enumType ?? []).map(printEnum),
  ];
  return `${blocks.join("\n\n")}\n`;
};

type Options = Record<string, unknown>;
type Range = { start: number; end: number };
type FieldJson = {
  name: string;
  number: number;
  label: string;
  type: string;
  typeName?: string;
  extendee?: string;
  oneofIndex?: number;
  proto3Optional?: boolean;
  options?: Options;
};
type MessageJson = {
  name: string;
  field?: FieldJson[];
  nestedType?: MessageJson[];
  options?: { mapEntry?: boolean };
  oneofDecl?: { name: string; options?: Options }[];
  extensionRange?: Range[];
  reservedRange?: Range[];
  reservedName?: string[];
};
type EnumJson = Pick<MessageJson, "name" | "reservedRange" | "reservedName"> & {
  value: { name: string; number?: number }[];
};
type FileJson = {
  package: string;
  syntax?: string;
  dependency?: string[];
  options?: Options;
  messageType?: MessageJson[];
  enumType?: EnumJson[];
  extension?: FieldJson[];
};

/** 2^29 is one past the last field number; source writes `max` for it. */
const pastLastField = 536870912;
const printable = new Set([
  ..."name package dependency messageType enumType extension options field value oneofDecl".split(" "),
  ..."syntax nestedType proto3Optional".split(" "),
  ..."number label type typeName jsonName extendee oneofIndex extensionRange reservedRange reservedName".split(" "),
]);

const refuseUnprintable = (node: unknown): void => {
  if (Array.isArray(node)) {
    for (const each of node) refuseUnprintable(each);
    return;
  }
  if (node === null || typeof node !== "object") return;
  // A file's are known by its name.
  if ("enumType" in node && !("package" in node)) throw new Error("print-proto cannot print an enum within a message");
  for (const [key, value] of Object.entries(node)) {
    if (key === "options" || key.endsWith("Range")) continue;
    if (!printable.has(key))
      throw new Error(`print-proto cannot print "${key}"; extend it before relying on its output`);
    refuseUnprintable(value);
  }
};

const printMessage = (message: MessageJson, isProto3: boolean): string => {
  const oneofs = message.oneofDecl ?? [];
  const fields = message.field ?? [];
  const entries = new Map(
    (message.nestedType ?? []).filter(({ options }) => options?.mapEntry).map((entry) => [entry.name, entry]),
  );
  const nested = (message.nestedType ?? [])
    .filter(({ name }) => !entries.has(name))
    .map((one) => printMessage(one, isProto3).replaceAll(/^/gm, "  "));
  // A oneof is printed whole where its first member stands; its members follow one another in a compiled file.
  const members = fields.map((field, at) => {
    const entry = entries.get(field.typeName?.split(".").at(-1) ?? "");
    if (entry) return printMap(field, entry);
    if (field.oneofIndex === undefined || field.proto3Optional) return printField(field, isProto3);
    if (fields[at - 1]?.oneofIndex === field.oneofIndex) return "";
    const inside = fields.filter((other) => other.oneofIndex === field.oneofIndex);
    return `  oneof ${oneofs[field.oneofIndex]!.name} {\n${inside.map((each) => printField(each, isProto3, true)).join("\n")}\n  }`;
  });
  const extensions = (message.extensionRange ?? []).map((range) => `  extensions ${printRange(range, 1)};`);
  return `message ${message.name} {\n${[...nested, ...members, ...extensions, ...printReserved(message, 1)].filter(Boolean).join("\n")}\n}`;
};

const printEnum = (each: EnumJson): string => {
  const values = each.value.map(({ name, number }) => `  ${name} = ${number ?? 0};`);
  return `enum ${each.name} {\n${[...values, ...printReserved(each, 0)].join("\n")}\n}`;
};

const printField = (field: FieldJson, isProto3: boolean, inOneof = false): string => {
  const isBare = inOneof || (isProto3 && field.label === "LABEL_OPTIONAL" && !field.proto3Optional);
  const label = isBare ? "" : `${field.label.slice("LABEL_".length).toLowerCase()} `;
  const type = typeOf(field);
  return `  ${label}${type} ${field.name} = ${field.number}${printFieldOptions(field.options)};`;
};

const typeOf = ({ typeName, type }: FieldJson): string => typeName ?? type.slice("TYPE_".length).toLowerCase();

/** A map is a list of messages of two fields, which its source does not name. */
const printMap = ({ name, number, options }: FieldJson, { field = [] }: MessageJson): string =>
  `  map<${field.map(typeOf).join(", ")}> ${name} = ${number}${printFieldOptions(options)};`;

const printFieldOptions = (options: Options = {}): string => {
  const printed = Object.entries(options).map(([name, value]) => `${optionName(name)} = ${textFormat(value)}`);
  return printed.length === 0 ? "" : ` [${printed.join(", ")}]`;
};

const printFileOptions = (options: Options): string =>
  Object.entries(options)
    .map(([name, value]) => `option ${snakeCase(name)} = ${textFormat(value)};`)
    .join("\n");

/** Ends are exclusive in message ranges and inclusive in enum ranges: `past` is the difference. */
const printRange = ({ start, end }: Range, past: 0 | 1): string => {
  const last = end === pastLastField ? "max" : String(end - past);
  return last === String(start) ? last : `${start} to ${last}`;
};

const printReserved = (of: Pick<MessageJson, "reservedRange" | "reservedName">, past: 0 | 1): string[] => [
  ...(of.reservedRange ?? []).map((range) => `  reserved ${printRange(range, past)};`),
  ...(of.reservedName ?? []).map((name) => `  reserved ${quote(name)};`),
];

const textFormat = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(textFormat).join(", ")}]`;
  if (value === null || typeof value !== "object") return typeof value === "string" ? quote(value) : String(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${snakeCase(name)}: ${textFormat(inner)}`)
    .join(" ")} }`;
};

/** JSON shows an extension as "[package.name]", where source says "(package.name)". */
const optionName = (name: string): string => (name.startsWith("[") ? `(${name.slice(1, -1)})` : snakeCase(name));
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** JSON's escapes are all proto's too. */
const quote = (text: string): string => JSON.stringify(text);
