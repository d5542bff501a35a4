import { useState } from "react";
import { useSay } from "../quote/say.ts";
import { DocumentList } from "./document-list.tsx";
import { EventList } from "./event-list.tsx";
import { Found } from "./found.tsx";
import type { Tab } from "./place.ts";
import { type Asked, isAsked, nothingAsked, SearchForm } from "./search-form.tsx";
import { ThreadList } from "./thread-list.tsx";
import { useVault } from "./vault-context.ts";
import { type VaultPhrase, vaultInDutch } from "./words.ts";

const tabs: readonly (readonly [Tab, VaultPhrase])[] = [
  ["threads", "Threads"],
  ["documents", "Documents"],
  ["events", "Appointments"],
];

/** Search, and without one the lists of what is there. */
export const Lists = () => {
  const say = useSay(vaultInDutch);
  const { place, go } = useVault();
  const [asked, setAsked] = useState<Asked>(nothingAsked);
  return (
    <div className="vault-lists">
      <SearchForm key={asked.version} asked={asked} onAsk={setAsked} />
      {isAsked(asked) ? (
        <Found asked={asked} onAsk={setAsked} />
      ) : (
        <>
          <nav className="vault-tabs" aria-label={say("Vault")}>
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
