import { create, equals, toBinary } from "@bufbuild/protobuf";
import {
  type DocMark,
  type DocRecord,
  type DocumentMended,
  DocumentMendedSchema,
} from "../../gen/pincite/vault/v1/doc_pb.ts";
import { type SetDocRequest, SetDocRequestSchema } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { saidOnce } from "./said-once.ts";
import type { Strand } from "./strand/strand.ts";

/** Who sets something, and when. */
export interface Setter {
  readonly by: string;
  /** Now, RFC 3339 in UTC with milliseconds. */
  readonly nowIso: string;
}

/**
 * Sets what a person says of a document; answers whether that changed anything, and under a key that was answered what was answered.
 * Errors: `DOCUMENT_NOT_FOUND`, `REQUEST_INVALID` for a date that is none and for a writer of what several write, `IDEMPOTENCY_KEY_REUSED`.
 */
export const setDoc = (strand: Strand, request: SetDocRequest, setter: Setter): Promise<boolean> =>
  strand.decided(async () => {
    const { docUid, idempotencyKey } = request;
    refuseWriter(strand.record(docUid), request);
    const asked = toBinary(SetDocRequestSchema, { ...request, strandId: strand.id, idempotencyKey: "" });
    return saidOnce(strand, { name: "set-doc", idempotencyKey, asked }, async () => {
      const before = strand.catalogue.mended(docUid);
      const said = mendedBy(strand.id, before, request, setter);
      const asBefore = create(DocumentMendedSchema, {
        ...said,
        by: before?.by ?? "",
        setAtIso: before?.setAtIso ?? "",
      });
      const nothing = create(DocumentMendedSchema, { strandId: strand.id, docUid });
      return equals(DocumentMendedSchema, asBefore, before ?? nothing) ? undefined : { mends: [said] };
    });
  });

/** What holds after this request: what it does not name stays, an empty value takes the person's back. */
const mendedBy = (
  strandId: string,
  before: DocumentMended | undefined,
  request: SetDocRequest,
  setter: Setter,
): DocumentMended => {
  const { docUid, addMarks, removeMarks } = request;
  const title = request.title === undefined ? before?.title : request.title.trim() || undefined;
  const writtenBy =
    request.writtenBy === undefined
      ? before?.writtenBy
      : request.writtenBy.replace(/[\s\p{Cc}]+/gu, " ").trim() || undefined;
  const date = request.date === undefined ? undefined : dateOf(request.date.trim());
  const [authoredAtIso, authoredAtText] = date ?? [before?.authoredAtIso, before?.authoredAtText ?? ""];
  return create(DocumentMendedSchema, {
    strandId,
    docUid,
    ...(title === undefined ? {} : { title }),
    ...(authoredAtIso === undefined ? {} : { authoredAtIso }),
    authoredAtText,
    marks: marksOf(before?.marks ?? [], addMarks, removeMarks),
    by: setter.by,
    setAtIso: setter.nowIso,
    ...(writtenBy === undefined ? {} : { writtenBy }),
  });
};

/** Who speaks in a mail or a chat is said part by part: nobody writes all of it. Errors: `REQUEST_INVALID`. */
const refuseWriter = ({ detail }: DocRecord, { writtenBy = "" }: SetDocRequest): void => {
  if (writtenBy.trim() === "" || !spokenTypes.has(detail?.summary?.docType ?? "")) return;
  throw new DomainError("REQUEST_INVALID", worded("correct.who-speaks-is-said-part-by-part"), {
    field: "written_by",
  });
};

const spokenTypes: ReadonlySet<string> = new Set(["email", "chat"]);

const marksOf = (before: readonly DocMark[], added: readonly DocMark[], removed: readonly DocMark[]): DocMark[] => {
  const kept = before.filter((mark) => !removed.includes(mark));
  return [...new Set([...kept, ...added])].sort((a, b) => a - b);
};

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** Instant and words of a date; the source's again for an empty one. Errors: `REQUEST_INVALID`. */
const dateOf = (written: string): [iso: string | undefined, text: string] => {
  if (written === "") return [undefined, ""];
  const onDay = day.test(written) ? written : instant.exec(written)?.[1];
  // A day that no month has is moved to the next month by Date, which would be another date than was said.
  if (onDay === undefined || !isDay(onDay)) throw noDate();
  return [new Date(written).toISOString(), written];
};

/** Whether a day such as `2026-02-28` is in the calendar. */
export const isDay = (written: string): boolean => {
  const at = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(written);
};

const noDate = (): DomainError =>
  new DomainError("REQUEST_INVALID", worded("source-error.the-date-is-no-day-such-as-2025-12-09-and-no"), {
    field: "date",
  });
