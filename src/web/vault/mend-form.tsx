import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { newNonce } from "../select/nonce.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useSay } from "../words/say.ts";
import { Trouble } from "./trouble.tsx";
import { useVault } from "./vault-context.ts";

addLateTexts();

/** Title, date and writer as a person knows them; empty: what the document says. */
interface Mended {
  readonly title: string;
  readonly date: string;
  readonly writtenBy: string;
}

/** Sets title, date and writer in place of what the document says. */
export const MendForm = ({ summary }: { readonly summary: DocSummary }) => {
  const say = useSay();
  const { place } = useVault();
  const transport = useTransport();
  const queries = useQueryClient();
  const before = { title: summary.title, date: summary.authoredAtIso.slice(0, 10), writtenBy: summary.writtenBy };
  const [form, setForm] = useState<Mended>();
  const save = useMutation({
    mutationFn: async ({ title, date, writtenBy }: Mended) => {
      await createClient(DocsService, transport).setDoc({
        strandId: place.strandId,
        docUid: summary.docUid,
        idempotencyKey: newNonce(),
        // What was not touched stays as it is, also where it is the document's own.
        ...(title === before.title ? {} : { title }),
        ...(date === before.date ? {} : { date }),
        ...(writtenBy === before.writtenBy ? {} : { writtenBy }),
      });
      await queries.invalidateQueries();
      setForm(undefined);
    },
  });
  if (form === undefined)
    return (
      <p>
        {summary.writtenBy === "" ? null : <bdi>{say("letter.written-by", { name: summary.writtenBy })} </bdi>}
        <button type="button" className="quiet" onClick={() => setForm(before)}>
          {say("page-vault.mend-title-or-date")}
        </button>
      </p>
    );
  return (
    <form
      className="mend"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(form);
      }}
    >
      <label>
        <span>{say("page.title")}</span>
        <input
          maxLength={300}
          value={form.title}
          onChange={({ target }) => setForm({ ...form, title: target.value })}
        />
      </label>
      <label>
        <span>{say("page-vault.date-such-as-2025-12-09")}</span>
        <input maxLength={40} value={form.date} onChange={({ target }) => setForm({ ...form, date: target.value })} />
      </label>
      {summary.docType === "email" || summary.docType === "chat" ? null : (
        <label>
          <span>{say("correct.who-wrote-it")}</span>
          <input
            maxLength={200}
            value={form.writtenBy}
            onChange={({ target }) => setForm({ ...form, writtenBy: target.value })}
          />
        </label>
      )}
      <p className="vault-note">{say("page-vault.the-document-itself-is-not-changed-what-it")}</p>
      <p className="buttons">
        <button type="submit" className="main" disabled={save.isPending}>
          {say("page-vault.save")}
        </button>
        <button type="button" onClick={() => setForm(undefined)}>
          {say("page-vault.cancel")}
        </button>
        {summary.setByPerson === undefined ? null : (
          <button type="button" className="quiet" onClick={() => save.mutate({ title: "", date: "", writtenBy: "" })}>
            {say("page-vault.back-to-what-the-document-says")}
          </button>
        )}
      </p>
      {save.isError ? <Trouble error={save.error} onRetry={() => save.mutate(form)} /> : null}
    </form>
  );
};
