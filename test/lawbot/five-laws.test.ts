import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import { describeWithData } from "../support/shared-data.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";

/** Cited by their ids, which `law cite` asked for and did not take. A text with its first day, an article of it, and the day on which its register was made. */
const laws = [
  { id: "BWBR0002458", from: "2015-01-01", file: "_2015-01-01_0", cites: "art. 20", known: "2015-03-05" },
  { id: "BWBR0003984", from: "1986-06-26", file: "_1986-06-26_0", cites: "art. 1", known: "1990-01-01" },
  { id: "BWBR0045754", from: "2022-05-01", file: "_2022-05-01_0", cites: "art. 1.1", known: "2023-06-30" },
  { id: "BWBR0018451", from: "2025-01-01", file: "_content", cites: "art. 1", known: "2025-05-01" },
  { id: "BWBR0014315", from: "2026-01-01", file: "_excerpt", cites: "art. 3", known: "2026-02-01" },
] as const;

/** A register as the publisher makes it, of the one version that is loaded. */
const registerOf = ({ id, from, known }: (typeof laws)[number]) =>
  `<?xml version="1.0"?><work label="${id}" gegenereerd="${known}T00:00:00" _latestItem="${id}/${from}_0/xml/${id}_${from}_0.xml"><metadata/><expression label="${from}_0"><metadata><datum_inwerkingtreding>${from}</datum_inwerkingtreding><einddatum>9999-12-31</einddatum><zichtdatum_start>${from}</zichtdatum_start><zichtdatum_eind>9999-12-31</zichtdatum_eind></metadata><manifestation label="xml"><metadata/><item label="${id}_${from}_0.xml" _deleted="false"/></manifestation></expression></work>`;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

describeWithData("five laws and a register of each", "law-bwb-toestand", (folder) => {
  const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
  const loaded = async (registers: "with" | "without") => {
    const clients = await openClients();
    const texts = laws.map(({ id, file }) => ({ path: `${id}${file}.xml`, bytes: bytes(`${id}${file}.xml`) }));
    // One register is the publisher's own; the others are made in its form, since no more are at hand.
    const manifests = laws.map((law) =>
      law.id === "BWBR0002458"
        ? { path: "manifest.xml", bytes: bytes("BWBR0002458_manifest.xml") }
        : { path: "manifest.xml", bytes: new TextEncoder().encode(registerOf(law)) },
    );
    const files = [...texts, ...(registers === "with" ? manifests : [])].map((each) => ({ ...each, validFrom: "" }));
    await clients.imports.import(importMessages("k", files));
    return clients;
  };
  /** What is said of an article's state on a day; the reason where it stands for nothing then. */
  const stateOn = async (
    { citations }: Awaited<ReturnType<typeof openClients>>,
    { id, cites }: (typeof laws)[number],
    inForceOn: string,
  ) => {
    const { resolutions } = await citations.resolveCitations({ citations: [`${cites} ${id}`], inForceOn });
    const [resolution] = resolutions;
    return resolution?.units[0]?.validity?.state ?? resolution?.errors[0]?.reason;
  };

  it("vouches for each from its first day until its register was made, and for none behind or before", async () => {
    const clients = await loaded("with");
    const told = [];
    for (const law of laws)
      told.push([
        law.id,
        await stateOn(clients, law, law.from),
        await stateOn(clients, law, law.known),
        await stateOn(clients, law, dayAfter(law.known, 1)),
        await stateOn(clients, law, "2026-11-23"),
        await stateOn(clients, law, dayAfter(law.from, -1)),
      ]);
    const { IN_FORCE, UNKNOWN } = Validity_State;
    expect(told).toEqual(
      laws.map(({ id }) => [id, IN_FORCE, IN_FORCE, UNKNOWN, UNKNOWN, expect.stringMatching(/NOT_|VERSION_/)]),
    );
    await clients.lawbot.close();
  });

  it("vouches for none of them without a register", async () => {
    const clients = await loaded("without");
    for (const law of laws)
      for (const day of [law.from, law.known, "2026-11-23"])
        expect([law.id, day, await stateOn(clients, law, day)]).toEqual([law.id, day, Validity_State.UNKNOWN]);
    await clients.lawbot.close();
  });
});
