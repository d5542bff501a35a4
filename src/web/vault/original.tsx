import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { useSay } from "../words/say.ts";
import { fetchOriginal, saveAs } from "./fetch-original.ts";
import { Trouble } from "./trouble.tsx";

export interface OriginalProps {
  readonly docUid: string;
  readonly strandId: string;
  readonly docType: string;
}

/** The bytes as they came in: to keep as a file, and of mail and HTML to look at as its sender laid it out. */
export const Original = ({ docUid, strandId, docType }: OriginalProps) => {
  const say = useSay();
  const docs = createClient(DocsService, useTransport());
  const [address, setAddress] = useState("");
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const save = useMutation({
    mutationFn: async () => saveAs(await fetchOriginal(docs, strandId, docUid)),
  });
  const layOut = useMutation({
    mutationFn: async () => {
      const { laidOut } = await import("./laid-out.ts");
      const html = await laidOut(await fetchOriginal(docs, strandId, docUid));
      if (html === undefined) return false;
      setAddress(URL.createObjectURL(new Blob([html], { type: "text/html; charset=utf-8" })));
      return true;
    },
  });
  const hasLayout = docType === "email" || docType === "html";
  return (
    <section className="original">
      <p className="buttons">
        <button type="button" onClick={() => save.mutate()} disabled={save.isPending}>
          {say("page-vault.download-the-original")}
        </button>
        {hasLayout ? (
          <button
            type="button"
            className="quiet"
            onClick={() => (address === "" ? layOut.mutate() : setAddress(""))}
            disabled={layOut.isPending}
          >
            {address === "" ? say("page-vault.show-it-as-it-was-laid-out") : say("page-vault.hide-the-layout")}
          </button>
        ) : null}
      </p>
      {save.isSuccess ? (
        <p role="status" className="vault-note">
          {say("page-vault.the-original-arrived-whole")}
        </p>
      ) : null}
      {save.isError ? <Trouble error={save.error} onRetry={() => save.mutate()} /> : null}
      {layOut.data === false ? <p className="vault-note">{say("page-vault.it-has-no-layout-of-its-own")}</p> : null}
      {layOut.isError ? <Trouble error={layOut.error} onRetry={() => layOut.mutate()} /> : null}
      {address === "" ? null : (
        <>
          <p className="vault-note">{say("page-vault.laid-out-as-its-sender-did-without-pictures")}</p>
          <iframe
            className="original-frame"
            sandbox=""
            referrerPolicy="no-referrer"
            title={say("page-vault.the-original-as-laid-out-by-its-sender")}
            src={address}
          />
        </>
      )}
    </section>
  );
};
