import { createClient } from "@connectrpc/connect";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { correctQuote, type ReadQuote, readQuote } from "../../client/correct-quote.ts";
import { newNonce } from "../select/nonce.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useSay } from "../words/say.ts";
import { resolvedAt } from "./ask-source.ts";
import { NoQuote } from "./no-quote.ts";
import { Trouble } from "./trouble.tsx";
import { useAsking } from "./use-asking.ts";

addLateTexts();

interface MendReadingProps {
  readonly span: SpanRef;
  /** The same words as they read after the correction: a span of another text. */
  readonly onSpan: (span: SpanRef) => void;
}

/** Lets a person who sees other words on the picture than a machine read write these, word by word. */
export const MendReading = (props: MendReadingProps) => {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(false);
  return isOpen ? (
    <MendForm {...props} onClose={() => setIsOpen(false)} />
  ) : (
    <p className="quote-actions">
      <button type="button" onClick={() => setIsOpen(true)}>
        {say("correct.the-picture-shows-something-else")}
      </button>
    </p>
  );
};

const MendForm = ({ span, onSpan, onClose }: MendReadingProps & { readonly onClose: () => void }) => {
  const say = useSay();
  const queries = useQueryClient();
  const asking = useAsking();
  const { strandId, transport } = asking;
  const docs = createClient(DocsService, transport);
  const { data, error, refetch } = useQuery({
    queryKey: ["read-quote", strandId, span.docUid, span.sourceDigest, span.startChar, span.endChar],
    queryFn: async () => {
      const quote = await readQuote({ docs, strandId }, span);
      if (quote === undefined) throw new NoQuote("page-quote.these-words-cannot-be-quoted-by-themselves");
      return quote;
    },
    retry: false,
  });
  const [set, setSet] = useState<ReadonlyMap<number, string>>(new Map());
  const words = data?.words ?? [];
  const changed = words.flatMap((word) => {
    const shown = set.get(word.startChar)?.trim() ?? word.words;
    return shown === "" || shown === word.words ? [] : [{ ...word, words: shown }];
  });
  const save = useMutation({
    mutationFn: async (quote: ReadQuote) => {
      const locator = await correctQuote({ docs, strandId }, quote, changed, newNonce());
      await queries.invalidateQueries();
      const found = await resolvedAt(asking, locator, quote.startChar);
      if (found === undefined) throw new NoQuote("page-quote.these-words-cannot-be-quoted-by-themselves");
      onSpan(found);
      onClose();
    },
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <form
      className="quote-mend"
      onSubmit={(event) => {
        event.preventDefault();
        if (data) save.mutate(data);
      }}
    >
      <p>{say("correct.write-what-the-picture-shows")}</p>
      <p className="quote-actions">
        {words.map(({ startChar, words: read }) => (
          <input
            key={startChar}
            aria-label={say("correct.instead-of", { read })}
            maxLength={200}
            size={Math.max(2, [...(set.get(startChar) ?? read)].length)}
            value={set.get(startChar) ?? read}
            onChange={({ target }) => setSet(new Map(set).set(startChar, target.value))}
          />
        ))}
      </p>
      <p className="quote-actions">
        <button type="submit" className="quote-main" disabled={changed.length === 0 || save.isPending}>
          {say("correct.keep-as-corrected")}
        </button>
        <button type="button" onClick={onClose}>
          {say("page-vault.cancel")}
        </button>
      </p>
      {save.isError ? <Trouble error={save.error} onRetry={() => save.reset()} /> : null}
    </form>
  );
};
