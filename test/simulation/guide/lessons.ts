import { create } from "@bufbuild/protobuf";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { type TurnContext, TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { rankCandidates } from "../../../src/model/providers/extractive/ranking.ts";
import { type SlotView, slotViews } from "../../../src/model/providers/extractive/slot-views.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { localised } from "../../../src/run/build/needs.ts";
import type { Case } from "./dossier.ts";

/** A slot of which the truth is known: the place of every document that could fill it, and whether it is a right one. */
export interface Lesson {
  readonly slot: string;
  readonly papers: readonly LearntPaper[];
}

export interface LearntPaper {
  readonly name: string;
  readonly isRight: boolean;
  /** Its place in the ranking, from 1; 0: it is left out, since it says the contrary. */
  readonly place: number;
}

interface Paper {
  readonly name: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly day: string;
  readonly title: string;
  readonly text: string;
}

interface Stated {
  readonly text: string;
  readonly kind: string;
  /** Names of right papers, by template; without a kind the one slot is `quote`. */
  readonly right: Readonly<Record<string, readonly string[]>>;
}

interface World {
  readonly locale: string;
  readonly referenceDate: string;
  readonly profileId: string;
  readonly parties: readonly { role: PartyRole; names: string[]; addresses: string[] }[];
  readonly papers: readonly Paper[];
  readonly claims: readonly Stated[];
}

/** The lessons of a made-up case, with every document shown as a whole: what a search leaves out is no part of them. */
export const lessonsOf = (one: Case): Lesson[] =>
  lessons({
    locale: "nl",
    referenceDate: one.referenceDate,
    profileId: one.profileId,
    parties: one.parties.map(({ role, person }) => ({
      role: PartyRole[role],
      names: [person.replace(/\s*<.*$/u, "")],
      addresses: [/<(.*)>/u.exec(person)?.[1] ?? ""],
    })),
    papers: one.documents.map(({ file, from, to, day, subject, body }) => ({
      name: file,
      from,
      to: [to].filter(Boolean),
      day,
      title: subject || file.replace(/\.txt$/u, ""),
      text: body,
    })),
    claims: one.claims,
  });

const lessons = (world: World): Lesson[] => {
  const context = contextOf(world);
  return slotViews(context).flatMap((view) => {
    const right = world.claims.find(({ text }) => text === view.claim.claimText)?.right[view.slot.templateName];
    return right ? [lessonOf(context, view, right)] : [];
  });
};

const lessonOf = (context: TurnContext, view: SlotView, right: readonly string[]): Lesson => {
  const ranked = rankCandidates(context, view).map(({ candidate }) => candidate.chunkUid);
  return {
    slot: `${view.slot.templateName}: ${view.claim.claimText}`,
    papers: view.candidates.map(({ chunkUid: name }) => ({
      name,
      isRight: right.includes(name),
      place: ranked.indexOf(name) + 1,
    })),
  };
};

const contextOf = ({ locale, referenceDate, profileId, parties, papers, claims }: World): TurnContext => {
  const kinds = builtinProfiles().find((one) => one.profileId === profileId)?.claimKinds ?? [];
  const candidates = papers.map(({ name, from, to, day, title }, at) => ({
    evidenceId: `vault:${uid(at)}`,
    title,
    docType: from === "" ? "text" : "email",
    occurredAtIso: day,
    participants: [from, ...to].filter((one) => one !== ""),
    chunkUid: name,
  }));
  const items = papers.map(({ text }, at) => ({
    asked: `vault:${uid(at)}`,
    candidates: candidates.slice(at, at + 1),
    passages: [{ docUid: uid(at), chunkUid: uid(at), text: own(text), endChar: text.length }],
  }));
  return create(TurnContextSchema, {
    state: OrchestratorState.EVIDENCE_BINDING,
    run: { locale, referenceDate },
    intent: { goal: "De zaak.", locale, parties: [...parties] },
    needs: {
      sections: [
        {
          claims: claims.map(({ text, kind }, at) => {
            const templates = kinds.find(({ name }) => name === kind)?.slots ?? [plainSlot];
            const slots = templates.map((template, place) => ({
              slotId: `slot:${at}-${place}`,
              kind: template.kind,
              source: template.source,
              templateName: template.name,
              cues: [...template.cues],
              description: localised([...template.description], locale),
              speakerRoles: [...template.speakerRoles],
              required: template.required,
            }));
            const made = slots.map(({ required: _, ...slot }) => slot);
            return {
              claimId: `claim:${at}`,
              claimText: text,
              claimKind: kind,
              required: made.filter((_, place) => slots[place]?.required),
              optional: made.filter((_, place) => !slots[place]?.required),
            };
          }),
        },
      ],
    },
    evidenceSet: { entries: candidates.map((candidate) => ({ candidate, pinned: true })) },
    toolContexts: [
      {
        request: { slotId: "slot:none" },
        result: { id: "toolres:01A", status: ToolResultStatus.OK },
        output: { case: "resolved", value: { items } },
      },
    ],
  });
};

const uid = (at: number): string => String(at).padStart(64, "0");

const plainSlot = {
  name: "quote",
  kind: SlotKind.QUOTE,
  description: [],
  source: "vault",
  cues: [],
  speakerRoles: [],
  required: true,
};

/** A document's own words: what it quotes line by line is somebody else's, and shown as such. */
const own = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n");
