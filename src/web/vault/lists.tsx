import { useState } from "react";
import type { PlainId } from "../../messages/speech.ts";
import { useSay } from "../words/say.ts";
import { DocumentList } from "./document-list.tsx";
import { EventList } from "./event-list.tsx";
import { Found } from "./found.tsx";
import type { Tab } from "./place.ts";
import { type Asked, isAsked, nothingAsked, SearchForm } from "./search-form.tsx";
import { ThreadList } from "./thread-list.tsx";
import { useVault } from "./vault-context.ts";

const tabs: readonly (readonly [Tab, PlainId])[] = [
  ["threads", "page-vault.threads"],
  ["documents", "page-vault.documents"],
  ["events", "page-vault.appointments"],
];

/** Search, and without one the lists of what is there. */
export const Lists = () => {
  const say = useSay();
  const { place, go } = useVault();
  const [asked, setAsked] = useState<Asked>(nothingAsked);
  return (
    <div className="vault-lists">
      <SearchForm key={asked.version} asked={asked} onAsk={setAsked} />
      {isAsked(asked) ? (
        <Found asked={asked} onAsk={setAsked} />
      ) : (
        <>
          <nav className="vault-tabs" aria-label={say("page-vault.vault")}>
            {tabs.map(([tab, words]) => (
              <button
                key={tab}
                type="button"
                aria-current={tab === place.tab ? "page" : undefined}
                onClick={() => go({ tab })}
              >
                {say(words)}
              </button>
            ))}
          </nav>
          {place.tab === "threads" ? <ThreadList /> : place.tab === "documents" ? <DocumentList /> : <EventList />}
        </>
      )}
    </div>
  );
};
