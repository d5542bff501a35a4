import { create } from "@bufbuild/protobuf";
import {
  FetchedFileSchema,
  FetchedFile_Outcome as Outcome,
} from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { parseEcli, renderEcli } from "../../citation/ecli.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { AskedDays, FetchTools, Loaded, OfficialService, Telling } from "../port/official-service.ts";
import { refusedFile } from "./fetch-faults.ts";
import { fetchLimits } from "./fetch-limits.ts";
import { fileThere, noteOf, outcomeOf } from "./fetched-file.ts";

const host = "data.rechtspraak.nl";

/** Open Data van de Rechtspraak: one document by its ECLI. It asks to stay below ten requests a second; two are enough. */
export const rechtspraak: OfficialService = {
  name: "Open Data van de Rechtspraak",
  hosts: [host],
  requestGapMs: 500,
  idOf(target) {
    const ecli = parseEcli(target);
    return ecli?.country === "NL" ? renderEcli(ecli) : undefined;
  },
  fetch: fetchRuling,
};

async function* fetchRuling(ecli: string, _asked: AskedDays, tools: FetchTools): AsyncGenerator<Telling, Loaded> {
  const { rulings } = tools;
  if (!rulings)
    throw new DomainError("UNSUPPORTED", worded("law.case-law-is-switched-off-on-this-server-ask"), {
      ecli,
    });
  const fileName = `${ecli.replaceAll(":", "_")}.xml`;
  if (rulings.isLoaded(ecli)) {
    yield fileThere(fileName, `${ecli} is loaded; a loaded ruling is never replaced, since quotes rest on it`);
    return { docUid: ecli, isNew: false, message: `${ecli} is loaded already` };
  }
  const url = `https://${host}/uitspraken/content?id=${ecli}`;
  const bytes = yield* tools.download({
    url,
    fileName,
    bytesMax: fetchLimits.rulingBytesMax,
    roots: ["open-rechtspraak"],
  });
  if (!bytes)
    throw new DomainError(
      "LAW_NOT_FOUND",
      worded("law.the-has-no-not-every-ruling-is-published", { rechtspraakName: rechtspraak.name, ecli }),
      {
        ecli,
      },
    );
  yield noteOf("the service gives no hash of its rulings; form and ECLI are checked");
  const { outcome, reason, message } = await rulings.take(fileName, bytes);
  const file = create(FetchedFileSchema, { fileName, outcome: outcomeOf(outcome), reason, message, ecli });
  yield file;
  if (file.outcome === Outcome.REFUSED) throw refusedFile(reason, url, `${fileName} is refused: ${message}`);
  return { docUid: ecli, isNew: file.outcome === Outcome.IMPORTED, message };
}
