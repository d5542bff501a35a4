import { useEffect, useRef, useState } from "react";
import type { EvidenceSelection } from "../../../gen/pincite/evidence/v1/evidence_selection_pb.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { type Locale, LocaleContext, useSay } from "../words/say.ts";
import { acceptedSelection } from "./accept-selection.ts";
import { newNonce } from "./nonce.ts";
import "./select.css";

addLateTexts();

export interface SelectFromVaultProps {
  /** The run's own part of the Vault. */
  readonly strandId: string;
  readonly locale: Locale;
  /** Called with what a person chose: pin it with PinEvidence, one call for each id. */
  readonly onSelected: (selection: EvidenceSelection) => void;
}

/**
 * The Vault's page in a frame, to choose from. Only what its own frame posts, with the nonce that it was opened with, is taken for a
 * selection; everything else that this window is told is ignored and counted.
 */
export const SelectFromVault = ({ strandId, locale, onSelected }: SelectFromVaultProps) => (
  <LocaleContext value={locale}>
    <Frame strandId={strandId} locale={locale} onSelected={onSelected} />
  </LocaleContext>
);

const Frame = ({ strandId, locale, onSelected }: SelectFromVaultProps) => {
  const say = useSay();
  const frame = useRef<HTMLIFrameElement>(null);
  const [nonce] = useState(newNonce);
  const [ignoredCount, setIgnoredCount] = useState(0);
  useEffect(() => {
    const { origin } = globalThis.location;
    const take = (posted: MessageEvent): void => {
      const expected = { origin, source: frame.current?.contentWindow ?? null, nonce, strandId };
      const selection = acceptedSelection(posted, expected);
      if (selection === undefined) setIgnoredCount((count) => count + 1);
      else onSelected(selection);
    };
    globalThis.addEventListener("message", take);
    return () => globalThis.removeEventListener("message", take);
  }, [nonce, strandId, onSelected]);
  return (
    <div className="select-vault">
      <iframe
        ref={frame}
        title={say("page-select.choose-from-the-vault")}
        src={frameAddress(nonce, strandId, locale)}
      />
      {ignoredCount === 0 ? null : (
        <p className="select-ignored" data-ignored={ignoredCount} role="status">
          {ignoredCount === 1
            ? say("page-select.one-message-that-did-not-come-from-here-was")
            : say("page-select.messages-that-did-not-come-from-here-were", { ignoredCount })}
        </p>
      )}
    </div>
  );
};

/** What a server sees of it is the nonce alone. */
const frameAddress = (nonce: string, strandId: string, locale: Locale): string =>
  `/vault?select=${nonce}#${new URLSearchParams({ ...(strandId === "" ? {} : { strand: strandId }), lang: locale })}`;
