import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";

export interface VirtualRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Height of a row before it is measured, in CSS pixels. */
  readonly estimate: number;
  /** Name of the list for who hears it. */
  readonly label: string;
  readonly children: (row: Row, index: number) => ReactNode;
  /** Called when the last rows come into sight. */
  readonly onEnd?: (() => void) | undefined;
  /** Row to bring into sight when it changes. */
  readonly showIndex?: number | undefined;
  readonly className?: string;
}

/** Rows outside what is seen that are drawn already. */
const overscan = 6;

/** A list of any length: only the rows that are in sight are in the page. */
export const VirtualRows = <Row,>(props: VirtualRowsProps<Row>) => {
  const { rows, keyOf, estimate, label, children, onEnd, showIndex, className = "" } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - 1 && rows.length > 0) onEnd?.();
  }, [last, rows.length, onEnd]);
  useEffect(() => {
    if (showIndex !== undefined && showIndex >= 0) virtual.scrollToIndex(showIndex, { align: "start" });
  }, [showIndex, virtual]);
  return (
    // A person without a mouse scrolls it by the keys, so it takes the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section ref={scroller} className={`rows ${className}`} tabIndex={0} aria-label={label}>
      <ul className="rows-all" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => (
          <li
            key={key}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            data-index={index}
            ref={virtual.measureElement}
            className="rows-row"
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(rows[index] as Row, index)}
          </li>
        ))}
      </ul>
    </section>
  );
};
