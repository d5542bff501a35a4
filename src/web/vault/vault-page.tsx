import { type ReactNode, useEffect, useMemo, useState } from "react";
import { OtherLanguages } from "../parts/other-languages.tsx";
import { StrandChoice } from "../parts/strand-choice.tsx";
import { WhoseSession } from "../parts/whose-session.tsx";
import { LocaleContext, useSay } from "../words/say.ts";
import { ChoosingBar, ChoosingProvider, useChoosing } from "./choosing.tsx";
import { DocumentReader } from "./document-reader.tsx";
import { Lists } from "./lists.tsx";
import { hashOf, usePlace } from "./place.ts";
import { PutIn } from "./put-in.tsx";
import { ThreadReader } from "./thread-reader.tsx";
import "./vault.css";
import { useVault, VaultContext } from "./vault-context.ts";

/** The Vault, of its own service alone: what is in it on the left, what is read on the right. */
export const VaultPage = () => {
  const [place, go] = usePlace();
  const view = useMemo(() => ({ place, go }), [place, go]);
  useEffect(() => {
    document.documentElement.lang = place.locale;
  }, [place.locale]);
  const isReading = place.docUid !== "" || place.threadUid !== "";
  return (
    <LocaleContext value={place.locale}>
      <VaultContext value={view}>
        <ChoosingProvider strandId={place.strandId} key={place.strandId}>
          <div className="vault" data-reading={isReading}>
            <Head />
            <ChoosingBar />
            <VaultMain>
              <Lists />
              <Reading />
            </VaultMain>
          </div>
        </ChoosingProvider>
      </VaultContext>
    </LocaleContext>
  );
};

/** Named, since in a frame it is the second one of its page. */
const VaultMain = ({ children }: { readonly children: ReactNode }) => {
  const say = useSay();
  return (
    <main className="vault-main" aria-label={say("page-vault.vault")}>
      {children}
    </main>
  );
};

const Head = () => {
  const say = useSay();
  const { place } = useVault();
  // A memo chooses from its own part of the Vault.
  const choosing = useChoosing();
  const [isPuttingIn, setPuttingIn] = useState(false);
  return (
    <header className="vault-head">
      <div className="vault-name">
        <h1>{say("page-vault.vault")}</h1>
        <p>{say("page-vault.everything-you-put-in-as-it-was-originals-are")}</p>
      </div>
      <div className="vault-tools">
        {choosing || place.runId === "" ? null : (
          <a className="quiet-link" href={`/run/${place.runId}#lang=${place.locale}`}>
            {say("page-vault.back-to-the-memo")}
          </a>
        )}
        {choosing ? null : <StrandField key={place.strandId} />}
        <OtherLanguages locale={place.locale} hashOf={(locale) => hashOf({ ...place, locale })} />
        <button type="button" className="main" aria-expanded={isPuttingIn} onClick={() => setPuttingIn(!isPuttingIn)}>
          {say("page-vault.put-files-in")}
        </button>
        {choosing ? null : <WhoseSession />}
      </div>
      {isPuttingIn ? <PutIn strandId={place.strandId} onClose={() => setPuttingIn(false)} /> : null}
    </header>
  );
};

/** Which part of the Vault is looked at. */
const StrandField = () => {
  const say = useSay();
  const { place, go } = useVault();
  return (
    <StrandChoice
      value={place.strandId}
      label={say("page-vault.part-of-the-vault")}
      onChange={(strandId) => go({ strandId, docUid: "", threadUid: "", chunkUid: "" })}
    />
  );
};

const Reading = () => {
  const say = useSay();
  const { place } = useVault();
  if (place.docUid !== "") return <DocumentReader key={place.docUid} docUid={place.docUid} />;
  if (place.threadUid !== "") return <ThreadReader key={place.threadUid} threadUid={place.threadUid} />;
  return <p className="vault-empty">{say("page-vault.choose-something-on-the-left-to-read-it-here")}</p>;
};
