import { useQuery } from "@connectrpc/connect-query";
import { useEffect } from "react";
import { textIn } from "#kit/localised.ts";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { OtherLanguages } from "../parts/other-languages.tsx";
import { SignOut } from "../parts/sign-out.tsx";
import { WhoseSession } from "../parts/whose-session.tsx";
import { dayShown } from "../quote/date-shown.ts";
import { usePageLocale } from "../words/page-locale.ts";
import { type Locale, LocaleContext, useSay } from "../words/say.ts";
import { ListTrouble } from "./list-trouble.tsx";
import { NewRun } from "./new-run.tsx";

/** The runs of this installation, newest first, and a way to begin one; in the language of who looks. */
export const Runs = () => {
  const locale = usePageLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <LocaleContext value={locale}>
      <List locale={locale} />
    </LocaleContext>
  );
};

const List = ({ locale }: { readonly locale: Locale }) => {
  const say = useSay();
  const { data, error, refetch } = useQuery(OrchestratorService.method.listRuns, { pageSize: 100 }, { retry: 1 });
  const runs = data?.runs ?? [];
  const { data: server } = useQuery(OrchestratorService.method.getCapabilities, {});
  const kindOf = (id: string): string =>
    textIn(server?.profiles.find(({ profileId }) => profileId === id)?.title ?? [], locale);
  return (
    <main className="plain">
      <header className="top">
        <p className="top-title">Pincite</p>
        <span className="top-links">
          <OtherLanguages locale={locale} hashOf={(other) => `#lang=${other}`} />
          <a href={`/vault#lang=${locale}`} className="quiet-link">
            {say("page.open-the-vault")}
          </a>
          {error ? null : <WhoseSession otherwise={<SignOut />} />}
        </span>
      </header>
      <h1>{say("page.your-memos")}</h1>
      {error ? <ListTrouble error={error} onRetry={() => void refetch()} /> : null}
      {data !== undefined && runs.length === 0 ? <p className="note">{say("page.there-is-no-memo-yet")}</p> : null}
      <ul className="runs">
        {runs.map(({ runId, title, profileId, state, lifecycle, createdAtIso, erasedAtIso }) => (
          <li key={runId}>
            {erasedAtIso === "" ? (
              <span>
                <a href={`/run/${runId}#lang=${locale}`}>
                  {title || kindOf(profileId) || say("page-runs.a-memo-without-a-name")}
                </a>{" "}
                <small>{say("page-runs.begun-on", { day: dayShown(createdAtIso.slice(0, 10), locale) })}</small>
              </span>
            ) : (
              <span>{runId}</span>
            )}
            <span className="badge">
              {erasedAtIso !== ""
                ? say("page-runs.erased-on", { erasedAtIso: dayShown(erasedAtIso.slice(0, 10), locale) })
                : lifecycle === RunLifecycle.FINALISED
                  ? say("page-runs.done")
                  : say("page-runs.step-of-6", { state })}
            </span>
          </li>
        ))}
      </ul>
      {data === undefined ? null : <NewRun key={locale} locale={locale} />}
    </main>
  );
};
