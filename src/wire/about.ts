import { type DescField, type DescMessage, type DescMethod, getOption, type Message } from "@bufbuild/protobuf";
import { about } from "../../gen/pincite/access/v1/right_pb.ts";

/** What a call is about, as the option `about` of its method says. */
export interface About {
  readonly kind: (typeof kinds)[number];
  /** Local names of the fields that lead to the id; none where the kind takes none. */
  readonly path: readonly string[];
}

const bare = ["nothing", "list"] as const;
const pointed = ["run", "sources", "copies", "strand", "begins", "opens", "call", "upload", "named"] as const;
const kinds = [...bare, ...pointed] as const;

const known = new WeakMap<DescMethod, readonly About[]>();

/** What calls of a method are about. Errors: TypeError for what the option cannot say. */
export const aboutOf = (method: DescMethod): readonly About[] => {
  const found = known.get(method) ?? getOption(method, about).map((said) => parsed(method, said));
  known.set(method, found);
  return found;
};

const parsed = (method: DescMethod, said: string): About => {
  const [name = "", field] = said.split(":");
  const kind = kinds.find((one) => one === name);
  const takesField = pointed.some((one) => one === kind);
  if (!kind || takesField !== (field !== undefined))
    throw new TypeError(`${method.parent.typeName}/${method.name} is about ${said}, which is nothing`);
  return { kind, path: field === undefined ? [] : namesOf(method, method.input, field.split(".")) };
};

/** The local names of the fields on a path, the last of which is a text. */
const namesOf = (method: DescMethod, message: DescMessage, [name, ...rest]: readonly string[]): string[] => {
  const field: DescField | undefined = message.fields.find((one) => one.name === name);
  const isText = (field?.fieldKind === "scalar" || field?.fieldKind === "list") && rest.length === 0;
  if (!field || (!isText && field.fieldKind !== "message"))
    throw new TypeError(`${method.parent.typeName}/${method.name} is about a field that is not there: ${name}`);
  return isText || !field.message ? [field.localName] : [field.localName, ...namesOf(method, field.message, rest)];
};

/** The message that holds the last field of a path, and what that says; undefined where nothing leads there. */
export const saidAt = (
  message: Message,
  path: readonly string[],
): { readonly value: string; readonly holder: Readonly<Record<string, unknown>> } | undefined => {
  let holder = message as unknown as Readonly<Record<string, unknown>>;
  for (const [at, name] of path.entries()) {
    // A field of a oneof stands in it by its case.
    const next = holder[name] ?? Object.values(holder).find((one) => isCase(one, name))?.value;
    if (at === path.length - 1) return { value: typeof next === "string" ? next : "", holder };
    if (next === undefined || next === null) return undefined;
    holder = next as Readonly<Record<string, unknown>>;
  }
  return undefined;
};

/** What stands at a path: one text, or those of a list. */
export const textsAt = (message: Message, path: readonly string[]): readonly string[] => {
  const said = saidAt(message, path);
  const listed = said?.holder[path.at(-1) ?? ""];
  return Array.isArray(listed) ? listed.filter((one) => typeof one === "string") : said ? [said.value] : [];
};

const isCase = (value: unknown, name: string): value is { readonly value: unknown } =>
  (value as { readonly case?: string } | undefined)?.case === name;
