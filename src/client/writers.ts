import { houseOf, isCalled } from "#kit/mail-house.ts";
import type { IntentSeed } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { type Party, PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { DocSummary } from "../../gen/pincite/vault/v1/doc_pb.ts";
import { nameOf } from "../export/exhibits.ts";

/** Somebody who wrote a mail, a letter or a message of a chat in the case. */
export interface Writer {
  readonly name: string;
  /** Empty: none is written. */
  readonly address: string;
  /** Further addresses under which somebody of the very same name wrote; the most used one is `address`. */
  readonly otherAddresses: readonly string[];
  readonly documentCount: number;
  /**
   * Whether a mail of the case went to them, they are in a chat, signed a letter, write from the house of a party or may be one: a
   * newsletter writes and is never written to.
   */
  readonly isWrittenTo: boolean;
}

/** At most so many are asked about; a mailbox has hundreds of strangers. */
const writersMax = 12;

type Doc = Pick<DocSummary, "docType" | "participants"> & Partial<Pick<DocSummary, "speakers" | "writtenBy">>;

/** Who wrote the mails, letters and messages among these documents, those who wrote most first. */
export const writersAmong = (docs: Iterable<Doc>): Writer[] => {
  const found = new Map<string, { name: string; address: string; documentCount: number }>();
  const readers = new Set<string>();
  for (const { docType, participants, speakers = [], writtenBy = "" } of docs) {
    const [author = writtenBy, ...others] = docType === "email" ? participants : [];
    // In a chat everybody who writes is written to; a letter that somebody signed is a person's, and no newsletter.
    for (const other of [...others, ...speakers, writtenBy]) readers.add(keyOf(other));
    for (const writer of [author, ...speakers].filter((one) => one !== "")) {
      const known = found.get(keyOf(writer));
      found.set(keyOf(writer), {
        name: known?.name ?? nameOf(writer),
        address: addressIn(writer),
        documentCount: (known?.documentCount ?? 0) + 1,
      });
    }
  }
  return oneEach(
    [...found].map(([key, one]) => ({ ...one, otherAddresses: [], isWrittenTo: readers.has(key) })).toSorted(byCount),
  );
};

const byCount = (a: Writer, b: Writer): number => b.documentCount - a.documentCount || (a.name < b.name ? -1 : 1);

/** Who writes from two addresses under one whole name is one person: two lines that read alike could not be told apart. */
const oneEach = (writers: readonly Writer[]): Writer[] => {
  const known = new Map<string, Writer>();
  for (const one of writers) {
    const key = /\S\s+\S/u.test(one.name) ? one.name.toLowerCase() : one.address || one.name;
    const same = known.get(key);
    known.set(
      key,
      same === undefined
        ? one
        : {
            ...same,
            otherAddresses: [...same.otherAddresses, one.address].filter((address) => address !== ""),
            documentCount: same.documentCount + one.documentCount,
            isWrittenTo: same.isWrittenTo || one.isWrittenTo,
          },
    );
  }
  return [...known.values()].toSorted(byCount);
};

const addressIn = (person: string): string => /<([^<>\s]+@[^<>\s]+)>/u.exec(person)?.[1]?.toLowerCase() ?? "";
const keyOf = (person: string): string => addressIn(person) || person.toLowerCase();

/** The writers who are no party of the intent yet; those who may be asked about one by one come first. */
export const strangersAmong = (writers: readonly Writer[], intent: Pick<IntentSeed, "parties"> | undefined): Writer[] =>
  writers
    .filter(({ name, address }) => !(intent?.parties ?? []).some((party) => isParty(party, name, address)))
    .map((one) =>
      speaksFor(one, writers, intent) || twinOf(one, writers, intent) ? { ...one, isWrittenTo: true } : one,
    )
    .toSorted((a, b) => Number(b.isWrittenTo) - Number(a.isWrittenTo))
    .slice(0, writersMax);

const isParty = ({ names, addresses }: Party, name: string, address: string): boolean =>
  addresses.some((one) => one.toLowerCase() === address) || names.includes(name);

/**
 * The one party that a writer may be: the same surname with the same first letter before it, where one of the two gives no more
 * than that, a name of one word that is the party's first name or surname, or that of the one writer who may be the party (`Sanne` of a chat
 * is `Sanne Kuiper` of a mail, and so `S. Kuiper` of the letter), or the firm that the party is, whose desks write under several names. A person
 * says whether it is so. Undefined: none, or more than one of either.
 */
export const twinOf = (
  writer: Pick<Writer, "name">,
  writers: readonly Writer[],
  intent: Pick<IntentSeed, "parties"> | undefined,
): Party | undefined => {
  const parties = intent?.parties ?? [];
  const party = nearTwin(writer, writers, parties);
  if (/\S\s+\S/u.test(writer.name)) return party;
  const whole = writers.filter(({ name }) => name !== writer.name && mayBeSame(name, writer.name));
  const found = new Set([...(party ? [party] : []), ...whole.map((one) => nearTwin(one, writers, parties))]);
  const [only = party] = found;
  return found.size > 1 ? undefined : only;
};

const nearTwin = (
  { name }: Pick<Writer, "name">,
  writers: readonly Writer[],
  parties: readonly Party[],
): Party | undefined => {
  const [firm, otherFirm] = parties.filter(({ names }) => names.some((known) => isOfFirm(known, name)));
  if (firm) return otherFirm ? undefined : firm;
  const isTwin = (party: Party, one: string): boolean =>
    party.names.some((known) => !legalForm.test(known.trim()) && mayBeSame(known, one));
  const [party, another] = parties.filter((one) => isTwin(one, name));
  if (!party || another) return undefined;
  const whole = writers.filter((one) => /\S\s+\S/u.test(one.name) && isTwin(party, one.name));
  return whole.length > 1 ? undefined : party;
};

/**
 * The other side that a writer may speak for: their address is of the house that a party, or who may be one, writes from or is called by
 * (`planning@jansenbouw.example` of Jansen Bouw B.V.), and the author's own is not of it, nor that of a writer who may be the author. A house is a firm's: who has a mailbox
 * where a person has one is no colleague. A person says whether it is so. Undefined: none, or more than one.
 */
export const speaksFor = (
  { address }: Pick<Writer, "address">,
  writers: readonly Writer[],
  intent: Pick<IntentSeed, "parties"> | undefined,
): Party | undefined => {
  const house = houseOf(address);
  const parties = intent?.parties ?? [];
  const fromHouse = writers.filter((one) => [one.address, ...one.otherAddresses].some((own) => houseOf(own) === house));
  const there = new Set(fromHouse.map((one) => twinOf(one, writers, intent)));
  const isThere = (party: Party): boolean => there.has(party) || party.addresses.some((one) => houseOf(one) === house);
  if (house === "" || parties.some((one) => one.role === PartyRole.AUTHOR && isThere(one))) return undefined;
  const [party, another] = parties.filter(
    (one) => one.role === PartyRole.OPPONENT && isOfHouse(one.names, house, isThere(one)),
  );
  return another ? undefined : party;
};

/** Whether one of the names is a firm's that has this house, or that the house is called by: by words of the name in a row, or by one of them. */
const isOfHouse = (names: readonly string[], house: string, isThere: boolean): boolean =>
  names.some((name) => {
    if (isThere && legalForm.test(name.trim())) return true;
    const firm = name.trim().replace(legalForm, "").split(/\s+/u);
    const rows = firm.flatMap((_, from) =>
      firm.slice(from).map((_, more) => firm.slice(from, from + more + 1).join("")),
    );
    return isCalled(house, firm) || rows.some((row) => isCalled(house, [row]));
  });

/** Whether two names may be one person's: `S. Kuiper` and `Sanne Kuiper`, or a name of one word, as minutes and chats have it, and a whole one. */
export const mayBeSame = (one: string, other: string): boolean => {
  const [a, b] = [partsOf(one), partsOf(other)];
  if ((a.surname === "") !== (b.surname === "")) {
    const [short, whole] = a.surname === "" ? [a, b] : [b, a];
    return !short.isInitial && short.given !== "" && [whole.given, whole.surname].includes(short.given);
  }
  return a.surname !== "" && a.surname === b.surname && a.initial === b.initial && a.isInitial !== b.isInitial;
};

/** How the name of a firm ends: `B.V.`, `VOF`. */
const legalForm = /\s+(?:(?:\p{L}\.){2,}|\p{Lu}{2,4})$/u;

/** Whether a name is that of a firm, or begins or ends with it: `Huys & Haard klantenservice`, `Klantenservice Huys & Haard` of `Huys & Haard B.V.` */
const isOfFirm = (known: string, name: string): boolean => {
  const firm = known.trim().replace(legalForm, "").toLowerCase();
  const called = name.trim().replace(legalForm, "").toLowerCase();
  return (
    legalForm.test(known.trim()) && (called === firm || called.startsWith(`${firm} `) || called.endsWith(` ${firm}`))
  );
};

const partsOf = (name: string) => {
  const plain = name.trim().toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
  const [given = "", ...rest] = plain.split(/\s+/u);
  const isInitials = (word: string): boolean => /^(?:\p{L}\.)+$/u.test(word) || /^\p{L}$/u.test(word);
  const surname = rest.filter((word) => !isInitials(word)).join(" ");
  return { given, initial: given.charAt(0), isInitial: isInitials(given), surname };
};
