import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { Party } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { roleWord, typedRoles } from "../../cli/print/role-words.ts";
import { nameOf } from "../../export/exhibits.ts";
import { useWords } from "../words/use-words.ts";

/** Somebody who wrote something in the case. */
export interface Writer {
  readonly name: string;
  /** Empty: none is written. */
  readonly address: string;
  readonly documentCount: number;
}

/** At most so many are asked about; a mailbox has hundreds of strangers. */
const writersMax = 12;

/** Who wrote mails of the case and is no party of the intent yet, those who wrote most first. */
export const strangers = (docs: readonly DocSummary[], intent: IntentSeed | undefined): Writer[] => {
  const found = new Map<string, Writer>();
  for (const { docType, participants } of docs) {
    const [author = ""] = docType === "email" ? participants : [];
    if (author === "") continue;
    const address = /<([^<>\s]+@[^<>\s]+)>/u.exec(author)?.[1]?.toLowerCase() ?? "";
    const key = address || author.toLowerCase();
    const known = found.get(key);
    found.set(key, {
      name: known?.name ?? nameOf(author),
      address,
      documentCount: (known?.documentCount ?? 0) + 1,
    });
  }
  return [...found.values()]
    .filter(({ name, address }) => !(intent?.parties ?? []).some((party) => isParty(party, name, address)))
    .toSorted((a, b) => b.documentCount - a.documentCount || (a.name < b.name ? -1 : 1))
    .slice(0, writersMax);
};

const isParty = ({ names, addresses }: Party, name: string, address: string): boolean =>
  addresses.some((one) => one.toLowerCase() === address) || names.includes(name);

/** Who is what in this case; of whoever is unknown it is asked. */
export const WhoIsWho = ({
  parties,
  writers,
  roles,
  profile,
  onSay,
}: {
  readonly parties: readonly Party[];
  readonly writers: readonly Writer[];
  readonly roles: ReadonlyMap<string, string>;
  readonly profile: WorkflowProfile | undefined;
  readonly onSay: (key: string, role: string) => void;
}) => {
  const { say, speech } = useWords();
  if (parties.length === 0 && writers.length === 0) return null;
  return (
    <>
      <h2>{say("page.who-is-who")}</h2>
      <ul className="people">
        {parties.map((party) => (
          <li key={party.partyId || party.names[0]}>
            <span>{party.names[0]}</span>
            <span className="badge">{roleWord(party, speech.locale, profile)}</span>
          </li>
        ))}
        {writers.map(({ name, address }) => (
          <li key={address || name}>
            <label>
              <span>{name || address}</span>
              <select
                value={roles.get(address || name) ?? ""}
                onChange={(event) => onSay(address || name, event.target.value)}
              >
                <option value="">{say("go.who-is-that")}</option>
                {typedRoles(speech.locale, profile).map((role) => (
                  <option key={role}>{role}</option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
};
