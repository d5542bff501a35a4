import { create } from "@bufbuild/protobuf";
import { type Passage, PassageSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { codePointLength } from "../span/code-points.ts";
import type { OpenLaw } from "./open-law.ts";

/** Passages of one unit; what is longer is read with GetUnit or asked for by a query. */
const passagesMax = 20;

/** The words of a unit as passages, one for each chunk they touch; with the words before the list when those are cited too. */
export const passagesOf = (law: OpenLaw, unit: Unit, introductory: boolean): Passage[] => {
  const around = introductory ? law.unit(unit.parentPath) : undefined;
  const firstChild = around && law.children(around)[0];
  const lead = around && firstChild ? piecesOf(law, around, around.quotableStartChar, firstChild.startChar) : [];
  return [...lead, ...piecesOf(law, unit, unit.quotableStartChar, unit.endChar)].slice(0, passagesMax);
};

const piecesOf = (law: OpenLaw, unit: Unit, start: number, end: number): Passage[] =>
  law.canonical.chunks
    .filter((chunk) => chunk.startChar < end && start < chunk.endChar)
    .flatMap((chunk) => {
      const from = Math.max(start, chunk.startChar);
      return passageAt(law, chunk.chunkUid, from, Math.min(end, chunk.endChar), law.address(unit)) ?? [];
    });

/**
 * A stretch of one chunk as a passage that can be quoted from its first character on: numbers and headings at its
 * beginning, which are no part of the law's words, are passed over. Undefined when nothing is left.
 */
export const passageAt = (
  law: OpenLaw,
  chunkUid: string,
  start: number,
  end: number,
  address: string,
): Passage | undefined => {
  const from = quotableFrom(law, start, end);
  const text = law.slice(from, end).trimEnd();
  if (from >= end || text === "") return undefined;
  return create(PassageSchema, {
    docUid: law.version.docUid,
    chunkUid,
    startChar: from,
    endChar: from + codePointLength(text),
    text,
    sourceDigest: law.version.sourceDigest,
    voice: Voice.STATUTE,
    address,
  });
};

/** Units nest, so each step may land on the number of the next unit inside. */
const quotableFrom = (law: OpenLaw, start: number, end: number): number => {
  let at = start;
  while (at < end) {
    const unit = law.source.structure.unitAround({ start: at, end: at + 1 });
    if (!unit || at >= unit.quotableStartChar) break;
    at = unit.quotableStartChar;
  }
  return at;
};
