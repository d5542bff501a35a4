import { createClient } from "@connectrpc/connect";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SpanFlag, type SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { VaultSpeakerService } from "../../../gen/pincite/vault/v1/vault_speaker_service_pb.ts";
import { newNonce } from "../select/nonce.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useSay } from "../words/say.ts";
import { resolvedAt } from "./ask-source.ts";
import { NoQuote } from "./no-quote.ts";
import { Trouble } from "./trouble.tsx";
import { useAsking } from "./use-asking.ts";

addLateTexts();

interface MendSpeakerProps {
  readonly span: SpanRef;
  /** The same words as said by whom the person named. */
  readonly onSpan: (span: SpanRef) => void;
}

/** Lets a person say who speaks in a quotation, or when, where the file says otherwise or nothing. */
export const MendSpeaker = (props: MendSpeakerProps) => {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {props.span.flags.includes(SpanFlag.SPEAKER_SET) ? (
        <p className="quote-note">{say("correct.a-person-said-who-speaks")}</p>
      ) : null}
      {isOpen ? (
        <SpeakerForm {...props} onClose={() => setIsOpen(false)} />
      ) : (
        <p className="quote-actions">
          <button type="button" onClick={() => setIsOpen(true)}>
            {say("correct.somebody-else-speaks")}
          </button>
        </p>
      )}
    </>
  );
};

const SpeakerForm = ({ span, onSpan, onClose }: MendSpeakerProps & { readonly onClose: () => void }) => {
  const say = useSay();
  const queries = useQueryClient();
  const asking = useAsking();
  const [form, setForm] = useState({ speaker: span.speaker, date: span.segmentDateText, isOnly: false });
  const save = useMutation({
    mutationFn: async (asInFile: boolean) => {
      const { strandId } = asking;
      const { docUid, sourceDigest, startChar, endChar } = span;
      const said = {
        ...(form.speaker === span.speaker ? {} : { speaker: form.speaker }),
        ...(form.date === span.segmentDateText ? {} : { date: form.date }),
      };
      await createClient(VaultSpeakerService, asking.transport).correctSpeaker({
        strandId,
        docUid,
        sourceDigest,
        stretches: [{ startChar, endChar, wholePart: !form.isOnly, ...(asInFile ? { asInFile } : said) }],
        idempotencyKey: newNonce(),
      });
      await queries.invalidateQueries();
      const locator = span.locator && (await resolvedAt(asking, span.locator, span.startChar));
      if (locator === undefined) throw new NoQuote("page-quote.these-words-cannot-be-quoted-by-themselves");
      onSpan(locator);
      onClose();
    },
  });
  const isSame = form.speaker === span.speaker && form.date === span.segmentDateText;
  return (
    <form
      className="quote-mend"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(false);
      }}
    >
      <p>{say("correct.the-file-is-kept")}</p>
      <label>
        {say("correct.who-speaks")}
        <input
          maxLength={200}
          value={form.speaker}
          onChange={({ target }) => setForm({ ...form, speaker: target.value })}
        />
      </label>
      <label>
        {say("correct.on-which-day")}
        <input maxLength={16} value={form.date} onChange={({ target }) => setForm({ ...form, date: target.value })} />
      </label>
      <label>
        <input
          type="checkbox"
          checked={form.isOnly}
          onChange={({ target }) => setForm({ ...form, isOnly: target.checked })}
        />
        {say("correct.only-these-words")}
      </label>
      <p className="quote-actions">
        <button type="submit" className="quote-main" disabled={isSame || save.isPending}>
          {say("correct.keep-as-corrected")}
        </button>
        {span.flags.includes(SpanFlag.SPEAKER_SET) ? (
          <button type="button" disabled={save.isPending} onClick={() => save.mutate(true)}>
            {say("correct.as-the-file-says")}
          </button>
        ) : null}
        <button type="button" onClick={onClose}>
          {say("page-vault.cancel")}
        </button>
      </p>
      {save.isError ? <Trouble error={save.error} onRetry={() => save.reset()} /> : null}
    </form>
  );
};
