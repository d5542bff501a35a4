import { useRef, useState } from "react";
import { sentenceOf } from "../quote/trouble.tsx";
import { useSay, useSentence } from "../words/say.ts";
import { filesChosen, filesDropped } from "./dropped-files.ts";
import { ImportReport } from "./import-report.tsx";
import { OpenLocked } from "./open-locked.tsx";
import { sizeOf } from "./size.ts";
import { type ImportState, useImport } from "./use-import.ts";

export interface PutInProps {
  readonly strandId: string;
  readonly onClose: () => void;
}

/** Takes files in: dropped or chosen, in pieces that go on after a broken connection, with what became of them. */
export const PutIn = ({ strandId, onClose }: PutInProps) => {
  const say = useSay();
  const { state, begin, open, goOn, stop } = useImport(strandId);
  const [isOver, setOver] = useState(false);
  return (
    <section
      className="put-in"
      aria-label={say("page-vault.put-files-in")}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void filesDropped(event.dataTransfer.items).then(begin);
      }}
    >
      <p className="put-in-drop">{say("page-vault.drop-files-or-folders-here")}</p>
      <p className="vault-note">{say("page-vault.mail-mailboxes-pdf-word-calendars-text-and")}</p>
      <Choosers onFiles={begin} />
      {state.phase === "idle" ? null : <Progress state={state} onStop={stop} onGoOn={goOn} />}
      <OpenLocked
        rows={state.locked}
        isBusy={state.phase === "running" || state.phase === "broken"}
        onPassword={open}
      />
      {state.tally.counts.size === 0 ? null : <ImportReport tally={state.tally} />}
      <p>
        <button type="button" className="quiet" onClick={onClose}>
          {say("page.close")}
        </button>
      </p>
    </section>
  );
};

const Choosers = ({ onFiles }: { readonly onFiles: (files: ReturnType<typeof filesChosen>) => void }) => {
  const say = useSay();
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const taken = (input: HTMLInputElement) => {
    onFiles(filesChosen(input.files ?? []));
    // The same file may be chosen again.
    input.value = "";
  };
  return (
    <p className="buttons">
      <button type="button" className="main" onClick={() => files.current?.click()}>
        {say("page-vault.choose-files")}
      </button>
      <button type="button" onClick={() => folder.current?.click()}>
        {say("page-vault.choose-a-folder")}
      </button>
      <input
        ref={files}
        hidden
        type="file"
        multiple
        aria-label={say("page-vault.choose-files")}
        onChange={({ target }) => taken(target)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React's types do not know it as an attribute.
          if (input !== null) input.webkitdirectory = true;
        }}
        hidden
        type="file"
        aria-label={say("page-vault.choose-a-folder")}
        onChange={({ target }) => taken(target)}
      />
    </p>
  );
};

const Progress = ({
  state,
  onStop,
  onGoOn,
}: {
  readonly state: ImportState;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
}) => {
  const say = useSay();
  const sentence = useSentence();
  const { phase, filesDone, filesTotal, path, sentBytes, sizeBytes, isReading, error } = state;
  const isGoing = phase === "running" || phase === "broken";
  return (
    <div className="put-in-progress">
      <p role="status">{say("page.of-files", { at: filesDone, filesCount: filesTotal })}</p>
      <progress
        aria-label={say("page.of-files", { at: filesDone, filesCount: filesTotal })}
        max={filesTotal}
        value={filesDone}
      />
      {isGoing ? (
        <>
          <p className="vault-note">
            <bdi>
              {isReading
                ? say("page-vault.being-read", { path })
                : say("page-vault.of-sent", { path, sizeOf: sizeOf(sentBytes), sizeOf2: sizeOf(sizeBytes) })}
            </bdi>
          </p>
          <progress aria-label={path} max={sizeBytes} value={isReading ? undefined : sentBytes} />
        </>
      ) : null}
      {phase === "broken" ? <p role="alert">{say("page-vault.the-connection-broke-what-was-sent-stays-it")}</p> : null}
      {phase === "stopped" ? <p>{say("page-vault.stopped-what-was-taken-in-stays-go-on-when")}</p> : null}
      {phase === "failed" ? (
        <p role="alert">
          {say("page-vault.the-connection-did-not-come-back", { sentenceOf: sentence(sentenceOf(error)) })}
        </p>
      ) : null}
      <p className="buttons">
        {isGoing ? (
          <button type="button" onClick={onStop}>
            {say("page-vault.stop")}
          </button>
        ) : null}
        {phase === "stopped" || phase === "failed" ? (
          <button type="button" className="main" onClick={onGoOn}>
            {say("page-vault.go-on")}
          </button>
        ) : null}
      </p>
    </div>
  );
};
