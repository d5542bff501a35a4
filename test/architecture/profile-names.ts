import { parseAst } from "rolldown/parseAst";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";

/** A name of a profile, or a word for a role, that stands in code. */
export interface NameInCode {
  readonly name: string;
  readonly line: number;
}

/** What stands in the profiles and may not stand in code. */
export interface ProfileNames {
  /** Names that mean nothing else: those with a hyphen. They stand nowhere. */
  readonly own: ReadonlySet<string>;
  /** Names that are plain words too (`request`): they stand in no file that reads kinds, slots, readers or profiles by name. */
  readonly plain: ReadonlySet<string>;
  /** What people are called in either language, in each form that a profile has and that a person may type, as whole words. */
  readonly roles: ReadonlySet<string>;
}

const named: readonly PartyRole[] = [PartyRole.AUTHOR, PartyRole.OPPONENT, PartyRole.COMPANY_DOCTOR, PartyRole.UWV];

/** The names that profiles give. `uzelf` and `andere partij` are nobody's in particular. */
export const namesOf = (profiles: readonly WorkflowProfile[], common: WorkflowProfile): ProfileNames => {
  const all = profiles.flatMap(({ profileId, claimKinds, readers }) => [
    profileId,
    ...readers.map(({ name }) => name),
    ...claimKinds.flatMap(({ name, slots }) => [name, ...slots.map((slot) => slot.name)]),
  ]);
  const nouns = (from: readonly WorkflowProfile[]): string[] =>
    from.flatMap(({ roles }) =>
      roles.flatMap(({ role, nouns: both }) =>
        named.includes(role)
          ? both.flatMap(({ noun, plural, also, typed }) =>
              [noun, plural, ...also, ...typed].filter((one) => one !== "").map((one) => one.toLowerCase()),
            )
          : [],
      ),
    );
  const neutral = new Set(nouns([common]));
  return {
    own: new Set(all.filter((name) => name.includes("-"))),
    plain: new Set(all.filter((name) => !name.includes("-"))),
    roles: new Set(nouns(profiles).filter((noun) => !neutral.has(noun))),
  };
};

/** Words of code that stand for a name of the profiles. */
const readers = new Set(["claimKind", "claimKinds", "templateName", "profileId", "audience", "name"]);

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

/**
 * Every place of a source where a name of the profiles stands in what it says: texts, templates, patterns, keys. A name that is a
 * plain word counts where it is compared with a name, and in a list or a table of nothing but such names.
 */
export const namesInCode = (source: string, file: string, names: ProfileNames): NameInCode[] => {
  const found: NameInCode[] = [];
  const add = (name: string, at: number) => found.push({ name, line: source.slice(0, at).split("\n").length });
  walk(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node, (node) => {
    for (const part of textOf(node)
      ?.toLowerCase()
      .match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [])
      if (names.own.has(part) || names.roles.has(part)) add(part, node.start);
    for (const name of plainIn(node, names.plain)) add(name, node.start);
  });
  return found;
};

/** What is compared with a name, or makes up a list or a table: of these one that is no name of a profile tells that it is another list. */
const plainIn = (node: Node, plain: ReadonlySet<string>): string[] => {
  if (node.type === "BinaryExpression") {
    const sides = [node.left, node.right] as Node[];
    return sides.some((side) => readers.has(nameOf(side)))
      ? sides.flatMap((side) => stringOf(side) ?? []).filter((name) => plain.has(name))
      : [];
  }
  if (node.type === "ArrayExpression") return ofNames((node.elements as Node[]).map(stringOf), plain);
  if (node.type === "ObjectExpression")
    return ofNames(
      (node.properties as Node[]).map(({ key, shorthand }) =>
        shorthand ? undefined : key ? stringOf(key as Node) : undefined,
      ),
      plain,
    );
  return [];
};

/** All of a list where it is two names at least and nothing else. */
const ofNames = (list: readonly (string | undefined)[], plain: ReadonlySet<string>): string[] =>
  list.length > 1 && list.every((one) => one !== undefined && plain.has(one)) ? (list as string[]) : [];

const nameOf = (node: Node): string =>
  node.type === "Identifier"
    ? String(node.name)
    : node.type === "MemberExpression"
      ? nameOf(node.property as Node)
      : node.type === "ChainExpression"
        ? nameOf(node.expression as Node)
        : "";

const stringOf = (node: Node): string | undefined =>
  node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;

/** What a node says; a property's name counts only where it is written as a text, or is a key of a literal. */
const textOf = (node: Node): string | undefined => {
  if (node.type === "Literal") {
    const { regex, value } = node as { regex?: { pattern: string }; value?: unknown };
    return regex ? regex.pattern : typeof value === "string" ? value : undefined;
  }
  if (node.type === "TemplateElement") return (node.value as { cooked?: string }).cooked ?? "";
  return node.type === "JSXText" ? String(node.value) : undefined;
};

const walk = (node: Node, visit: (node: Node) => void): void => {
  // Types say nothing at run time, and paths of imports name files.
  if (
    /^TS(?:Type|Interface|Literal|Union|Indexed)|^(?:Import|Export(?:All|Named))Declaration$/.test(node.type) &&
    !node.declaration
  )
    return;
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child !== null && typeof child === "object" && typeof (child as Node).type === "string")
        walk(child as Node, visit);
};
