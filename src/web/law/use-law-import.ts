import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ImportItem, LawImportService } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { sendLaw } from "./send-law.ts";

/** A file that was chosen: how much of it was sent, and what became of it or why it could not be sent. */
export interface ChosenLaw {
  readonly file: File;
  readonly sentBytes: number;
  readonly item?: ImportItem;
  readonly error?: unknown;
}

/** Loads files of law one after another. */
export const useLawImport = () => {
  const transport = useTransport();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<readonly ChosenLaw[]>([]);
  const set = (file: File, change: Partial<ChosenLaw>) =>
    setChosen((now) => now.map((one) => (one.file === file ? { ...one, ...change } : one)));

  const load = async (files: readonly File[], validFrom = ""): Promise<void> => {
    const laws = createClient(LawImportService, transport);
    setChosen((now) => [
      ...now.filter(({ file }) => !files.includes(file)),
      ...files.map((file) => ({ file, sentBytes: 0 })),
    ]);
    for (const file of files) {
      try {
        set(file, { item: await sendLaw(laws, file, validFrom, (sentBytes) => set(file, { sentBytes })) });
      } catch (error) {
        set(file, { error });
      }
    }
    await queries.invalidateQueries();
  };
  return { chosen, load };
};
