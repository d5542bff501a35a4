import { useQuery } from "@connectrpc/connect-query";
import { useState } from "react";
import { LawFetchService } from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { ImportItem_Outcome as Outcome } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { dateInWords } from "../../export/days.ts";
import { DayField } from "../parts/day-field.tsx";
import { sentenceOf } from "../quote/trouble.tsx";
import { useRun } from "../run/run-store.ts";
import { addLateTexts } from "../words/late-texts.ts";
import { useSay, useSentence } from "../words/say.ts";
import { useWords } from "../words/use-words.ts";
import { AddShipped } from "./add-shipped.tsx";
import { LawRow, type NamedLaw } from "./law-row.tsx";
import { refusedBecause } from "./refused.ts";
import { type ChosenLaw, useLawImport } from "./use-law-import.ts";

addLateTexts();

/** So many laws beside those of the profile are shown. */
const othersMax = 30;

/** The laws that a memo of this kind rests on, and those that are loaded beside them; files with law are loaded here. */
export const LawShelf = () => {
  const say = useSay();
  const { speech } = useWords();
  const { profile, context, skeleton } = useRun().view;
  const ownDays = (skeleton?.sections ?? []).flatMap(({ claims }) => claims.map(({ lawDate }) => lawDate));
  const { data, isError } = useQuery(LawsService.method.listLaws, { pageSize: othersMax });
  // What stands on a later page of the list, or behind a list that did not come, is asked for by its id.
  const isAbsent = (lawId: string): boolean | undefined => {
    if (data === undefined) return isError ? false : undefined;
    return data.nextPageToken === "" && data.laws.every((law) => law.lawId !== lawId);
  };
  const { data: settings } = useQuery(LawFetchService.method.getFetchSettings, {}, { retry: false });
  const mayFetch = settings?.allowed === true;
  const hosts = (settings?.services ?? []).flatMap((service) => service.hosts);
  const { chosen, load } = useLawImport();
  const named = (profile?.lawSources ?? []).map(
    ({ lawId, name, why }): NamedLaw => ({
      lawId,
      name,
      why: why.find(({ locale }) => locale === speech.locale)?.text ?? "",
    }),
  );
  const others = (data?.laws ?? [])
    .filter(({ lawId }) => named.every((law) => law.lawId !== lawId))
    .map(({ lawId, shortName }): NamedLaw => ({ lawId, name: shortName, why: "" }));
  return (
    <div className="law-shelf">
      <AddShipped named={named.map(({ lawId }) => lawId)} />
      <p className="note">
        {mayFetch
          ? say("page-law.such-a-memo-usually-rests-on-these-laws-you", { hosts: hosts.join(", ") })
          : say("page-law.such-a-memo-usually-rests-on-these-laws")}
      </p>
      <ul>
        {named.map((law) => (
          <LawRow
            key={law.lawId}
            law={law}
            on={context.referenceDate}
            mayFetch={mayFetch}
            isAbsent={isAbsent(law.lawId)}
          />
        ))}
      </ul>
      {others.length === 0 ? null : (
        <details className="more">
          <summary>{say("page-law.also-loaded")}</summary>
          <ul>
            {others.map((law) => (
              <LawRow key={law.lawId} law={law} on={context.referenceDate} mayFetch={mayFetch} isAbsent={false} />
            ))}
          </ul>
        </details>
      )}
      {[...new Set(ownDays)]
        .filter((day) => day !== "" && day !== context.referenceDate)
        .map((day) => (
          <section key={day} data-law-day={day}>
            <p className="note">
              {say("page-law.for-points-of-another-day", { day: dateInWords(day, speech.locale) })}
            </p>
            <ul>
              {named.map((law) => (
                <LawRow key={law.lawId} law={law} on={day} mayFetch={mayFetch} isAbsent={isAbsent(law.lawId)} />
              ))}
            </ul>
          </section>
        ))}
      <label className="field">
        {say("page-law.choose-files-with-law-xml")}
        <input
          type="file"
          multiple
          accept=".xml,.akn,.html,.htm,.pdf,.wti,.tsv"
          onChange={({ target }) => {
            void load([...(target.files ?? [])]);
            // The same file may be chosen again.
            target.value = "";
          }}
        />
      </label>
      <div role="status">
        <ul className="law-files">
          {chosen.map((one) => (
            <Became
              key={`${one.file.name} ${one.file.lastModified}`}
              chosen={one}
              onDay={(day) => void load([one.file], day)}
            />
          ))}
        </ul>
      </div>
    </div>
  );
};

const Became = ({ chosen, onDay }: { readonly chosen: ChosenLaw; onDay(day: string): void }) => {
  const say = useSay();
  const sentence = useSentence();
  const [day, setDay] = useState("");
  const { file, item, sentBytes, error } = chosen;
  if (error !== undefined)
    return (
      <li>
        {file.name}: {say("page-runs.that-did-not-work", { sentenceOf: sentence(sentenceOf(error)) })}
      </li>
    );
  if (item === undefined)
    return <li>{say("page-law.of-kb-sent", { fileName: file.name, kB: kB(sentBytes), kB2: kB(file.size) })}</li>;
  if (item.outcome !== Outcome.REFUSED)
    return (
      <li data-outcome={item.outcome}>
        {say(item.outcome === Outcome.IMPORTED ? "source-error.loaded" : "page-law.was-loaded-already", {
          fileName: file.name,
        })}
      </li>
    );
  const why = refusedBecause[item.reason];
  return (
    <li data-outcome={item.outcome}>
      <p>
        {say("page-law.not-loaded", { fileName: file.name })}. {why ? say(why) : sentence(item.message)}
      </p>
      {item.reason === "NO_VALID_FROM" ? (
        <p className="row">
          <label>
            {say("page-law.it-was-in-force-from")} <DayField day={day} onDay={setDay} />
          </label>
          <button type="button" disabled={day === ""} onClick={() => onDay(day)}>
            {say("page-law.load-it")}
          </button>
        </p>
      ) : null}
    </li>
  );
};

const kB = (bytes: number): number => Math.ceil(bytes / 1000);
