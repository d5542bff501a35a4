import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { EvidenceRef } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LawUnit } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { LawsService } from "../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import type { SpanLocatorSchema, SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import { sentencesOf } from "../span/sentences.ts";

/** A sentence of an article of law, with the lid or item that it stands in. */
export interface LawPart {
  /** As lawyers write it: `art. 6:96 lid 5 BW`. */
  readonly address: string;
  /** The words as they stand there, without the number before them. */
  readonly text: string;
  /** Zero-based code points of the version's canonical text, half-open. */
  readonly startChar: number;
  readonly endChar: number;
  /** What quotes just these words. */
  readonly locator: MessageInitShape<typeof SpanLocatorSchema>;
}

/** An article that a quote is of, whole. */
export interface LawArticle {
  readonly address: string;
  /** First day of the version that it is read in, ISO 8601. */
  readonly versionDate: string;
  readonly parts: readonly LawPart[];
}

type Laws = Pick<Client<typeof LawsService>, "getUnit">;

/** An article with more units is no list that anybody chooses from; its words can be typed. */
const unitsMost = 80;
/** So many characters around a quote tell places with the same words apart. */
const contextChars = 48;
/** Fewer letters than this make no sentence. */
const lettersLeast = 8;

/**
 * The article that bound law is of, with its sentences in order: whoever bound one lid is shown the others too. Undefined where it is no law,
 * or cannot be read: the quote stays what it is.
 */
export const lawArticle = async (laws: Laws, bound: EvidenceRef | undefined): Promise<LawArticle | undefined> => {
  const { evidence } = bound ?? {};
  const [, docUid = "", lawId = "", path = ""] =
    evidence?.case === "law" ? (/^law:(([^@#]+)@[^#]+)#(\S+)$/u.exec(evidence.value.evidenceId) ?? []) : [];
  if (path === "") return undefined;
  return articleAt(laws, { docUid, lawId, path }).catch(() => undefined);
};

interface At {
  readonly docUid: string;
  readonly lawId: string;
  readonly path: string;
}

interface Read {
  readonly unit: LawUnit;
  /** Code points of the unit's text. */
  readonly characters: readonly string[];
}

const articleAt = async (laws: Laws, at: At): Promise<LawArticle | undefined> => {
  let versionDate = "";
  let left = unitsMost;
  const read = async (path: string): Promise<Read> => {
    if (left-- <= 0) throw new Error("an article of more units than anybody chooses from");
    const { unit, text, version } = await laws.getUnit({ ...at, path });
    if (!unit) throw new Error("a unit without its address");
    versionDate = version?.validFrom ?? versionDate;
    return { unit, characters: [...text] };
  };
  let article = await read(at.path);
  // A lid is called by its article first: "art. 6:96" begins the address of both.
  while (article.unit.parentPath !== "") {
    const around = await read(article.unit.parentPath);
    if (headOf(around.unit) !== headOf(article.unit)) break;
    article = around;
  }
  const parts = await partsOf(article, { docUid: at.docUid, read });
  return { address: article.unit.address, versionDate, parts };
};

const headOf = ({ address }: LawUnit): string => address.split(" ").slice(0, 2).join(" ");

interface Reading {
  readonly docUid: string;
  read(path: string): Promise<Read>;
}

/** The sentences of a unit and of the units inside it, in order of the text. */
const partsOf = async ({ unit, characters }: Read, reading: Reading): Promise<LawPart[]> => {
  const children = await Promise.all(unit.childPaths.map((path) => reading.read(path)));
  const inside = await Promise.all(children.map((child) => partsOf(child, reading)));
  if (!unit.quotable && children.length === 0) return [];
  const own: LawPart[] = [];
  let from = unit.quotableStartChar;
  for (const until of [...children.map((child) => child.unit), { startChar: unit.endChar, endChar: unit.endChar }]) {
    own.push(...sentencesIn({ unit, characters }, reading.docUid, { from, until: until.startChar }));
    from = Math.max(from, until.endChar);
  }
  return [...own, ...inside.flat()].toSorted((a, b) => a.startChar - b.startChar);
};

/** The sentences of a stretch of a unit, line by line: each block of a law is a line. */
const sentencesIn = (
  { unit, characters }: Read,
  docUid: string,
  { from, until }: { readonly from: number; readonly until: number },
): LawPart[] => {
  const parts: LawPart[] = [];
  let at = from - unit.startChar;
  const slice = (start: number, end: number): string => characters.slice(Math.max(0, start), end).join("");
  for (const line of slice(at, until - unit.startChar).split("\n")) {
    for (const { start, end } of sentencesOf(line)) {
      const [begin, stop] = [at + start, at + end];
      const text = slice(begin, stop);
      if ((text.match(/\p{L}/gu)?.length ?? 0) < lettersLeast) continue;
      parts.push({
        address: unit.address,
        text,
        startChar: unit.startChar + begin,
        endChar: unit.startChar + stop,
        locator: {
          docUid,
          exactQuote: text,
          contextBefore: slice(begin - contextChars, begin),
          contextAfter: slice(stop, stop + contextChars),
        },
      });
    }
    at += [...line].length + 1;
  }
  return parts;
};

/** Whether a quote is of these words, or of some of them. */
export const isQuoted = ({ startChar, endChar }: LawPart, span: SpanRef | undefined): boolean =>
  span !== undefined && span.startChar < endChar && startChar < span.endChar;
