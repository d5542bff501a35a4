import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { useCallback, useEffect, useState } from "react";
import {
  type EvidenceSelection,
  EvidenceSelectionSchema,
} from "../../../../gen/pincite/evidence/v1/evidence_selection_pb.ts";
import {
  SpanLocatorSchema,
  type SpanRef,
  SpanRefSchema,
  SpanResolutionSchema,
} from "../../../../gen/pincite/span/v1/span_pb.ts";
import { type Quote, QuoteViewer } from "../../../../src/web/quote/quote-viewer.tsx";
import { SelectFromVault } from "../../../../src/web/select/select-from-vault.tsx";
import { show } from "../../../../src/web/show.tsx";
import type { Locale } from "../../../../src/web/words/say.ts";
import "../../../../src/web/vault/vault.css";

// A page that stands in for the run's: it holds a viewer or the Vault in a frame, and remembers what they gave it.

/** What a test asks the page to hold. */
interface Asked {
  readonly kind: "span" | "resolution" | "locator" | "evidence" | "select" | "nothing";
  /** The message's bytes, of evidence its id. */
  readonly bytes?: readonly number[];
  readonly evidenceId?: string;
  readonly strandId?: string;
  readonly locale?: Locale;
  readonly inForceOn?: string;
  readonly isFixed?: boolean;
}

declare global {
  interface Window {
    ask(asked: Asked): void;
    readonly proposed: number[][];
    readonly selected: number[][];
  }
}

const quoteOf = ({ kind, bytes = [], evidenceId = "" }: Asked): Quote => {
  const given = Uint8Array.from(bytes);
  if (kind === "span") return { span: fromBinary(SpanRefSchema, given) };
  if (kind === "resolution") return { resolution: fromBinary(SpanResolutionSchema, given) };
  if (kind === "locator") return { locator: fromBinary(SpanLocatorSchema, given) };
  return { evidenceId };
};

const Stand = () => {
  const [asked, setAsked] = useState<Asked>({ kind: "nothing" });
  useEffect(() => {
    Object.assign(globalThis.window, { ask: setAsked, proposed: [], selected: [] });
  }, []);
  const propose = useCallback((span: SpanRef) => {
    globalThis.window.proposed.push([...toBinary(SpanRefSchema, span)]);
  }, []);
  const select = useCallback((selection: EvidenceSelection) => {
    globalThis.window.selected.push([...toBinary(EvidenceSelectionSchema, selection)]);
  }, []);
  const { kind, strandId = "", locale = "nl", inForceOn = "", isFixed = false } = asked;
  if (kind === "nothing") return <p>…</p>;
  if (kind === "select") return <SelectFromVault strandId={strandId} locale={locale} onSelected={select} />;
  return (
    <QuoteViewer
      strandId={strandId}
      quote={quoteOf(asked)}
      inForceOn={inForceOn}
      locale={locale}
      {...(isFixed ? {} : { onPropose: propose })}
    />
  );
};

show(<Stand />);
