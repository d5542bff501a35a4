import { clone, create } from "@bufbuild/protobuf";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import {
  type AnswerWords,
  AnswerWordsSchema,
  ClaimAct,
  type DemandWords,
  DemandWordsSchema,
  type FrameTemplate,
  FrameTemplateSchema,
  type LocalisedText,
  type RoleWords,
  type WorkflowProfile,
  WorkflowProfileSchema,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";

/**
 * The profile with what it leaves out taken from another: words for roles that it has none for, words for answers, the first and
 * last sentence. What it says itself stays as it says it.
 */
export const withDefaults = (profile: WorkflowProfile, common: WorkflowProfile): WorkflowProfile => {
  const whole = clone(WorkflowProfileSchema, profile);
  whole.roles.push(...common.roles.filter((role) => !whole.roles.some((one) => isSameRole(one, role))));
  whole.answers = answersOf(whole.answers, common.answers);
  whole.frame = frameOf(whole.frame, common.frame);
  whole.demands = demandsOf(whole.demands, common.demands);
  return whole;
};

/** Whether two messages name the same role, of the same side. */
export const isSameRole = (one: RoleWords, other: RoleWords): boolean =>
  one.role === other.role && (one.represents || PartyRole.OPPONENT) === (other.represents || PartyRole.OPPONENT);

const answersOf = (said: AnswerWords | undefined, common: AnswerWords | undefined): AnswerWords => {
  const made = clone(AnswerWordsSchema, said ?? common ?? emptyAnswers);
  const { ownLetter = [], otherLetter = [], templates = [] } = common ?? {};
  made.ownLetter = either(made.ownLetter, ownLetter);
  made.otherLetter = either(made.otherLetter, otherLetter);
  made.templates.push(...templates.filter(({ answer }) => !made.templates.some((one) => one.answer === answer)));
  return made;
};

const frameOf = (said: FrameTemplate | undefined, common: FrameTemplate | undefined): FrameTemplate => {
  const made = clone(FrameTemplateSchema, said ?? common ?? emptyFrame);
  made.opening = either(made.opening, common?.opening ?? []);
  made.ending = either(made.ending, common?.ending ?? []);
  return made;
};

const demandsOf = (said: DemandWords | undefined, common: DemandWords | undefined): DemandWords => {
  const made = clone(DemandWordsSchema, said ?? common ?? create(DemandWordsSchema));
  made.sum = either(made.sum, common?.sum ?? []);
  // Who says the day in words of her own says it nowhere else.
  if (made.dueDay.length === 0) made.dueDayWithin = either(made.dueDayWithin, common?.dueDayWithin ?? []);
  made.dueDay = either(made.dueDay, common?.dueDay ?? []);
  return made;
};

const either = (said: LocalisedText[], common: LocalisedText[]): LocalisedText[] => (said.length > 0 ? said : common);

const emptyAnswers = create(AnswerWordsSchema);
const emptyFrame = create(FrameTemplateSchema);

/** Who made the kinds of memo that come with the product, as their files say it; no other file may. */
export const productMaker = "Pincite";

/** Who made a kind of memo, where it did not come with the product; empty: it did, or nobody said. */
export const strangerBehind = ({ madeBy }: Pick<WorkflowProfile, "madeBy">): string =>
  isProducts(madeBy) ? "" : madeBy;

/** Whether a name is the product's, however it is written. */
export const isProducts = (madeBy: string): boolean =>
  madeBy.normalize("NFKC").trim().toLowerCase() === productMaker.toLowerCase();

/** Whether a profile was written before profiles said what their people are called: an artifact of an older run. */
export const isOlder = ({ roles }: WorkflowProfile): boolean => roles.length === 0;

/**
 * The profile of an older run, whole: what its rules knew by the names of kinds and slots is said of those that have such a name,
 * and the rest is what it was for every kind of memo.
 */
export const withLegacy = (profile: WorkflowProfile, legacy: WorkflowProfile): WorkflowProfile => {
  const whole = clone(WorkflowProfileSchema, profile);
  const { roles, readers, answers, frame } = clone(WorkflowProfileSchema, legacy);
  Object.assign(whole, { roles, readers, answers, frame });
  const viewSlots = new Set(
    legacy.claimKinds.flatMap(({ slots }) => slots.flatMap(({ name, asksView }) => (asksView ? [name] : []))),
  );
  for (const kind of whole.claimKinds) {
    const known = legacy.claimKinds.find(({ name }) => name === kind.name);
    kind.act = known?.act ?? ClaimAct.STATES_FACT;
    kind.standingClaim = known?.standingClaim ?? [];
    kind.standingFor = known?.standingFor ?? [];
    kind.announcement = known?.announcement ?? [];
    for (const slot of kind.slots) slot.asksView = viewSlots.has(slot.name);
  }
  return whole;
};
