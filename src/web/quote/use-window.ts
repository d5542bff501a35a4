import { createClient, type Transport } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useQuery } from "@tanstack/react-query";
import { CaseLawService } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import type { CanonicalText } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { lawIdOf, sourceKindOf } from "./source-of.ts";
import { type SourceWindow, windowOf } from "./source-window.ts";

/** Which part of which source is wanted. */
export interface Wanted {
  readonly strandId: string;
  readonly docUid: string;
  /** Which of a document's texts, 64 hex; empty: the newest. */
  readonly sourceDigest: string;
  /** Of a statute the unit around the words; otherwise not looked at. */
  readonly unitPath: string;
}

/** The text around a quote; undefined until it is there, and where the source cannot give it: the span's own context is shown then. */
export const useWindow = (wanted: Wanted): SourceWindow | undefined => {
  const transport = useTransport();
  const { data } = useQuery({
    queryKey: ["window", wanted.strandId, wanted.docUid, wanted.sourceDigest, wanted.unitPath],
    queryFn: () => fetchWindow(transport, wanted),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? undefined;
};

/** Errors: those of GetDocText, GetUnit and GetRuling. */
export const fetchWindow = async (transport: Transport, wanted: Wanted): Promise<SourceWindow | null> => {
  const kind = sourceKindOf(wanted.docUid);
  if (kind === "vault") return documentWindow(transport, wanted);
  return kind === "law" ? articleWindow(transport, wanted) : rulingWindow(transport, wanted);
};

const documentWindow = async (
  transport: Transport,
  { strandId, docUid, sourceDigest }: Wanted,
): Promise<SourceWindow | null> => {
  const answer = await createClient(DocsService, transport).getDocText({ strandId, docUid, sourceDigest });
  return answer.canonicalText === undefined ? null : wholeText(answer.canonicalText, answer.sourceDigest);
};

const wholeText = ({ text, chunks }: CanonicalText, sourceDigest: string): SourceWindow =>
  windowOf(
    text,
    0,
    sourceDigest,
    chunks.map(({ startChar, endChar }) => ({ start: startChar, end: endChar })),
  );

/** How many units are gone outwards before what is reached is taken: from an item to its article are four. */
const outwardsMax = 6;

/** The article around the words: a statute as a whole is megabytes, and nobody reads a quote in all of it. */
const articleWindow = async (
  transport: Transport,
  { docUid, unitPath, sourceDigest }: Wanted,
): Promise<SourceWindow | null> => {
  if (unitPath === "") return null;
  const laws = createClient(LawsService, transport);
  const lawId = lawIdOf(docUid);
  let found = await laws.getUnit({ lawId, path: unitPath, docUid });
  const passages = [passageOf(found.unit)];
  for (let outwards = 0; outwards < outwardsMax && found.unit?.element !== "artikel"; outwards++) {
    const parent = found.unit?.parentPath ?? "";
    const around = parent === "" ? undefined : await laws.getUnit({ lawId, path: parent, docUid });
    if (around === undefined || around.unit?.quotable === false) break;
    found = around;
    passages.push(passageOf(found.unit));
  }
  const digest = found.version?.sourceDigest ?? "";
  if (sourceDigest !== "" && digest !== sourceDigest) return null;
  return windowOf(found.text, found.unit?.startChar ?? 0, digest, passages);
};

const passageOf = (unit: { readonly quotableStartChar: number; readonly endChar: number } | undefined) => ({
  start: unit?.quotableStartChar ?? 0,
  end: unit?.endChar ?? 0,
});

const rulingWindow = async (transport: Transport, { docUid, sourceDigest }: Wanted): Promise<SourceWindow | null> => {
  const { canonicalText } = await createClient(CaseLawService, transport).getRuling({ ecli: docUid });
  return canonicalText === undefined ? null : wholeText(canonicalText, sourceDigest);
};
