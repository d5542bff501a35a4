import type { Plugin } from "rolldown";

/**
 * Generated descriptors in a fraction of the time. When a generated file is loaded, `@bufbuild/protobuf` makes every field of
 * every message of it, and enters all types of all files that it imports into a registry of its own, once for each path of
 * imports that leads to them: a third of the CPU of a command. In the bundle, the types of imports are looked up where they
 * are, and the fields of a message are made when they are first asked for. What is made stays the same. Descriptors that
 * come from elsewhere are made at once, as before, because they are checked by being made. Where the package no longer reads
 * as it is known here, the build ends with an error.
 */
export const lightDescriptors: Plugin = {
  name: "light-descriptors",
  transform: {
    filter: { id: /@bufbuild\/protobuf\/dist\/esm\/registry\.js$/ },
    handler: (code) => lightRegistry(code),
  },
};

/** The package's registry.js with the changes. Throws where it does not read as they need it. */
export const lightRegistry = (code: string): string => changes.reduce(replaced, code);

type Change = readonly [from: string, to: string];

const replaced = (code: string, [from, to]: Change): string => {
  const [before, after, more] = code.split(from);
  if (before === undefined || after === undefined || more !== undefined)
    throw new Error(`registry.js of @bufbuild/protobuf is not as light-descriptors knows it: ${from}`);
  return before + to + after;
};

const changes: readonly Change[] = [
  [
    "    return buildFileRegistry([fileDescriptorProto, resolve]);\n}",
    `    const types = new Map();
    const dependencies = fileDescriptorProto.dependency.map((name) => {
        const dependency = resolve(name);
        if (!dependency) {
            throw new Error(\`Unable to resolve \${name}, imported by \${fileDescriptorProto.name}\`);
        }
        return dependency;
    });
    const ofKind = (kind) => (typeName) => {
        const type = types.get(typeName) || typeAmong(dependencies, typeName);
        return type && type.kind == kind ? type : undefined;
    };
    let made;
    const registry = {
        embedded: true,
        add: (desc) => types.set(desc.typeName, desc),
        addFile(file) {
            made = file;
            typesOfEmbedded.set(file, types);
        },
        getFile: (name) => name == fileDescriptorProto.name ? made : resolve(name),
        getMessage: ofKind("message"),
        getEnum: ofKind("enum"),
    };
    addFile(fileDescriptorProto, registry);
    return registry;
}
const typesOfEmbedded = new WeakMap();
function typeAmong(files, typeName) {
    for (const file of files) {
        const types = typesOfEmbedded.get(file);
        const type = types && types.get(typeName);
        if (type) {
            return type;
        }
    }
    for (const file of files) {
        const type = typeAmong(file.dependencies, typeName);
        if (type) {
            return type;
        }
    }
    return undefined;
}
function partsWhenAsked(make) {
    let parts;
    return () => {
        if (!parts) {
            parts = { fields: [], field: {}, oneofs: [], members: [] };
            make();
        }
        return parts;
    };
}`,
  ],
  [
    `    const desc = {
        kind: "message",`,
    `    const parts = partsWhenAsked(() => addFields(desc, reg, mapEntries));
    const desc = {
        kind: "message",`,
  ],
  [
    `        fields: [],
        field: {},
        oneofs: [],
        members: [],
`,
    `        get fields() { return parts().fields; },
        get field() { return parts().field; },
        get oneofs() { return parts().oneofs; },
        get members() { return parts().members; },
`,
  ],
  // The parts that were all made with the file are now asked for, where the file is not one of ours.
  [
    `        // to create a map field, we need access to the map entry's fields
        addFields(mapEntry, reg, mapEntries);`,
    "        if (!reg.embedded) askForFields(mapEntry);",
  ],
  [
    `        addFields(message, reg, mapEntries);
        addExtensions(message, reg);`,
    `        if (!reg.embedded) askForFields(message);
        addExtensions(message, reg);`,
  ],
  [
    `    for (const child of message.nestedMessages) {
        addFields(child, reg, mapEntries);
    }
}`,
    `}
function askForFields(message) {
    message.fields.forEach(() => undefined);
    message.nestedMessages.forEach(askForFields);
}`,
  ],
];
