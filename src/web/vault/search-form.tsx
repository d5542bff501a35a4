import { useState } from "react";
import { SearchKind } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import type { PlainId } from "../../messages/speech.ts";
import { DayField } from "../parts/day-field.tsx";
import { useSay } from "../words/say.ts";

/** What was asked of the search. */
export interface Asked {
  readonly query: string;
  readonly kinds: readonly SearchKind[];
  readonly from: string;
  readonly to: string;
  readonly person: string;
  /** Grows when something else than the form changed it, so that the form begins anew with it. */
  readonly version: number;
}

export const nothingAsked: Asked = { query: "", kinds: [], from: "", to: "", person: "", version: 0 };

/** Whether there is anything to search by. */
export const isAsked = ({ query, kinds, from, to, person }: Asked): boolean =>
  [query.trim(), from, to, person.trim()].some((one) => one !== "") || kinds.length > 0;

const kinds: readonly (readonly [SearchKind, PlainId])[] = [
  [SearchKind.THREAD, "page-vault.messages"],
  [SearchKind.DOC, "page-vault.documents"],
  [SearchKind.EVENT, "page-vault.appointments"],
];

/** Words, filters, and below them how to ask. */
export const SearchForm = ({ asked, onAsk }: { readonly asked: Asked; readonly onAsk: (asked: Asked) => void }) => {
  const say = useSay();
  const [form, setForm] = useState(asked);
  return (
    // biome-ignore lint/a11y/useSemanticElements: Chromium knows the role better than the element
    <form
      role="search"
      className="vault-search"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(form);
      }}
    >
      <div className="vault-search-line">
        <input
          type="search"
          aria-label={say("page-vault.search-messages-and-documents")}
          placeholder={say("page-vault.search-messages-and-documents")}
          maxLength={1000}
          value={form.query}
          onChange={({ target }) => setForm({ ...form, query: target.value })}
        />
        <button type="submit" className="main">
          {say("page-vault.search")}
        </button>
      </div>
      <details>
        <summary>{say("page-vault.filters")}</summary>
        <Filters form={form} onForm={setForm} />
      </details>
      <details>
        <summary>{say("page-vault.how-to-ask")}</summary>
        <HowToAsk />
      </details>
      {isAsked(asked) ? (
        <button type="button" className="quiet" onClick={() => onAsk({ ...nothingAsked, version: asked.version + 1 })}>
          {say("page-vault.clear-the-search")}
        </button>
      ) : null}
    </form>
  );
};

const Filters = ({ form, onForm }: { readonly form: Asked; readonly onForm: (form: Asked) => void }) => {
  const say = useSay();
  const toggled = (kind: SearchKind) =>
    form.kinds.includes(kind) ? form.kinds.filter((one) => one !== kind) : [...form.kinds, kind];
  return (
    <div className="vault-filters">
      <fieldset>
        <legend>{say("page-vault.what-to-search")}</legend>
        {kinds.map(([kind, words]) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={form.kinds.includes(kind)}
              onChange={() => onForm({ ...form, kinds: toggled(kind) })}
            />
            {say(words)}
          </label>
        ))}
      </fieldset>
      <label>
        <span>{say("page-vault.written-from")}</span>
        <DayField day={form.from} onDay={(from) => onForm({ ...form, from })} />
      </label>
      <label>
        <span>{say("page-vault.written-until")}</span>
        <DayField day={form.to} onDay={(to) => onForm({ ...form, to })} />
      </label>
      <label>
        <span>{say("page-vault.somebody-who-takes-part")}</span>
        <input
          maxLength={200}
          value={form.person}
          onChange={({ target }) => onForm({ ...form, person: target.value })}
        />
      </label>
    </div>
  );
};

/** What a search may hold, with what it asks for. What is no message is the same in every language. */
const examples: readonly (readonly [PlainId | { readonly typed: string }, PlainId])[] = [
  ["page-vault.example-words", "page-vault.one-of-these-words-more-of-them-rank-higher"],
  ["page-vault.example-phrase", "page-vault.these-words-together-as-they-stand"],
  ["page-vault.example-signs", "page-vault.both-either-or-not"],
  ["page-vault.example-near", "page-vault.not-further-apart-than-five-words"],
  ["page-vault.example-ends", "page-vault.any-end-of-the-word"],
  [{ typed: "from:vries to:jansen" }, "page-vault.who-wrote-it-who-received-it"],
  [{ typed: "subject:planning filename:contract" }, "page-vault.in-the-subject-in-the-name-of-the-file"],
  [{ typed: "date:2025-03  date:2025-01..2025-06" }, "page-vault.of-a-month-of-a-period"],
  [{ typed: "has:attachment" }, "page-vault.with-something-attached"],
];

const HowToAsk = () => {
  const say = useSay();
  return (
    <dl className="vault-how">
      {examples.map(([example, words]) => (
        <div key={words}>
          <dt>
            <code>{typeof example === "string" ? say(example) : example.typed}</code>
          </dt>
          <dd>{say(words)}</dd>
        </div>
      ))}
    </dl>
  );
};
