import { runAlone, type Standalone } from "../main/alone.ts";
import { openLawBotPart } from "../main/lawbot-part.ts";
import { loadProfiles } from "../profile/load-profiles.ts";

/** A LawBot with a port, a folder and keys of its own; README.md beside this file says how it is used. */
export const lawbotAlone: Standalone = {
  program: "pincite-lawbot",
  about: "Serve a LawBot of its own. An orchestrator finds it by PINCITE_LAWBOT_URL.",
  port: 7613,
  storeName: "law",
  open: (at) => openLawBotPart(at, loadProfiles(at.config.profileLayers).profiles),
};

/** The `pincite-lawbot` command. */
export const main = (): Promise<void> => runAlone(lawbotAlone, process.argv.slice(2));
