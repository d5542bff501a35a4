import { create } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import { type Look, type LookCode, LookSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { contentFingerprint } from "../fingerprint.ts";

/** Something seen on an item, before it has a fingerprint. */
export interface Sight {
  readonly code: LookCode;
  /** Where in the item's own text, code points; absent: it concerns the whole. */
  readonly place?: { readonly startChar: number; readonly endChar: number };
  /** SHA-256 of the excerpt it speaks of, 64 hex. */
  readonly spanDigest?: string;
  /** Where in that excerpt, code points; absent: in no place of it. */
  readonly against?: { readonly startChar: number; readonly endChar: number };
  /** Other items concerned. */
  readonly relatedIds?: readonly string[];
  /** Further content that the look rests on, such as who speaks. Another one is another look. */
  readonly rest?: readonly string[];
}

/** The item that is looked at. `content`: what it is, never its id. */
export interface LookedAt {
  readonly itemId: string;
  readonly content: readonly string[];
}

/** At most so many items are named beside a look. */
const relatedMax = 5;

/** The looks on an item, in order of code and place, each once. */
export const looksOf = (sha256: Sha256, { itemId, content }: LookedAt, sights: readonly Sight[]): Look[] => {
  const looks = sights.map(({ code, place, spanDigest = "", against, relatedIds = [], rest = [] }) => {
    const { startChar = 0, endChar = 0 } = place ?? {};
    const { startChar: spanStartChar = 0, endChar: spanEndChar = 0 } = against ?? {};
    const held = against ? ["against", String(spanStartChar), String(spanEndChar)] : [];
    const parts = [String(code), String(startChar), String(endChar), spanDigest];
    return create(LookSchema, {
      code,
      subjectId: itemId,
      spanDigest,
      startChar,
      endChar,
      spanStartChar,
      spanEndChar,
      relatedIds: [...relatedIds].toSorted().slice(0, relatedMax),
      fingerprint: contentFingerprint(sha256, ["look", ...parts, ...content, ...held, "rest", ...rest]),
    });
  });
  const unique = [...new Map(looks.map((look) => [look.fingerprint, look])).values()];
  return unique.toSorted(
    (a, b) => a.code - b.code || a.startChar - b.startChar || (a.fingerprint < b.fingerprint ? -1 : 1),
  );
};

/** A place in UTF-16 units as code points of the same text. */
export const inCodePoints = (text: string, { start, end }: { readonly start: number; readonly end: number }) => {
  const startChar = [...text.slice(0, start)].length;
  return { startChar, endChar: startChar + [...text.slice(start, end)].length };
};
