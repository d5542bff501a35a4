import { create } from "@bufbuild/protobuf";
import { type Passage, PassageSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
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
    .map((chunk) => ({ chunk, from: Math.max(start, chunk.startChar), to: Math.min(end, chunk.endChar) }))
    .map(({ chunk, from, to }) => ({ chunk, from, text: law.slice(from, to).trimEnd() }))
    .filter(({ text }) => text !== "")
    .map(({ chunk, from, text }) =>
      create(PassageSchema, {
        docUid: law.version.docUid,
        chunkUid: chunk.chunkUid,
        startChar: from,
        endChar: from + [...text].length,
        text,
        sourceDigest: law.version.sourceDigest,
        voice: Voice.STATUTE,
        address: law.address(unit),
      }),
    );
