import { ImportedItem_Outcome as Outcome } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { useSay, useSentence } from "../quote/say.ts";
import { byCount, type ImportTally, type ReasonGroup } from "./import-tally.ts";
import { type VaultPhrase, vaultInDutch } from "./words.ts";

const outcomes: readonly (readonly [Outcome, VaultPhrase])[] = [
  [Outcome.IMPORTED, "{1} taken in"],
  [Outcome.DUPLICATE, "{1} known already"],
  [Outcome.SUPERSEDES, "{1} replace an earlier one"],
  [Outcome.OPENED, "{1} opened, with what was in them"],
  [Outcome.KEPT, "{1} kept in their messages"],
];

/** What became of the files: numbers first, then each reason once with the files it holds for. */
export const ImportReport = ({ tally }: { readonly tally: ImportTally }) => {
  const say = useSay(vaultInDutch);
  const refusedCount = tally.counts.get(Outcome.REFUSED) ?? 0;
  const noteCount = byCount(tally.notes).reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="import-report" aria-label={say("What became of the files")}>
      <div role="status">
        <ul className="import-counts">
          {outcomes
            .filter(([outcome]) => (tally.counts.get(outcome) ?? 0) > 0)
            .map(([outcome, words]) => (
              <li key={outcome}>{say(words, tally.counts.get(outcome) ?? 0)}</li>
            ))}
        </ul>
      </div>
      {refusedCount === 0 ? null : (
        <Group title={say("{1} refused", refusedCount)} groups={byCount(tally.refusals)} isOpen />
      )}
      {noteCount === 0 ? null : (
        <Group
          title={say(noteCount === 1 ? "1 note" : "{1} notes", noteCount)}
          groups={byCount(tally.notes)}
          isOpen={false}
        />
      )}
    </section>
  );
};

const Group = ({
  title,
  groups,
  isOpen,
}: {
  readonly title: string;
  readonly groups: readonly ReasonGroup[];
  readonly isOpen: boolean;
}) => {
  const say = useSay(vaultInDutch);
  const sentence = useSentence();
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ul>
        {groups.map(({ reason, count, names }) => (
          <li key={reason}>
            <p>
              {sentence(reason)} ({count})
            </p>
            <ul>
              {names.map((name) => (
                <li key={name}>
                  <bdi>{name}</bdi>
                </li>
              ))}
              {count > names.length ? <li>{say("and {1} more", count - names.length)}</li> : null}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
};
