import { ImportedItem_Outcome as Outcome } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { MessageWith } from "../../messages/speech.ts";
import { useSay, useSentence } from "../words/say.ts";
import { byCount, type ImportTally, type ReasonGroup } from "./import-tally.ts";

const outcomes: readonly (readonly [Outcome, MessageWith<"count">])[] = [
  [Outcome.IMPORTED, "page-vault.taken-in"],
  [Outcome.DUPLICATE, "page-vault.known-already"],
  [Outcome.SUPERSEDES, "page-vault.replace-an-earlier-one"],
  [Outcome.OPENED, "page-vault.opened-with-what-was-in-them"],
  [Outcome.KEPT, "page-vault.kept-in-their-messages"],
];

/** What became of the files: numbers first, then each reason once with the files it holds for. */
export const ImportReport = ({ tally }: { readonly tally: ImportTally }) => {
  const say = useSay();
  const refusedCount = tally.counts.get(Outcome.REFUSED) ?? 0;
  const noteCount = byCount(tally.notes).reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="import-report" aria-label={say("page-vault.what-became-of-the-files")}>
      <div role="status">
        <ul className="import-counts">
          {outcomes
            .filter(([outcome]) => (tally.counts.get(outcome) ?? 0) > 0)
            .map(([outcome, words]) => (
              <li key={outcome}>{say(words, { count: tally.counts.get(outcome) ?? 0 })}</li>
            ))}
        </ul>
      </div>
      {refusedCount === 0 ? null : (
        <Group title={say("screen.refused", { refusedCount })} groups={byCount(tally.refusals)} isOpen />
      )}
      {noteCount === 0 ? null : (
        <Group
          title={say(noteCount === 1 ? "page-vault.1-note" : "page-vault.notes", { noteCount })}
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
  const say = useSay();
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
              {count > names.length ? <li>{say("item.and-more", { count: count - names.length })}</li> : null}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
};
