import type { Party } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { roleWord, typedRoles } from "../../cli/print/role-words.ts";
import { twinOf, type Writer } from "../../client/writers.ts";
import { useWords } from "../words/use-words.ts";

const keyOf = ({ name, address }: Writer): string => address || name;

/** The parties that a writer may be under another name, to be chosen: the likely one with a question mark, first. */
const Same = ({ parties, likely }: { readonly parties: readonly Party[]; readonly likely: Party | undefined }) => {
  const { say } = useWords();
  const named = parties.filter(({ partyId }) => partyId !== "");
  return [...named]
    .toSorted((a, b) => Number(b === likely) - Number(a === likely))
    .map((party) => (
      <option key={party.partyId} value={party.partyId}>
        {say(party === likely ? "go.the-same-as" : "page.the-same-as", { party: party.names[0] ?? "" })}
      </option>
    ));
};

/** A writer by name; by the address too where another of the list is called so. */
const labelOf = ({ name, address }: Writer, writers: readonly Writer[]): string =>
  name !== "" && address !== "" && writers.some((one) => one.name === name && one.address !== address)
    ? `${name} (${address})`
    : name || address;

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
            <span>{party.names.join(" · ")}</span>
            <span className="badge">{roleWord(party, speech.locale, profile)}</span>
          </li>
        ))}
        {writers.map((writer) => (
          <li key={keyOf(writer)}>
            <label>
              <span>{labelOf(writer, writers)}</span>
              <select
                value={roles.get(keyOf(writer)) ?? ""}
                onChange={(event) => onSay(keyOf(writer), event.target.value)}
              >
                <option value="">{writer.isWrittenTo ? say("go.who-is-that") : say("page.takes-no-part")}</option>
                <Same parties={parties} likely={twinOf(writer, writers, { parties: [...parties] })} />
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
