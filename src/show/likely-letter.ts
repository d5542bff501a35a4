import { DateSource, type DocSummary } from "../../gen/pincite/vault/v1/doc_pb.ts";

type Doc = Pick<DocSummary, "dateSource" | "docUid" | "docType" | "participants" | "writtenBy">;

/** Papers in which somebody writes to somebody: a calendar, a table or a chat is none. */
const letterTypes: ReadonlySet<string> = new Set([
  "email",
  "pdf",
  "picture",
  "docx",
  "doc",
  "odt",
  "rtf",
  "html",
  "text",
  "markdown",
]);

/** Whether anything of the paper itself dates it: a day that a program noted may be that of a copy, and puts an old paper on top. */
const saysDay = ({ dateSource }: Doc): boolean => dateSource !== DateSource.METADATA && dateSource !== DateSource.NONE;

const lastName = (written: string): string =>
  (written.replace(/<.*$/su, "").trim().split(/\s+/u).at(-1) ?? "").toLowerCase();

/** By which somebody is the same in several papers: the last word of the name, who may write from two addresses, else the address. */
const personOf = (written: string): string =>
  lastName(written) || (/<([^>]+)>/u.exec(written)?.[1] ?? "").toLowerCase();

/** Whoever stands in most mails, as writer or reader: whose mail it is. Undefined: no mail, or two stand in equally many. */
const ownerOf = (docs: readonly Doc[]): { readonly person: string; readonly name: string } | undefined => {
  const mails = docs.filter(({ docType }) => docType === "email");
  const found = new Map<string, { count: number; name: string }>();
  for (const { participants } of mails)
    for (const [person, name] of new Map(participants.map((one) => [personOf(one), lastName(one)])))
      found.set(person, { count: (found.get(person)?.count ?? 0) + 1, name });
  const [first, second] = [...found].toSorted(([, a], [, b]) => b.count - a.count);
  if (!first || first[1].count === second?.[1].count) return undefined;
  return { person: first[0], name: first[1].name };
};

/**
 * The letter that is probably answered, by its doc_uid: the first of the papers, newest first, that somebody else wrote as a letter, one that says
 * its day before those that do not, which may stand on top of it; else the first mail from somebody else to whoever's papers these are. Mails go on beside a letter and after it; a letter is answered. Where
 * neither is, the first paper; empty: there is none. A person may tick any other.
 */
export const likelyLetter = (docs: readonly Doc[]): string => {
  const owner = ownerOf(docs);
  const isLetter = ({ docType, writtenBy }: Doc): boolean =>
    letterTypes.has(docType) && docType !== "email" && writtenBy !== "" && lastName(writtenBy) !== owner?.name;
  const isMail = ({ docType, participants: [from = "", ...to] }: Doc): boolean =>
    docType === "email" &&
    (owner === undefined || (personOf(from) !== owner.person && to.some((one) => personOf(one) === owner.person)));
  const letters = docs.filter(isLetter);
  return (letters.find(saysDay) ?? letters[0] ?? docs.find(isMail) ?? docs[0])?.docUid ?? "";
};
