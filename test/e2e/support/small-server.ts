import { importFiles, startTestServer, type TestServer } from "./server.ts";
import { note } from "./small-case.ts";

/** A server that holds the one document of the small case; in memory unless a folder is given. Stop it when done. */
export const startSmallServer = async (
  dataDir?: string,
): Promise<{ readonly server: TestServer; readonly docUid: string }> => {
  const server = await startTestServer(dataDir);
  const [imported] = await importFiles(server, [note]);
  return { server, docUid: imported?.docUid ?? "" };
};
