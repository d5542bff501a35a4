import { useMutation, useQuery } from "@connectrpc/connect-query";
import { useState } from "react";
import { textIn } from "#kit/localised.ts";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { locales } from "../../messages/locale.ts";
import type { PlainId } from "../../messages/speech.ts";
import { StrandChoice } from "../parts/strand-choice.tsx";
import { ownName } from "../words/language-name.ts";
import { type Locale, useSay } from "../words/say.ts";
import { ListTrouble } from "./list-trouble.tsx";

/** Who writes the sentences, by the provider of a kind of memo: what kinds of one name differ in. */
const writers: Readonly<Record<string, PlainId>> = {
  extractive: "page-runs.without-a-language-model-sentences-are-made",
  anthropic: "page-runs.with-a-language-model-of-anthropic-outside",
  "openai-compatible": "page-runs.with-a-language-model-on-the-server-that",
  remote: "page-runs.with-a-language-model-of-another-service",
};

/** Begins a run: what kind of memo, in which language, of which case. */
export const NewRun = ({ locale: ofPage }: { readonly locale: Locale }) => {
  const say = useSay();
  const { data, error: unread } = useQuery(OrchestratorService.method.getCapabilities, {});
  const [profile, setProfile] = useState("");
  const [locale, setLocale] = useState<string>(ofPage);
  const [title, setTitle] = useState("");
  const [strand, setStrand] = useState("");
  const profiles = data?.profiles ?? [];
  const chosen = profile || (profiles.length === 1 ? (profiles[0]?.profileId ?? "") : "");
  const { mutate, error, isPending } = useMutation(OrchestratorService.method.createRun, {
    onSuccess: ({ runContext }) => {
      if (runContext) globalThis.location.assign(`/run/${runContext.runId}#lang=${ofPage}`);
    },
  });
  const begin = () =>
    mutate({
      idempotencyKey: crypto.randomUUID(),
      title: title.trim(),
      profileId: chosen,
      strandId: strand,
      locale,
    });
  const why = isPending
    ? say("page.one-moment")
    : data !== undefined
      ? chosen === ""
        ? say("page-runs.choose-what-kind-of-memo")
        : ""
      : say(unread ? "page-runs.the-kinds-of-memo-could-not-be-read-from-the" : "page.one-moment");
  return (
    <form
      className="block new-run"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <h2>{say("page.a-new-memo")}</h2>
      <fieldset className="choices">
        <legend>{say("page.what-kind-of-memo")}</legend>
        {[...Map.groupBy(profiles, ({ provider }) => provider)].map(([provider, kinds]) => (
          <fieldset key={provider} className="choices">
            {writers[provider] ? <legend className="note">{say(writers[provider])}</legend> : null}
            {kinds.map(({ profileId, title: titles, meantFor }) => (
              <label key={profileId}>
                <input
                  type="radio"
                  name="profile"
                  checked={chosen === profileId}
                  onChange={() => setProfile(profileId)}
                />
                <span>
                  {textIn(titles, ofPage) || profileId} <small>{textIn(meantFor, ofPage)}</small>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </fieldset>
      <label className="field">
        {say("page-runs.language-of-the-memo")}
        <select value={locale} onChange={(event) => setLocale(event.target.value)}>
          {locales.map((one) => (
            <option key={one} value={one}>
              {ownName(one)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>
          {say("page.name-of-the-memo")} <small>({say("page.may-stay-empty")})</small>
        </span>
        <input value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
      </label>
      <div className="field">
        <StrandChoice value={strand} label={say("page.case")} onChange={setStrand} />
      </div>
      <p className="note">{say("page-runs.documents-of-one-case-stay-together")}</p>
      {error ? <ListTrouble error={error} onRetry={begin} /> : null}
      {why === "" ? null : (
        <p className="note" id="begin-why">
          {why}
        </p>
      )}
      <button
        type="submit"
        className="cta"
        data-cta=""
        disabled={why !== ""}
        aria-describedby={why === "" ? undefined : "begin-why"}
      >
        {say("page.begin")}
      </button>
    </form>
  );
};
