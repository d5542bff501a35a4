import { create, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";

/** Texts that have broken a reader, a pattern or a template before. */
const nasty = [
  // Names of providers, sources and places, which a profile may not have where they do not belong.
  ...["anthropic", "remote", "vault", "law", "none", "{words}", "m-1", "http://127.0.0.1:1"],
  ...[
    "",
    " ",
    "{topic}",
    "{letter}{words}",
    "$&",
    "(?:a+)+$",
    "\\",
    "[",
    "a|b",
    "\u202e",
    "\u0000",
    "constructor",
    "__proto__",
  ],
  ...["x".repeat(400), "é\u0301".repeat(20), "art. 7:611 BW", "€ 5", "winkel of aannemer", "a-b", "\n- x", "“q”"],
];

const counts = [0, 1, 7, 8, 601, 70_000, 4_294_967_295];

/** One field of a profile, at any depth, changed: emptied, doubled, dropped or given something nasty. */
export const changeField = (desc: DescMessage, message: Message, draw: (below: number) => number): void => {
  const field = desc.fields[draw(desc.fields.length)] as DescField;
  const at = message as unknown as Record<string, unknown>;
  const value = at[field.localName];
  if (field.fieldKind === "list") {
    const list = value as unknown[];
    const choice = draw(5);
    if (choice === 0) list.length = 0;
    else if (choice === 1 && list.length > 0) list.push(list[draw(list.length)]);
    else if (choice === 2 && list.length > 0) list.splice(draw(list.length), 1);
    else if (field.message && list.length > 0) changeField(field.message, list[draw(list.length)] as Message, draw);
    else if (!field.message) list.push(field.enum ? draw(9) : nasty[draw(nasty.length)]);
    else list.push(create(field.message));
  } else if (field.message) {
    if (draw(4) === 0 || value === undefined) at[field.localName] = draw(2) === 0 ? undefined : create(field.message);
    else changeField(field.message, value as Message, draw);
  } else if (field.enum) at[field.localName] = field.enum.values[draw(field.enum.values.length)]?.number ?? 0;
  else if (typeof value === "boolean") at[field.localName] = !value;
  else if (typeof value === "number") at[field.localName] = counts[draw(counts.length)];
  else at[field.localName] = nasty[draw(nasty.length)];
};
