import { callUnaryMethod, useQuery, useTransport } from "@connectrpc/connect-query";
import { useEffect, useState } from "react";
import { type InvitationWords, readInvitation } from "#kit/invitation-link.ts";
import { AccessService } from "../../../gen/pincite/access/v1/access_service_pb.ts";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { fromConnectError } from "../../wire/error.ts";
import { WhoseSession } from "../parts/whose-session.tsx";
import { sentenceOf } from "../quote/trouble.tsx";
import { addLateTexts } from "../words/late-texts.ts";
import { usePageLocale } from "../words/page-locale.ts";
import { LocaleContext, useSay, useSentence } from "../words/say.ts";

addLateTexts();

/** Where the words of a link are kept for this tab while its person signs in. */
const kept = "pincite-invitation";

/**
 * Takes what the link carries out of the address, so that neither the way to a sign-in nor the history of the browser has it. It is done when this
 * file is loaded, before anything is asked of the server.
 */
const takeOut = (): boolean => {
  const { hash, pathname } = globalThis.location;
  if (!hash.startsWith("#inv-")) return false;
  globalThis.sessionStorage.setItem(kept, hash.slice(1));
  globalThis.history.replaceState(null, "", pathname);
  return true;
};

takeOut();
// Another link that is pasted over this one loads no page of its own.
globalThis.addEventListener("hashchange", () => {
  if (takeOut()) globalThis.location.reload();
});

const forget = (): void => globalThis.sessionStorage.removeItem(kept);

/** Where an invitation leads: whoever signed in takes it, and stands in the memo. */
export const Invitation = () => {
  const locale = usePageLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <LocaleContext value={locale}>
      <Opened />
    </LocaleContext>
  );
};

const Opened = () => {
  const say = useSay();
  const sentence = useSentence();
  const locale = usePageLocale();
  const transport = useTransport();
  const { data, error } = useQuery(OrchestratorService.method.getCapabilities, {}, { retry: false });
  const [isBusy, setIsBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const invitation = readInvitation(globalThis.sessionStorage.getItem(kept) ?? "");
  const take = async (words: InvitationWords): Promise<void> => {
    setIsBusy(true);
    setRefused(undefined);
    try {
      const { runId } = await callUnaryMethod(transport, AccessService.method.acceptInvitation, words);
      forget();
      globalThis.location.replace(`/run/${runId}#lang=${locale}`);
    } catch (why) {
      if (fromConnectError(why).reason.startsWith("INVITATION_")) forget();
      setRefused(why);
      setIsBusy(false);
    }
  };
  const trouble = refused ?? error;
  const isPerson = (data?.caller?.issuer ?? "") !== "";
  return (
    <main className="plain">
      <header className="top">
        <p className="top-title">Pincite</p>
        <span className="top-links">{data ? <WhoseSession /> : null}</span>
      </header>
      <h1>{say("access-page.you-are-invited")}</h1>
      {trouble ? (
        <div className="trouble" role="alert">
          <p>{sentence(sentenceOf(trouble))}</p>
        </div>
      ) : null}
      {data && !isPerson ? <p>{say("access-page.invitation-for-a-person")}</p> : null}
      {isPerson && !invitation && !trouble ? <p>{say("access-page.invitation-not-found")}</p> : null}
      {isPerson && invitation ? (
        <>
          <p>{say("access-page.invitation-is-for-you")}</p>
          <button type="button" data-cta="" disabled={isBusy} onClick={() => void take(invitation)}>
            {say("access-page.accept-invitation")}
          </button>
        </>
      ) : null}
      <p>
        <a href={`/#lang=${locale}`} className="quiet-link">
          {say("access-page.to-your-memos")}
        </a>
      </p>
    </main>
  );
};
