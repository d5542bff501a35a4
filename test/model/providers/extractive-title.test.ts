import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { TurnContextSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { titleOf } from "../../../src/model/providers/extractive/draft.ts";
import { builtinProfiles } from "../../../src/profile/builtin.ts";

const titleFor = (audience: string, title: string): string =>
  titleOf(
    create(TurnContextSchema, {
      run: { locale: "nl", title },
      profile: builtinProfiles().find(({ profileId }) => profileId === "reply-to-debt-collector")!,
      intent: { locale: "nl", audience },
    }),
  );

describe("the title of a memo", () => {
  // The name that a person gave a run for her lists stood as the subject of her letter.
  it("is what the kind of memo calls a letter, whatever its run is called", () => {
    expect(titleFor("collector", "Sportschool, map 3")).toBe("Reactie op uw brief");
  });

  it("is so too where the letter that is answered says from whom and to whom it goes", () => {
    const context = create(TurnContextSchema, {
      run: { locale: "nl", title: "Studiekosten, map 2" },
      profile: builtinProfiles().find(({ profileId }) => profileId === "email-reply")!,
      intent: {
        locale: "nl",
        audience: "employer",
        frame: { sender: ["N. Fictief"], addressee: ["Zonnewijzer B.V."] },
      },
    });
    expect(titleOf(context)).toBe("Reactie op uw brief");
  });

  it("calls what is answered an e-mail where it is one, with its day", () => {
    const mail = { evidenceId: "vault:b2", docType: "email", occurredAtIso: "2026-09-18T09:05:00Z" };
    const context = create(TurnContextSchema, {
      run: { locale: "nl", answeredLetter: { evidenceId: "vault:b2" } },
      profile: builtinProfiles().find(({ profileId }) => profileId === "reply-to-debt-collector")!,
      intent: { locale: "nl", audience: "collector" },
      evidenceSet: { entries: [{ candidate: mail }] },
    });
    expect(titleOf(context)).toBe("Reactie op uw e-mail van 18 september 2026");
  });

  it("is the name of its run where it is no letter", () => {
    expect(titleFor("self", "Sportschool, map 3")).toBe("");
  });
});
