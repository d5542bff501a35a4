import { type Principal, Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { FourEyes } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { must } from "./broken.ts";
import type { Journal } from "./journal.ts";

const who = ({ issuer, name }: Principal): string => `${issuer} ${name}`;

/**
 * Where the run began with a kind of memo that wants a second person, everybody who acts signed in, nobody confirmed what they wrote, nor
 * finalised a draft of theirs, and whoever did is one of those named. Returns whether one was wanted. Who wrote an item is what its event says: the
 * rules derive it again, where nothing is kept back.
 */
export const checkSecondPerson = ({ events }: Journal): boolean => {
  const first = events[0]?.event.event;
  const wanted = first?.case === "runCreated" ? first.value.fourEyes : undefined;
  if (!wanted || first?.case !== "runCreated") return false;
  /** The person who last confirmed an item, by its fingerprint. */
  const confirmers = new Map<string, Principal>();
  for (const { fingerprint, confirmedBy } of first.value.fork?.confirmations ?? [])
    if (confirmedBy) confirmers.set(fingerprint, confirmedBy);
  const items = new Map<string, ItemState>();
  let draft: readonly ItemState[] = [];
  for (const { seq, event } of events) {
    const { event: one, actor } = event;
    const isPersons = actor?.kind === Principal_Kind.USER;
    must(!isPersons || (actor.issuer !== "" && !actor.asserted), `event ${seq} is of somebody who did not sign in`);
    if (one.case === "proposalRecorded") {
      for (const item of one.value.items) items.set(item.itemId, item);
      if (one.value.state === OrchestratorState.DRAFT) draft = one.value.items;
      if (wanted.stages.includes(one.value.state))
        for (const item of one.value.items.filter(({ decision }) => decision === ItemDecision.CONFIRM))
          mustBeOther(wanted, confirmers.get(item.fingerprint), [item], seq);
    }
    if (one.case === "itemsDecided")
      for (const { itemId, decision } of one.value.items) {
        const item = items.get(itemId);
        if (!item || decision !== ItemDecision.CONFIRM) continue;
        if (wanted.stages.includes(one.value.state)) mustBeOther(wanted, actor, [item], seq);
        if (actor) confirmers.set(item.fingerprint, actor);
      }
    if (one.case === "runFinalised" && wanted.finalising) mustBeOther(wanted, actor, draft, seq);
  }
  return true;
};

const mustBeOther = (
  { people }: FourEyes,
  by: Principal | undefined,
  items: readonly ItemState[],
  seq: number,
): void => {
  must(by !== undefined, `event ${seq} takes a confirmation for one, and nobody gave it`);
  const own = items.find(({ writtenBy }) => writtenBy.some((one) => who(one) === who(by)));
  must(own === undefined, `event ${seq}: ${by.name} wrote ${own?.itemId}, and somebody else had to confirm it`);
  const isNamed = people.length === 0 || people.some(({ issuer, subject }) => `${issuer} ${subject}` === who(by));
  must(isNamed, `event ${seq}: ${by.name} is none of those who had to confirm it`);
};
