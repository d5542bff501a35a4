import { LookCodeSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { ask } from "./measure.ts";
import { gateCases } from "./sets.ts";

// Claims of the right topic held against the entry that a careless hand would bind for them, and those of the honest sentences that
// one quote carries against their own: what the check of a draft would look at, without who may speak in a slot.

for (const { name: of, dossier, wrongBindings } of gateCases.filter((one) => one.wrongBindings.length > 0)) {
  const wrong = wrongBindings.map(({ entryId, text }, at) => ({
    ...{ id: `wrong:${at + 1}`, kind: "FACT" as const, entryIds: [entryId], text },
  }));
  const right = dossier.honest.filter(
    ({ kind, entryIds, text }) =>
      kind === "FACT" &&
      entryIds.length === 1 &&
      !text.includes("“") &&
      dossier.entries.some(({ id, slotKind }) => id === entryIds[0] && slotKind === "QUOTE"),
  );
  for (const [name, claims] of [
    ["wrong", wrong],
    ["right", right],
  ] as const) {
    const answers = ask(dossier, claims);
    const met = answers.filter(({ rules, looks }) => rules.length + looks.length > 0);
    const codes = met.flatMap(({ looks }) => looks.map((code) => LookCodeSchema.value[code]?.localName ?? ""));
    const counts = [...new Set(codes)].map((code) => `${code} ${codes.filter((one) => one === code).length}`);
    console.log(
      `${of}, ${name} bindings: ${met.length} of ${claims.length} refused or looked at; ${counts.join(", ")}`,
    );
  }
}
