import { type AddressBlock, addressBlocks, isStreet } from "./address-blocks.ts";
import { writtenDays } from "./days.ts";
import { letterForms } from "./forms.ts";
import { letterDay } from "./letter-day.ts";
import {
  type Cell,
  cellsOf,
  headLinesMax,
  isOfLabel,
  type Labelled,
  labelledIn,
  labelledOf,
  part,
  type Said,
} from "./lines.ts";
import { bareName, familyName, isFunction, isPerson, isSurelyPerson } from "./names.ts";
import { remedyAddress, remedyBoard } from "./remedy-address.ts";

/** What a letter says of itself, each stretch as it stands there. What is absent was not read with certainty. */
export interface LetterFacts {
  /** Who signed it, with degrees and courtesy titles as written. */
  readonly writer: Said | undefined;
  /** The same name with a courtesy title in front, where the letter has it so: `mevrouw S. Vinder` behind the label of a contact. */
  readonly titledWriter: Said | undefined;
  /** What the writer signs as. */
  readonly position: Said | undefined;
  /** The organisation that it comes from. May go over two lines. */
  readonly firm: Said | undefined;
  /** Street and place of the writer, in order. */
  readonly writerAddress: readonly Said[];
  /** Whom it goes to: names, in order. */
  readonly addressee: readonly Said[];
  /** Street and place of the addressee, in order. */
  readonly addresseeAddress: readonly Said[];
  /** Where it says that what is done against it goes: names, then street and place. */
  readonly remedyAddress: readonly Said[];
  /** With whom it says that this is lodged, where it gives no address for it: a board. */
  readonly remedyBoard: Said | undefined;
  /** The place of writing, beside its day. */
  readonly place: Said | undefined;
  /** The words that date it, and their day. */
  readonly day: (Said & { readonly day: string }) | undefined;
  /** What it is about: behind its label, or on a line of its own above the salutation. */
  readonly subject: Said | undefined;
  /** What the labels of its head and margin say, in order: references among them. */
  readonly labelled: readonly Labelled[];
  /** The line that speaks to somebody. */
  readonly salutation: Said | undefined;
  /** Where its text begins and ends, in UTF-16 units: behind the salutation or head, before the closing. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

const tailLinesMax = 16;

/**
 * Reads a letter by its form: letterhead, address, reference lines, day, salutation, closing, name. The words of the text decide, in
 * the order in which they stand; a file's own data are not looked at.
 */
export const readLetter = (text: string): LetterFacts => {
  const lines = cellsOf(text);
  const greeted = lines
    .slice(0, headLinesMax)
    .findIndex((cells, at) => cells.length === 1 && isSalutation(cells[0]?.value ?? "", lines[at - 1] ?? []));
  const headEnd = greeted < 0 ? firstSentence(lines) : greeted;
  const head = lines.slice(0, headEnd);
  const closings = closingLines(lines, headEnd);
  const closed = closings[0] ?? -1;
  const tail = tailOf(text, lines, { greeted, closed });
  // What stands in the margin of a page is written behind its text.
  const labelled = labelledIn([...head, ...tail]);
  const salutation = greeted < 0 ? undefined : lines[greeted]?.[0];
  const blocks = addressBlocks(
    head.flat(),
    (cell) => !isOfLabel(cell, labelled) && writtenDays(cell.value).length === 0,
  );
  // Every country whose addresses are read here writes the day first.
  const dated = letterDay(head, labelled, tail, blocks.length > 0);
  // An English letter says what it is about below the salutation.
  const below = lines.findIndex((cells, at) => greeted >= 0 && at > greeted && cells.length > 0);
  const subjectBelow = labelledOf(labelledIn(lines.slice(below, below + Number(below >= 0))), "subject")[0];
  const greetedName = familyName(salutation?.value.replace(/[,.!:]$/u, "") ?? "");
  // Whoever is spoken to, courtesy title and all, did not sign: their address in the margin is written behind the text.
  const signs = (named: Said | undefined) => signerOf(tail, named, labelled, greetedName);
  const signer = familyName(signs(undefined).writer?.value ?? "");
  const inMargin = addressBlocks(tail.flat(), (cell) => !isOfLabel(cell, labelled));
  const isOwn = ({ names }: AddressBlock): boolean =>
    signer !== "" && names.some(({ value }) => isPerson(value) && familyName(value) === signer);
  const addressed =
    addresseeOf(
      blocks.filter((block) => !isOwn(block)),
      salutation,
    ) ??
    inMargin.find(({ names }) => names.some(({ value }) => greetedName !== "" && familyName(value) === greetedName)) ??
    greetedIn(head.flat(), salutation);
  const own = blocks.find((block) => block !== addressed) ?? inMargin.find((block) => block !== addressed);
  const repeated = repeatedName(head, tail, { addressed, labelled });
  // One person who speaks of themselves signs, not a firm: their name stands above their own address.
  const isPersons =
    repeated !== undefined && isPerson(repeated.value) && letterForms.ownPronoun.test(text.slice(salutation?.end ?? 0));
  const named =
    representedIn(tail) ?? namedFirm(head, tail, own, { addressed, labelled }) ?? (isPersons ? undefined : repeated);
  const isOne = closings.length <= 1 && !holdsAnother(lines, headEnd);
  const signed = isOne ? signs(named) : { writer: undefined, position: undefined };
  const firm = named ?? letterheadName(head.flat(), own, addressed, signed.writer);
  const bodyStart = lineStart(lines, greeted < 0 ? headEnd : (subjectBelow ? below : greeted) + 1, text.length);
  const bodyEnd = closed < 0 ? text.length : (lines[closed]?.[0]?.start ?? text.length);
  const body = { value: text.slice(bodyStart, bodyEnd), start: bodyStart, end: bodyEnd };
  const remedy = remedyAddress(body);
  return {
    writer: signed.writer,
    titledWriter: signed.writer && titled(text, signed.writer),
    position: signed.position,
    firm,
    writerAddress: (own?.address ?? []).map((line) =>
      firm && line.value.startsWith(firm.value) && line.value !== firm.value
        ? part(line, firm.value.length, line.value.length)
        : line,
    ),
    addressee: addressed?.names ?? [],
    addresseeAddress: addressed?.address ?? [],
    remedyBoard: remedy ? undefined : remedyBoard(body),
    remedyAddress: [...(remedy?.names ?? []), ...(remedy?.address ?? [])],
    place: dated?.place,
    day: dated?.day,
    subject: labelledOf(labelled, "subject")[0] ?? boldSubject(head, labelled, blocks, salutation) ?? subjectBelow,
    labelled,
    salutation,
    bodyStart,
    bodyEnd,
  };
};

/** A line that speaks to somebody; one in small letters below words without an end goes on with their sentence (`waarde vlak voor de schade`). */
const isSalutation = (line: string, above: readonly Cell[]): boolean =>
  letterForms.salutation.test(line) && !(/^\p{Ll}/u.test(line) && /[\p{L}\p{N},]$/u.test(above.at(-1)?.value ?? ""));

const lineStart = (lines: readonly (readonly Cell[])[], at: number, otherwise: number): number =>
  lines.slice(at).find((cells) => cells.length > 0)?.[0]?.start ?? otherwise;

/**
 * Where the head of a letter without a salutation ends: below the header lines of a message, else before the first line of so many
 * words that it is no address; a text of short lines has none.
 */
const firstSentence = (lines: readonly (readonly Cell[])[]): number => {
  const said = lines.slice(0, headLinesMax);
  const first = said.findIndex(([cell]) => cell !== undefined && !headerLine.test(cell.value));
  if (said.slice(0, Math.max(0, first)).some(([cell]) => cell !== undefined)) return first;
  return Math.max(
    0,
    said.findIndex(
      ([cell, ...more]) =>
        more.length === 0 &&
        !headerLine.test(cell?.value ?? "") &&
        (cell?.value.split(/\s+/u).length ?? 0) >= sentenceWordsLeast,
    ),
  );
};
/** `Name: value`, as the headers of messages have it. */
const headerLine = /^\p{L}[\p{L}. -]{0,30}?\s*:\s*\S/u;
const sentenceWordsLeast = 9;

const closingLines = (lines: readonly (readonly Cell[])[], from: number): number[] =>
  lines.flatMap((cells, at) => (at > from && letterForms.closing.test(cells[0]?.value ?? "") ? [at] : []));

/** A second salutation or the header of a message below the head: what is signed below it may be somebody else's letter. */
const holdsAnother = (lines: readonly (readonly Cell[])[], headEnd: number): boolean =>
  lines.slice(headEnd + 1).some(([cell, ...more]) => {
    const value = more.length === 0 ? (cell?.value ?? "") : "";
    return (letterForms.salutation.test(value) && /[,!:]$/u.test(value)) || letterForms.writerHeader.test(value);
  });

/** The lines below the closing words; of what speaks to somebody or as somebody without them, the last lines behind an empty one. */
const tailOf = (
  text: string,
  lines: readonly (readonly Cell[])[],
  { greeted, closed }: { greeted: number; closed: number },
): readonly (readonly Cell[])[] => {
  if (closed >= 0) return lines.slice(closed + 1, closed + 1 + tailLinesMax);
  if (greeted < 0 && !letterForms.pronoun.test(text)) return [];
  const end = lines.findLastIndex((cells) => cells.length > 0);
  const start = lines.slice(0, end + 1).findLastIndex((cells) => cells.length === 0);
  return start < Math.max(0, greeted) || end - start > lastLinesMax ? [] : lines.slice(start + 1, end + 1);
};
/** A name, what somebody is, and a firm. */
const lastLinesMax = 3;

/** Whom the letter goes to: whose family name the salutation says, who is addressed in words, or the second of two addresses. */
const addresseeOf = (blocks: readonly AddressBlock[], salutation: Said | undefined): AddressBlock | undefined => {
  const greeted = familyName(salutation?.value.replace(/[,.!:]$/u, "") ?? "");
  const isGreeted = ({ names }: AddressBlock): boolean =>
    greeted !== "" && names.some(({ value }) => value.toLowerCase().includes(greeted));
  const isOther = (block: AddressBlock): boolean => block.names.length > 0 && !block.hasContact;
  return (
    blocks.find((block) => isGreeted(block) && !block.hasContact) ??
    blocks.find(({ isAddressed }) => isAddressed) ??
    blocks.find(isGreeted) ??
    blocks.slice(1).find(isOther) ??
    (blocks.length === 1 && blocks[0]?.line !== 0 ? blocks.find(isOther) : undefined)
  );
};

/** Whom the salutation names, where the head has the whole name on a line of its own without an address. */
const greetedIn = (cells: readonly Cell[], salutation: Said | undefined): AddressBlock | undefined => {
  const greeted = familyName(salutation?.value.replace(/[,.!:]$/u, "") ?? "");
  const at = cells.findIndex(({ value }) => greeted !== "" && isPerson(value) && familyName(value) === greeted);
  const cell = cells[at];
  if (!cell) return undefined;
  const below = cells[at + 1];
  const address = below && below.line === cell.line + 1 && isStreet(below.value) ? [below] : [];
  const { line, start } = cell;
  const end = address[0]?.end ?? cell.end;
  return { names: [cell], address, place: undefined, isAddressed: true, hasContact: false, line, start, end };
};

/** The organisation that writes, where its legal form names it: below the letter, in its address, above the letter. */
const namedFirm = (
  head: readonly (readonly Cell[])[],
  tail: readonly (readonly Cell[])[],
  own: AddressBlock | undefined,
  { addressed, labelled }: { readonly addressed: AddressBlock | undefined; readonly labelled: readonly Labelled[] },
): Said | undefined => {
  const isName = ({ value }: Said): boolean =>
    letterForms.organisation.test(value) &&
    value.length <= 100 &&
    !/(?<!\s\p{Lu}\p{Ll}{1,4}\.)(?<=[.!?])$/u.test(value.replace(letterForms.organisation, "").trim()) &&
    !letterForms.contact.test(value);
  const references = labelled.filter(({ of }) => of.endsWith("-reference"));
  const above = head.flat().filter((cell) => !isWithin(cell, addressed) && !isOfLabel(cell, references));
  const [first] = [...tail.flat(), ...(own?.names ?? []), ...above].filter(isName);
  // Below the name a department or an office may stand before the firm, which the head has alone, and often in capitals.
  const alone = above.find(
    (cell) => isName(cell) && cell !== first && first?.value.toLowerCase().endsWith(` ${cell.value.toLowerCase()}`),
  );
  // A letterhead may break one name over two lines, which the signature has whole.
  const lead = first && alone ? first.value.slice(0, -alone.value.length).trim().toLowerCase() : "";
  const isBroken = above.some(({ value }) => value.toLowerCase() === lead);
  const bare =
    first && alone && !isBroken ? part(first, first.value.length - alone.value.length, first.value.length) : first;
  return bare && whole(bare, above);
};

/** For whom the signer signs, as the line says it: `namens de raad van Elders,`. */
const representedIn = (tail: readonly (readonly Cell[])[]): Said | undefined => {
  for (const cell of tail.flat()) {
    const lead = letterForms.representing.exec(cell.value)?.[0].length ?? 0;
    const named = part(cell, lead, cell.value.replace(/[\s,:]+$/u, "").length);
    const isNamed = /\p{Lu}\p{L}/u.test(named.value) && !letterForms.honorific.test(named.value);
    if (lead > 0 && isNamed && !isPerson(named.value)) return named;
  }
  return undefined;
};

const isWithin = ({ start, end }: Said, block: AddressBlock | undefined): boolean =>
  block !== undefined && start >= block.start && end <= block.end;

/** A line below the letter that stands in its head as well and is nobody's name there, as behind a label is: the organisation signs. */
const repeatedName = (
  head: readonly (readonly Cell[])[],
  tail: readonly (readonly Cell[])[],
  { addressed, labelled }: { readonly addressed: AddressBlock | undefined; readonly labelled: readonly Labelled[] },
): Said | undefined => {
  const people = labelled.filter(({ of }) => of === "drawn-up-by" || of === "other");
  const above = head
    .flat()
    .filter((cell) => !isWithin(cell, addressed) && !isOfLabel(cell, people))
    .map(({ value }) => value)
    .join(" ")
    .toLowerCase();
  return tail
    .flat()
    .find(
      ({ value }) => /^\p{Lu}[^@:\d]{3,60}$/u.test(value) && /\s/u.test(value) && above.includes(value.toLowerCase()),
    );
};

/** The last line above the salutation that is no label, day or address and says something in three words or more. */
const boldSubject = (
  head: readonly (readonly Cell[])[],
  labelled: readonly Labelled[],
  blocks: readonly AddressBlock[],
  salutation: Said | undefined,
): Said | undefined => {
  if (!salutation) return undefined;
  const cells = head.flat();
  const lastAddress = Math.max(0, ...blocks.map(({ end }) => end));
  return cells.findLast(
    (cell) =>
      cell.start > lastAddress &&
      cell.value.split(/\s+/u).length >= 3 &&
      !isOfLabel(cell, labelled) &&
      writtenDays(cell.value).every(({ text }) => text.length < cell.value.length / 2) &&
      !letterForms.contact.test(cell.value) &&
      /\p{Ll}/u.test(cell.value),
  );
};

/** The name at the top of a letterhead, above or in the writer's address; nothing where it is the writer's own. */
const letterheadName = (
  cells: readonly Cell[],
  own: AddressBlock | undefined,
  addressed: AddressBlock | undefined,
  writer: Said | undefined,
): Said | undefined => {
  const isWriters = ({ value }: Said): boolean =>
    isSurelyPerson(value) || (writer !== undefined && value.toLowerCase().includes(familyName(writer.value)));
  const top = cells.find((cell) => !isWithin(cell, addressed));
  const isNear =
    own !== undefined && top !== undefined && own.start >= top.start && own.start - top.end <= letterheadUnitsMax;
  if (top && isNear && /^\p{Lu}[^@:|]{1,60}$/u.test(top.value) && !own.address.some(({ start }) => start === top.start))
    return isWriters(top) ? undefined : top;
  return own?.names.find((name) => name.value.length > 1 && !isWriters(name));
};
/** A letterhead's name stands near its address, in UTF-16 units. */
const letterheadUnitsMax = 200;

/** A name that goes over two lines of a letterhead: `Kwast & Vijl` above `Houthandel B.V.`. */
const whole = (named: Said, above: readonly Cell[]): Said => {
  const at = above.findIndex(({ start, end }) => named.start >= start && named.end <= end);
  const [cell, before] = [above[at], above[at - 1]];
  if (!cell || !before || cell.line - before.line !== 1 || cell.column !== before.column) return named;
  const isHead = before.line === 0 && /^\p{Lu}[^\d@:]*$/u.test(before.value) && !named.value.startsWith(before.value);
  const contains = named.value.toLowerCase().includes(before.value.toLowerCase());
  return isHead && !contains && named.value.split(/\s+/u).length <= 3
    ? { value: `${before.value} ${named.value}`, start: before.start, end: named.end }
    : named;
};

/** A name as the text has it behind a courtesy title. */
const titled = (text: string, { value }: Said): Said | undefined => {
  const name = bareName(value);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const before = text.slice(Math.max(0, at - titleUnitsMax), at);
    const from = Array.from(before.matchAll(/(?<!\S)\S/gu), ({ index }) => at - before.length + index).find(
      (start) => start + (letterForms.honorific.exec(text.slice(start, at + name.length))?.[0].length ?? 0) === at,
    );
    const end = at + name.length;
    if (from !== undefined && !/[\p{L}-]/u.test(text.charAt(end)))
      return part({ value: text, start: 0, end: text.length }, from, end);
  }
  return undefined;
};
const titleUnitsMax = 30;

/**
 * The one person named below the closing words, with what stands below, behind or above the name; nobody where several signed. Where
 * somebody signs for another (`voor deze`), who is named below it signed.
 */
const signerOf = (
  tail: readonly (readonly Cell[])[],
  firm: Said | undefined,
  labelled: readonly Labelled[],
  greeted: string,
): Pick<LetterFacts, "writer" | "position"> => {
  const all = tail.flat().filter((cell) => !isOfLabel(cell, labelled));
  const forAnother = all.findLastIndex(({ value }) => letterForms.onBehalf.test(value));
  const { value: words = "" } = all[forAnother] ?? {};
  const signed = words.replace(letterForms.onBehalf, "");
  const signing = all[forAnother];
  if (signing && signed !== "" && isPerson(signed)) {
    const lead = words.length - signed.length;
    return { writer: part(signing, lead, words.length), position: undefined };
  }
  const cells = all.slice(forAnother + 1);
  const called = cells.flatMap((cell, at) => {
    const [name = "", ...behind] = cell.value.split(",");
    const isFirm = firm !== undefined && cell.value === firm.value;
    const isGreeted = familyName(name) === greeted && letterForms.honorific.test(name);
    return !isFirm && !isGreeted && isPerson(name.trim()) && behind.every((one) => !isPerson(one.trim()))
      ? [{ cell, at, name: name.trim() }]
      : [];
  });
  // What looks like a second name is what the first one is, where it ends as such a title does.
  const sure = called.filter(({ name }) => isSurelyPerson(name));
  const named = (sure.length > 0 ? sure : called).filter(
    ({ cell, at }) => called[0]?.at === at || !letterForms.workTitle.test(cell.value),
  );
  // The foot of the page calls the firm as short as a person is called: `Meetbureau Haverkort` of `Meetbureau Haverkort B.V.`.
  const ofNoFirm = named.filter(({ name }) => !firm?.value.startsWith(`${name} `));
  const people = ofNoFirm.length > 0 ? ofNoFirm : named;
  const last = people.at(-1);
  // A signature is often drawn above the name that it is of; anybody else makes two signers.
  if (!last || people.some(({ name }) => familyName(name) !== familyName(last.name)))
    return { writer: undefined, position: undefined };
  const writer = part(last.cell, 0, last.name.length);
  const behind = part(last.cell, last.name.length, last.cell.value.length);
  const own = part(behind, behind.value.search(/[^,\s]/u), behind.value.length);
  if (behind.value !== "" && isFunction(own)) return { writer, position: own };
  const next = cells[last.at + 1];
  if (next && next.line - last.cell.line <= 2 && isFunction(next) && next.value !== firm?.value)
    return { writer, position: next };
  const above = cells[last.at - 1];
  if (!above || last.cell.line - above.line > 2 || above.value === firm?.value) return { writer, position: undefined };
  const position = part(above, 0, above.value.replace(/,$/u, "").length);
  return { writer, position: isFunction(position) && !isPerson(position.value) ? position : undefined };
};
