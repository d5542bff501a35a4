import { useCallback, useState } from "react";
import { textIn } from "#kit/localised.ts";
import type { MessageSkeleton } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { ClaimAct, type WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DayField } from "../parts/day-field.tsx";
import { useWords } from "../words/use-words.ts";
import { propose } from "./deeds.ts";
import { type Unsent, useRun } from "./run-store.ts";
import { useUnsent } from "./use-unsent.ts";

interface Claim {
  readonly key: string;
  readonly claimId: string;
  readonly text: string;
  readonly claimKind: string;
  readonly optional: boolean;
  readonly lawDate: string;
}

interface Section {
  readonly key: string;
  readonly sectionId: string;
  readonly title: string;
  readonly claims: readonly Claim[];
}

const sectionsOf = ({ sections }: MessageSkeleton): Section[] =>
  sections.map(({ sectionId, title, claims }) => ({
    key: sectionId,
    sectionId,
    title,
    claims: claims.map(({ claimId, text, claimKind, required, lawDate }) => ({
      key: claimId,
      claimId,
      text,
      claimKind,
      optional: !required,
      lawDate,
    })),
  }));

const newClaim = (claimKind = ""): Claim => ({
  key: crypto.randomUUID(),
  claimId: "",
  text: "",
  claimKind,
  optional: false,
  lawDate: "",
});

/** A point for each line that is not empty: whoever wrote several in one field has a list. The first stays the claim that it was. */
const pointsOf = ({ key: _, text, ...claim }: Claim) =>
  text
    .split(/[\r\n]+/u)
    .filter((line) => line.trim() !== "")
    .map((line, at) => ({ ...claim, ...(at === 0 ? {} : { claimId: "" }), text: line.trim() }));

/** The sections with an empty claim of a kind, in the section that has such claims, else in the last. */
const withClaim = (sections: Section[], claimKind: string, headings: readonly string[]): Section[] => {
  const found = sections.findLastIndex(({ title }) => headings.includes(title));
  const home = found < 0 ? sections.length - 1 : found;
  return sections.map((one, at) => (at === home ? { ...one, claims: [...one.claims, newClaim(claimKind)] } : one));
};

/** The outline as a form: headings and points are changed, added, taken out and put in another order. */
export const OutlineForm = ({
  skeleton,
  addsKind,
  onDone,
}: {
  readonly skeleton: MessageSkeleton;
  /** The kind of a claim to begin with; absent: none is added. */
  readonly addsKind?: string | undefined;
  readonly onDone: () => void;
}) => {
  const { say } = useWords();
  const { act, clients, isBusy, view } = useRun();
  const [sections, setSections] = useState(() => {
    const there = sectionsOf(skeleton);
    if (addsKind === undefined) return there;
    const fitting = (view.profile?.sections ?? []).filter(({ claimKinds }) => claimKinds.includes(addsKind));
    return withClaim(
      there,
      addsKind,
      fitting.flatMap(({ heading }) => heading.map(({ text }) => text)),
    );
  });
  const change = (key: string, part: Partial<Section>) =>
    setSections(sections.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const [before] = useState(sections);
  const send = useCallback<Unsent>(
    async (context) => {
      const value = {
        sections: sections
          .filter(({ title }) => title.trim() !== "")
          .map(({ sectionId, title, claims }) => ({
            sectionId,
            title,
            claims: claims.flatMap(pointsOf),
          })),
      };
      const after = await propose(clients, context, { case: "skeleton", value });
      onDone();
      return after;
    },
    [clients, sections, onDone],
  );
  useUnsent(sections === before ? undefined : send);
  return (
    <section className="block outline-form">
      <h2>{say("page.change-the-outline")}</h2>
      <p className="note">{say("page.each-line-is-a-point")}</p>
      {sections.map(({ key, title, claims }) => (
        <div key={key} className="outline-part">
          <label className="field field-wide">
            {say("page.heading")}
            <input value={title} maxLength={200} onChange={(event) => change(key, { title: event.target.value })} />
          </label>
          <ClaimFields
            claims={claims}
            newKind={kindUnder(title, view.profile)}
            onChange={(next) => change(key, { claims: next })}
          />
        </div>
      ))}
      <p className="row">
        <button
          type="button"
          className="quiet"
          onClick={() =>
            setSections([...sections, { key: crypto.randomUUID(), sectionId: "", title: "", claims: [newClaim()] }])
          }
        >
          {say("page.add-a-part")}
        </button>
        <button type="button" disabled={isBusy} onClick={() => void act(send)}>
          {say("page.save-the-outline")}
        </button>
        <button type="button" className="quiet" onClick={onDone}>
          {say("page.leave-as-it-was")}
        </button>
      </p>
    </section>
  );
};

/** The kind of a point that is added under a heading: the one that the profile has there, unless it is what the letter states; else none. */
const kindUnder = (title: string, profile: WorkflowProfile | undefined): string => {
  const section = profile?.sections.find(({ heading }) => heading.some(({ text }) => text === title));
  const [kind, another] = section?.claimKinds ?? [];
  const act = profile?.claimKinds.find(({ name }) => name === kind)?.act;
  return another === undefined && act !== ClaimAct.STATES_LETTER ? (kind ?? "") : "";
};

const ClaimFields = ({
  claims,
  newKind,
  onChange,
}: {
  readonly claims: readonly Claim[];
  readonly newKind: string;
  readonly onChange: (claims: Claim[]) => void;
}) => {
  const { say, speech } = useWords();
  const { view } = useRun();
  const change = (key: string, part: Partial<Claim>) =>
    onChange(claims.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <>
      {claims.map(({ key, text, claimKind, optional, lawDate }, at) => (
        <div key={key} className="outline-claim">
          <label className="field field-wide">
            <span className="unseen">{say("page.the-point-as-a-sentence")}</span>
            <textarea
              rows={2}
              maxLength={2000}
              value={text}
              onChange={(event) => change(key, { text: event.target.value })}
            />
          </label>
          <label className="field">
            {say("page.kind-of-point")}
            <select value={claimKind} onChange={(event) => change(key, { claimKind: event.target.value })}>
              <option value="">{say("page.one-quote-is-enough")}</option>
              {(view.profile?.claimKinds ?? []).map(({ name, label }) => (
                <option key={name} value={name}>
                  {textIn(label, speech.locale) || name}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            {say("page.law-date-of-the-point")}
            <DayField day={lawDate} onDay={(day) => change(key, { lawDate: day })} />
          </label>
          <span className="row">
            <button type="button" className="quiet" disabled={at === 0} onClick={() => onChange(moved(claims, at, -1))}>
              {say("page.higher")}
            </button>
            <button
              type="button"
              className="quiet"
              disabled={at === claims.length - 1}
              onClick={() => onChange(moved(claims, at, 1))}
            >
              {say("page.lower")}
            </button>
            <button type="button" className="quiet" onClick={() => onChange(claims.filter((one) => one.key !== key))}>
              {say("page.take-out")}
            </button>
            <label>
              <input
                type="checkbox"
                checked={optional}
                onChange={(event) => change(key, { optional: event.target.checked })}
              />
              {say("page.need-not-be-in-it")}
            </label>
          </span>
        </div>
      ))}
      <button type="button" className="quiet" onClick={() => onChange([...claims, newClaim(newKind)])}>
        {say("page.add-a-point")}
      </button>
    </>
  );
};

/** The list with one of its points a place higher or lower. */
const moved = (claims: readonly Claim[], at: number, by: number): Claim[] => {
  const next = [...claims];
  const [one] = next.splice(at, 1);
  if (one) next.splice(at + by, 0, one);
  return next;
};
