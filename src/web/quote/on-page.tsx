import { useQuery } from "@connectrpc/connect-query";
import { useContext, useState } from "react";
import { MatchKind, type SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import {
  type PageRectangle,
  type PlacedPage,
  VaultSpanService,
} from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useSay } from "../words/say.ts";
import { Looking } from "./looking.tsx";
import { canBeDrawn, GivenStrip, PictureStrip } from "./picture-strip.tsx";
import { sourceKindOf } from "./source-of.ts";
import { Trouble } from "./trouble.tsx";
import { ViewingContext } from "./use-asking.ts";

addLateTexts();

/**
 * Where the words of a span stand on the pages of a PDF or picture; nothing for other sources. Asked of the Vault when it is opened; what a
 * machine read stands open, since it is to be compared.
 */
export const OnPage = ({ span }: { readonly span: SpanRef }) => {
  const isDocument = sourceKindOf(span.docUid) === "vault";
  const { strandId } = useContext(ViewingContext);
  const { data, isLoading } = useQuery(
    DocsService.method.getDoc,
    { strandId, docUid: span.docUid },
    { retry: false, enabled: isDocument },
  );
  if (isLoading && span.matchKind === MatchKind.MACHINE_READ) return <Looking />;
  const mediaType = data?.doc?.mediaType ?? "";
  const hasPages = mediaType === "application/pdf" || data?.doc?.machineReading !== undefined;
  return isDocument && hasPages ? <Unfolding span={span} mediaType={mediaType} /> : null;
};

interface PagesProps {
  readonly span: SpanRef;
  readonly mediaType: string;
}

const Unfolding = ({ span, mediaType }: PagesProps) => {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(span.matchKind === MatchKind.MACHINE_READ);
  return (
    <details className="quote-pages" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{say("page-quote.where-it-stands-on-the-page")}</summary>
      {isOpen ? <Pages span={span} mediaType={mediaType} /> : null}
    </details>
  );
};

const Pages = ({ span, mediaType }: PagesProps) => {
  const say = useSay();
  const { strandId } = useContext(ViewingContext);
  const { docUid, sourceDigest, startChar, endChar } = span;
  const { data, error, refetch } = useQuery(
    VaultSpanService.method.locateOnPages,
    { strandId, docUid, sourceDigest, startChar, endChar, withPictures: true },
    { retry: false },
  );
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Looking />;
  const isIncomplete = data.unread || data.pages.some(({ unplacedCount }) => unplacedCount > 0);
  return (
    <>
      {data.pages.map((page) => {
        if (page.picture) return <GivenStrip key={page.number} page={page} picture={page.picture} />;
        return page.machineRead && canBeDrawn(mediaType) ? (
          <PictureStrip key={page.number} docUid={docUid} mediaType={mediaType} page={page} />
        ) : (
          <PageDrawing key={page.number} page={page} />
        );
      })}
      {isIncomplete || data.pages.length === 0 ? (
        <p className="quote-note">{say("page-quote.not-all-of-these-words-could-be-found-on-the")}</p>
      ) : null}
    </>
  );
};

/** A page as its lines lie on it, with the words marked: where to look in the original. */
const PageDrawing = ({ page }: { readonly page: PlacedPage }) => {
  const say = useSay();
  const name = say("page-quote.page-with-the-quoted-words-marked", { number: page.number });
  return (
    <figure className="quote-page">
      <svg viewBox={`0 0 ${page.width} ${page.height}`} role="img" aria-label={name} data-page={page.number}>
        <rect className="quote-sheet" width={page.width} height={page.height} />
        <Rectangles of={page.lines} className="quote-line" />
        <Rectangles of={page.rectangles} className="quote-place" />
      </svg>
      <figcaption>{name}</figcaption>
    </figure>
  );
};

const Rectangles = ({ of, className }: { readonly of: readonly PageRectangle[]; readonly className: string }) =>
  of.map(({ x, y, width, height }) => (
    <rect key={`${x} ${y} ${width} ${height}`} className={className} x={x} y={y} width={width} height={height} />
  ));
