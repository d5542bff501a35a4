import { type ReactNode, useEffect, useRef } from "react";
import { useSay } from "../words/say.ts";

/** The title of what is read, which takes the focus when it opens, and the way back to the list. */
export const ReaderHead = ({
  title,
  onBack,
  children,
}: {
  readonly title: string;
  readonly onBack: () => void;
  readonly children: ReactNode;
}) => {
  const say = useSay();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <header className="reader-head">
      <button type="button" className="quiet reader-back" onClick={onBack}>
        ‹ {say("page-vault.back-to-the-list")}
      </button>
      <h2 ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h2>
      {children}
    </header>
  );
};
