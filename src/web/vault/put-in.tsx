import { useRef, useState } from "react";
import { useSay, useSentence } from "../quote/say.ts";
import { sentenceOf } from "../quote/trouble.tsx";
import { filesChosen, filesDropped } from "./dropped-files.ts";
import { ImportReport } from "./import-report.tsx";
import { sizeOf } from "./size.ts";
import { type ImportState, useImport } from "./use-import.ts";
import { vaultInDutch } from "./words.ts";

export interface PutInProps {
  readonly strandId: string;
  readonly onClose: () => void;
}

/** Takes files in: dropped or chosen, in pieces that go on after a broken connection, with what became of them. */
export const PutIn = ({ strandId, onClose }: PutInProps) => {
  const say = useSay(vaultInDutch);
  const { state, begin, goOn, stop } = useImport(strandId);
  const [isOver, setOver] = useState(false);
  return (
    <section
      className="put-in"
      aria-label={say("Put files in")}
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
      <p className="put-in-drop">{say("Drop files or folders here")}</p>
      <p className="vault-note">
        {say("Mail, mailboxes, PDF, Word, calendars, text and zip, of any size. They stay on this machine.")}
      </p>
      <Choosers onFiles={begin} />
      {state.phase === "idle" ? null : <Progress state={state} onStop={stop} onGoOn={goOn} />}
      {state.tally.counts.size === 0 ? null : <ImportReport tally={state.tally} />}
      <p>
        <button type="button" className="quiet" onClick={onClose}>
          {say("Close")}
        </button>
      </p>
    </section>
  );
};

const Choosers = ({ onFiles }: { readonly onFiles: (files: ReturnType<typeof filesChosen>) => void }) => {
  const say = useSay(vaultInDutch);
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const taken = (input: HTMLInputElement) => {
    onFiles(filesChosen(input.files ?? []));
    // The same file may be chosen again.
    input.value = "";
  };
  return (
    <p className="buttons">
      <button type="button" className="main" onClick={() => files.current?.click()}>
        {say("Choose files")}
      </button>
      <button type="button" onClick={() => folder.current?.click()}>
        {say("Choose a folder")}
      </button>
      <input
        ref={files}
        hidden
        type="file"
        multiple
        aria-label={say("Choose files")}
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
        aria-label={say("Choose a folder")}
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
  const say = useSay(vaultInDutch);
  const sentence = useSentence();
  const { phase, filesDone, filesTotal, path, sentBytes, sizeBytes, isReading, error } = state;
  const isGoing = phase === "running" || phase === "broken";
  return (
    <div className="put-in-progress">
      <p role="status">{say("{1} of {2} files", filesDone, filesTotal)}</p>
      <progress aria-label={say("{1} of {2} files", filesDone, filesTotal)} max={filesTotal} value={filesDone} />
      {isGoing ? (
        <>
          <p className="vault-note">
            <bdi>
              {isReading
                ? say("{1}: being read", path)
                : say("{1}: {2} of {3} sent", path, sizeOf(sentBytes), sizeOf(sizeBytes))}
            </bdi>
          </p>
          <progress aria-label={path} max={sizeBytes} value={isReading ? undefined : sentBytes} />
        </>
      ) : null}
      {phase === "broken" ? (
        <p role="alert">{say("The connection broke. What was sent stays; it goes on by itself.")}</p>
      ) : null}
      {phase === "stopped" ? <p>{say("Stopped. What was taken in stays; go on when you like.")}</p> : null}
      {phase === "failed" ? (
        <p role="alert">{say("The connection did not come back: {1}", sentence(sentenceOf(error)))}</p>
      ) : null}
      <p className="buttons">
        {isGoing ? (
          <button type="button" onClick={onStop}>
            {say("Stop")}
          </button>
        ) : null}
        {phase === "stopped" || phase === "failed" ? (
          <button type="button" className="main" onClick={onGoOn}>
            {say("Go on")}
          </button>
        ) : null}
      </p>
    </div>
  );
};
