import type { Command } from "commander";
import { accessTokenFile, openAccessToken, rotateAccessToken } from "../../access-token.ts";
import type { Shell } from "../shell.ts";
import type { CliDeps } from "../types.ts";
import { withExample } from "./example.ts";

/** `token`, `token rotate`: the word by which this account's servers know who calls. */
export const addTokenCommands = (token: Command, shell: Shell, { env = process.env }: CliDeps): void => {
  withExample(token, "pincite token", 'buf curl --header "authorization: Bearer $(pincite token)" …');
  // The token and nothing else, so that a shell can put it into a header.
  token.action(() => shell.say(openAccessToken(accessTokenFile(env))));
  const rotate = token
    .command("rotate")
    .description("Make a new token. Servers take it at once; programs that were given the old one are refused.");
  withExample(rotate, "pincite token rotate");
  rotate.action(() => {
    const file = accessTokenFile(env);
    rotateAccessToken(file);
    shell.say(shell.speech().phrase("screen.a-new-token-lies-in", { file }));
  });
};
