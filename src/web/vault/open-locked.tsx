import { useState } from "react";
import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { useSay } from "../words/say.ts";

/** Names that are shown. */
const namedMax = 5;

/** Asks for the password of files that are locked. */
export const OpenLocked = ({
  rows,
  isBusy,
  onPassword,
}: {
  readonly rows: readonly ImportedItem[];
  readonly isBusy: boolean;
  readonly onPassword: (password: string) => void;
}) => {
  const say = useSay();
  const [password, setPassword] = useState("");
  if (rows.length === 0) return null;
  return (
    <form
      className="open-locked"
      onSubmit={(event) => {
        event.preventDefault();
        if (password === "" || isBusy) return;
        setPassword("");
        onPassword(password);
      }}
    >
      <p role="status">{say("page-vault.locked", { count: rows.length })}</p>
      <ul>
        {rows.slice(0, namedMax).map(({ path }) => (
          <li key={path}>
            <bdi>{path}</bdi>
          </li>
        ))}
        {rows.length > namedMax ? <li>{say("item.and-more", { count: rows.length - namedMax })}</li> : null}
      </ul>
      <p className="buttons">
        <label>
          {say("page-vault.password")}{" "}
          <input
            type="password"
            autoComplete="off"
            maxLength={255}
            value={password}
            disabled={isBusy}
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
        <button type="submit" className="main" disabled={isBusy || password === ""}>
          {say("page-vault.open-with-password")}
        </button>
      </p>
      <p className="vault-note">{say("page-vault.password-kept-nowhere")}</p>
    </form>
  );
};
