import { Code, ConnectError } from "@connectrpc/connect";
import { useQuery } from "@connectrpc/connect-query";
import { useMemo, useRef } from "react";
import type { CanonicalText } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { SpanLocator } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { firstSentence } from "../quote/grow.ts";
import { locatorFor, quoteMax } from "../quote/locator.ts";
import { type SourceWindow, type Stretch, windowOf } from "../quote/source-window.ts";
import { useSay } from "../words/say.ts";
import { stretchSelected } from "./selected-stretch.ts";
import { blockAt, blocksOf, type ShownWords, type TextBlock } from "./text-blocks.ts";
import { Trouble } from "./trouble.tsx";
import { VirtualRows } from "./virtual-rows.tsx";

export interface DocumentTextProps {
  readonly docUid: string;
  readonly strandId: string;
  /** Passage to go to; empty: the beginning. */
  readonly chunkUid: string;
  readonly onQuote: (locator: SpanLocator) => void;
}

/** The text of a document, of which only what is in sight is in the page. */
export const DocumentText = ({ docUid, strandId, chunkUid, onQuote }: DocumentTextProps) => {
  const say = useSay();
  const { data, error, refetch } = useQuery(DocsService.method.getDocText, { strandId, docUid }, { retry: false });
  if (error) {
    const isTooLarge = ConnectError.from(error).code === Code.ResourceExhausted;
    if (isTooLarge) return <p className="vault-note">{say("page-vault.this-text-is-too-large-to-show-at-once")}</p>;
    return <Trouble error={error} onRetry={() => void refetch()} />;
  }
  if (data?.canonicalText === undefined) return <p className="vault-note">{say("page-vault.loading")}</p>;
  return (
    <Blocks canonical={data.canonicalText} sourceDigest={data.sourceDigest} chunkUid={chunkUid} onQuote={onQuote} />
  );
};

const Blocks = ({
  canonical,
  sourceDigest,
  chunkUid,
  onQuote,
}: {
  readonly canonical: CanonicalText;
  readonly sourceDigest: string;
  readonly chunkUid: string;
  readonly onQuote: (locator: SpanLocator) => void;
}) => {
  const say = useSay();
  const place = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => blocksOf(canonical), [canonical]);
  const window = useMemo(() => windowOf(canonical.text, 0, sourceDigest, []), [canonical, sourceDigest]);
  const passage = useMemo(() => passageIn(canonical, window, chunkUid), [canonical, window, chunkUid]);
  const quote = (stretch: Stretch) => {
    const end = Math.min(stretch.end, stretch.start + quoteMax);
    onQuote(locatorFor(canonical.docUid, window, { start: stretch.start, end }));
  };
  return (
    <div className="text-place" ref={place}>
      <p className="text-tools">
        <button
          type="button"
          // A press must not take the selection away before it is read.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            const selected = stretchSelected(place.current, canonical.text);
            if (selected) quote(selected);
          }}
        >
          {say("page-vault.quote-what-is-selected")}
        </button>
      </p>
      <VirtualRows
        className="text"
        rows={blocks}
        keyOf={({ start }) => String(start)}
        estimate={120}
        label={say("page-vault.text-of-the-document")}
        showIndex={passage === undefined ? undefined : blockAt(blocks, passage.start)}
      >
        {(block) => (
          <Block
            block={block}
            text={canonical.text}
            isSought={passage !== undefined && block.start < passage.end && block.end > passage.start}
            onQuote={() => quote(firstSentence(window, block))}
          />
        )}
      </VirtualRows>
    </div>
  );
};

const Block = ({
  block: { start, end, page, isQuoted, quotedFrom, isNobodys, words },
  text,
  isSought,
  onQuote,
}: {
  readonly block: TextBlock;
  readonly text: string;
  readonly isSought: boolean;
  readonly onQuote: () => void;
}) => {
  const say = useSay();
  return (
    <div className="text-block" data-quoted={isQuoted} data-sought={isSought}>
      {page === 0 ? null : <p className="text-label">{say("page-vault.p", { named: page })}</p>}
      {quotedFrom === undefined ? null : (
        <p className="text-label">
          <bdi>
            {quotedFrom === ""
              ? say("page-vault.quoted-from-somebody-else")
              : say("page-vault.quoted-from", { name: quotedFrom })}
          </bdi>
        </p>
      )}
      {isNobodys ? <p className="text-label">{say("screen.nobodys-words")}</p> : null}
      <p className="text-words" data-start={start}>
        {words.map((each) => (
          <Words key={each.start} words={each} />
        ))}
      </p>
      {text.slice(start, end).trim() === "" ? null : (
        <button type="button" className="text-quote" onClick={onQuote} aria-label={say("page-vault.quote-from-here")}>
          “ ”
        </button>
      )}
    </div>
  );
};

/** Words as their source shows them: struck through, or marked where no reader of it sees them. */
const Words = ({ words: { text, isStruck, isUnseen } }: { readonly words: ShownWords }) => {
  const say = useSay();
  const shown = isStruck ? <s>{text}</s> : text;
  return isUnseen ? (
    <span className="unseen-words" title={say("item.unseen")}>
      {shown}
    </span>
  ) : (
    shown
  );
};

const passageIn = ({ chunks }: CanonicalText, window: SourceWindow, chunkUid: string): Stretch | undefined => {
  const chunk = chunks.find((one) => one.chunkUid === chunkUid);
  return (
    chunk && {
      start: window.codePoints.toUtf16(chunk.startChar),
      end: window.codePoints.toUtf16(chunk.endChar),
    }
  );
};
