import { useInfiniteQuery } from "@connectrpc/connect-query";
import { useId, useState } from "react";
import { DocsService } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { useSay } from "../words/say.ts";
import "./strand-choice.css";

/** What stands for a part of the Vault that has no name yet. */
const another = "\n";

/** Where documents go that nobody put elsewhere. */
const usual = "default";

interface StrandChoiceProps {
  /** The part that is chosen; empty: the usual one. */
  readonly value: string;
  readonly label: string;
  onChange(strandId: string): void;
}

/** Chooses a part of the Vault among those there are, or names another: it begins with the first document that is put into it. */
export const StrandChoice = ({ value, label, onChange }: StrandChoiceProps) => {
  const say = useSay();
  const id = useId();
  const [isNaming, setIsNaming] = useState(false);
  const strands = useStrands();
  const known = [...new Set([...strands, value, usual])].filter((one) => one !== "" && one !== usual);
  return (
    <span className="strand-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={isNaming ? another : value || usual}
        onChange={({ target }) => {
          setIsNaming(target.value === another);
          if (target.value !== another) onChange(target.value === usual ? "" : target.value);
        }}
      >
        <option value={usual}>{say("page-strands.my-first-case")}</option>
        {known.map((strandId) => (
          <option key={strandId} value={strandId}>
            {strandId}
          </option>
        ))}
        <option value={another}>{say("page-strands.another-case")}</option>
      </select>
      {isNaming ? (
        <NameForm
          onNamed={(strandId) => {
            setIsNaming(false);
            onChange(strandId);
          }}
        />
      ) : null}
    </span>
  );
};

/** All of them, page by page. */
const useStrands = (): string[] => {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    DocsService.method.listStrands,
    { pageSize: 200, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined, retry: false },
  );
  if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  return (data?.pages ?? []).flatMap((page) => page.strands.map(({ strandId }) => strandId));
};

const NameForm = ({ onNamed }: { onNamed(strandId: string): void }) => {
  const say = useSay();
  const [name, setName] = useState("");
  const take = () => strandNamed(name) !== "" && onNamed(strandNamed(name));
  return (
    <>
      <input
        aria-label={say("page-strands.name-of-the-case")}
        placeholder={say("page-strands.name-of-the-case")}
        maxLength={60}
        spellCheck={false}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          take();
        }}
      />
      <button type="button" onClick={take} disabled={strandNamed(name) === ""}>
        {say("page-strands.take-this-name")}
      </button>
    </>
  );
};

/** The name of a case as the Vault takes it: small letters, digits and dashes. */
const strandNamed = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "");
