import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type AnyDesc, createFileRegistry, type DescFile, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";
import { lightDescriptors, lightRegistry } from "../../../scripts/bundle/light-descriptors.ts";
import { isLeftOutType, unruled } from "../../../scripts/bundle/unruled-descriptors.ts";
import { projectRoot } from "../../../scripts/import-rules.ts";
import { newFolder } from "../../support/new-folder.ts";

const dir = newFolder("descriptors");
let light: readonly DescFile[];
let whole: readonly DescFile[];

beforeAll(async () => {
  symlinkSync(join(projectRoot, "node_modules"), join(dir, "node_modules"));
  const entry = join(dir, "entry.js");
  writeFileSync(entry, everyFile());
  // One with the plugin and one without, so that each has a package of its own.
  [light, whole] = await Promise.all([loaded(entry, "light.js", true), loaded(entry, "whole.js", false)]);
});

/** A module that has the descriptors of all generated files in `files`. */
const everyFile = (): string => {
  const root = join(projectRoot, "gen/pincite");
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("_pb.ts"));
  const imports = paths.map((path, at) => `import * as m${at} from ${JSON.stringify(join(root, path))};`);
  const all = `[${paths.map((_, at) => `...Object.values(m${at})`).join(", ")}]`;
  return `${imports.join("\n")}\nexport const files = ${all}.filter((each) => each.kind === "file");`;
};

const loaded = async (input: string, name: string, isLight: boolean): Promise<readonly DescFile[]> => {
  const bundle = await rolldown({ input, platform: "node", plugins: isLight ? [lightDescriptors] : [] });
  await bundle.write({ file: join(dir, name), format: "esm" });
  await bundle.close();
  return (await import(/* @vite-ignore */ pathToFileURL(join(dir, name)).href)).files;
};

/** Everything that a descriptor says, each other descriptor in it by its name; what is inside of it is told too. */
const told = (desc: object): unknown =>
  Object.fromEntries(
    Object.entries(desc).map(([key, value]) => {
      if (inside.has(key)) return [key, Object.values(value as object).map(told)];
      return [key, typeof value === "function" ? String((value as () => unknown).call(desc)) : byName(value)];
    }),
  );
const inside = new Set(
  "messages enums services extensions fields field oneofs members methods method values value".split(" "),
);
const nested = ["nestedMessages", "nestedEnums", "nestedExtensions"];
for (const key of nested) inside.add(key);

const isDesc = (value: unknown): value is AnyDesc =>
  typeof value === "object" && value !== null && "kind" in value && "proto" in value;
const byName = (value: unknown): unknown => {
  if (isDesc(value)) return String(value);
  return Array.isArray(value) && value.some(isDesc) ? value.map(String) : value;
};

describe("the descriptors of the bundle", () => {
  it("say of every file, message, field, enum and service what those of the package say", () => {
    expect(light.length).toBeGreaterThan(50);
    expect(light.map((file) => file.name)).toEqual(whole.map((file) => file.name));
    for (const [at, file] of light.entries()) expect(told(file), file.name).toEqual(told(whole[at]!));
  });

  it("name a type of another file by the very descriptor of that file", () => {
    const byTypeName = new Map(light.flatMap((file) => file.messages).map((desc) => [desc.typeName, desc]));
    const named = [...byTypeName.values()].flatMap(({ fields }) => fields.flatMap(({ message }) => message ?? []));
    const ours = named.filter((desc) => desc.typeName.startsWith("pincite.") && desc.parent === undefined);
    expect(ours.length).toBeGreaterThan(100);
    for (const desc of ours) expect(desc === byTypeName.get(desc.typeName), desc.typeName).toBe(true);
  });

  it("make the fields of a message once", () => {
    for (const message of light.flatMap((file) => file.messages)) {
      expect(message.fields).toBe(message.fields);
      expect(message.field).toBe(message.field);
    }
  });

  it("are not made light where the package reads otherwise: the build ends instead", () => {
    expect(() => lightRegistry("export const nothing = 1;")).toThrow(/not as light-descriptors knows it/);
  });
});

describe("the descriptors of the page", () => {
  /** What a client reads and writes messages and calls methods by. */
  const facts = (file: DescFile) => ({
    fields: file.messages.flatMap((message) =>
      [message, ...message.nestedMessages].flatMap(({ typeName, fields }) =>
        fields
          .filter(({ message }) => !isLeftOutType(message?.typeName ?? "", file.proto.name))
          .map((field) => [typeName, String(field), field.number, field.fieldKind, field.jsonName, field.presence]),
      ),
    ),
    methods: file.services.flatMap(({ methods }) =>
      methods.map((method) => [String(method), method.methodKind, method.idempotency]),
    ),
  });

  it("say all that a client goes by, but for types that are left out, and none of the rules of fields", () => {
    const ours = whole.filter(({ proto }) => proto.package.startsWith("pincite."));
    const decoder = new TextDecoder("latin1");
    let before = 0;
    let after = 0;
    for (const file of ours) {
      const bytes = toBinary(FileDescriptorProtoSchema, file.proto);
      const light = Buffer.from(unruled(Buffer.from(bytes).toString("base64")), "base64");
      before += bytes.length;
      after += light.length;
      const proto = fromBinary(FileDescriptorProtoSchema, light);
      const others = new Map(whole.flatMap((one) => [one, ...one.dependencies]).map((one) => [one.proto.name, one]));
      const read = createFileRegistry(proto, (name) => others.get(name));
      expect(facts(read.getFile(proto.name)!), proto.name).toEqual(facts(file));
      // Rules in words are expressions about `this`.
      expect(decoder.decode(light), proto.name).not.toMatch(/\bthis\b|matches\(/u);
    }
    expect(ours.length).toBeGreaterThan(50);
    expect(after).toBeLessThan(0.95 * before);
  });
});
