import { useQuery } from "@connectrpc/connect-query";
import { type GetLawResponse, LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { Validity_State as State, type Validity } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { MessageWith } from "../../messages/speech.ts";
import { useSay } from "../words/say.ts";
import { FetchLaw } from "./fetch-law.tsx";

/** A law by its id, and what is known of it before it is loaded. */
export interface NamedLaw {
  readonly lawId: string;
  readonly name: string;
  readonly why: string;
}

interface LawRowProps {
  readonly law: NamedLaw;
  /** The day whose version is wanted, ISO 8601. */
  readonly on: string;
  /** The server may fetch law by itself. */
  readonly mayFetch: boolean;
  /** It is known not to be loaded: asked for by itself, it would be a fault that a browser writes down. Undefined: not known yet. */
  readonly isAbsent: boolean | undefined;
}

/** One law: which version is loaded and whether it is in force on a day, or how to come by it. */
export const LawRow = ({ law, on, mayFetch, isAbsent }: LawRowProps) => {
  const say = useSay();
  // A law that is not there stays so while it is asked for again: what was said of fetching it stays as well.
  const { data, isFetched: isAnswered } = useQuery(
    LawsService.method.getLaw,
    { lawId: law.lawId, inForceOn: on },
    { retry: false, enabled: isAbsent === false },
  );
  const isFetched = isAbsent === true || isAnswered;
  const version = data && isAbsent !== true ? versionOn(data) : undefined;
  return (
    <li data-law={law.lawId} data-loaded={isFetched ? version !== undefined : undefined}>
      <p>
        <strong>{law.name || data?.law?.shortName || law.lawId}</strong> <span className="note">{law.lawId}</span>
      </p>
      {law.why === "" ? null : <p className="note">{law.why}</p>}
      {version ? (
        <Standing {...version} lawId={law.lawId} />
      ) : isFetched ? (
        <p className="note">
          {say("page-law.not-loaded-open-in-your-browser-download-the", {
            lawId: `https://wetten.overheid.nl/${law.lawId}`,
          })}
        </p>
      ) : null}
      {/* One place for the press whatever stands loaded: what was said of it stays, and a newer text can be asked for. */}
      {mayFetch && isFetched && version?.validity.state !== State.IN_FORCE ? (
        <p>
          <FetchLaw lawId={law.lawId} on={on} />
        </p>
      ) : null}
    </li>
  );
};

interface VersionOn {
  readonly from: string;
  readonly validity: Validity;
}

/** The version that is in force on the day, else the newest that may be. */
const versionOn = ({ law, validities }: GetLawResponse): VersionOn | undefined => {
  const all = (law?.versions ?? []).flatMap(({ validFrom }, at) => {
    const validity = validities[at];
    return validity ? [{ from: validFrom, validity }] : [];
  });
  const ranked = [State.IN_FORCE, State.UNKNOWN, State.NOT_IN_FORCE];
  return ranked
    .map((state) => all.findLast(({ validity }) => validity.state === state))
    .find((version) => version !== undefined);
};

const words: Readonly<Record<State, MessageWith<"day">>> = {
  [State.UNSPECIFIED]: "page-quote.valid-on-unknown",
  [State.IN_FORCE]: "page-quote.valid-on-certain",
  [State.NOT_IN_FORCE]: "page-quote.valid-on-no",
  [State.UNKNOWN]: "page-quote.valid-on-unknown",
};

const Standing = ({ from, validity: { state, on, authority }, lawId }: VersionOn & { readonly lawId: string }) => {
  const say = useSay();
  return (
    <>
      <p>
        <span className="badge">{say("page-quote.version-of", { from })}</span>{" "}
        <span className="badge" data-validity={state}>
          {say(words[state] ?? "page-quote.valid-on-unknown", { day: on })}
        </span>{" "}
        {authority === "" ? null : <span className="badge">{say("page-law.known-by", { authority })}</span>}
      </p>
      {state === State.UNKNOWN ? (
        <p className="note">{say("page-law.may-be-old", { lawId: `https://wetten.overheid.nl/${lawId}` })}</p>
      ) : null}
    </>
  );
};
