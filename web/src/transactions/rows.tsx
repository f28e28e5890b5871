import type { Transaction } from '@ledger/contracts/shapes.ts'
import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { TransactionRow } from '../site-dashboard/transaction-row.tsx'

interface Props {
  rows: readonly Transaction[]
  actionsOf(row: Transaction): ReactNode
  /** The reader comes near the end. */
  onNearEnd(): void
}

/** A row on a phone, as a first guess; each is measured when it is drawn. */
const ROW_PX = 100
/** So many rows before the last, the next page is asked for. */
const NEAR_END = 40

const options = ({ rows }: Props) => ({
  count: rows.length,
  estimateSize: () => ROW_PX,
  getItemKey: (index: number) => rows[index]?.id ?? index,
  overscan: 8,
  // React must not be made to draw in the middle of its own work.
  useFlushSync: false,
})

/** Rows that scroll with the page. Only those in view are drawn, so that 100,000 scroll as five do. */
export function RowsOfPage(props: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  // The head of the list grows and shrinks with its filters; setting the same number again draws nothing.
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
  const virtualizer = useWindowVirtualizer({ ...options(props), scrollMargin: top })
  return (
    <Rows
      {...props}
      listRef={list}
      items={virtualizer.getVirtualItems()}
      height={virtualizer.getTotalSize()}
      offset={top}
      measure={virtualizer.measureElement}
    />
  )
}

/** The same in a box of its own, about 24 rem high (§9). */
export function RowsOfBox({ label, ...props }: Props & { label: string }) {
  const box = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({ ...options(props), getScrollElement: () => box.current })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={box} tabIndex={0} aria-label={label} className="max-h-96 overflow-y-auto overscroll-contain">
      <Rows
        {...props}
        listRef={undefined}
        items={virtualizer.getVirtualItems()}
        height={virtualizer.getTotalSize()}
        offset={0}
        measure={virtualizer.measureElement}
      />
    </section>
  )
}

interface RowsProps extends Props {
  listRef: React.RefObject<HTMLUListElement | null> | undefined
  items: readonly VirtualItem[]
  height: number
  /** What lies above the list within that which scrolls. */
  offset: number
  measure(element: HTMLElement | null): void
}

function Rows({ rows, actionsOf, onNearEnd, listRef, items, height, offset, measure }: RowsProps) {
  const last = items.at(-1)?.index ?? 0
  const isNear = last >= rows.length - NEAR_END
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rows came and the end is still near
  useEffect(() => {
    if (isNear) onNearEnd()
  }, [isNear, rows.length])
  return (
    <ul ref={listRef} className="relative" style={{ height }}>
      {items.map(({ key, index, start }) => {
        const row = rows[index]
        return row === undefined ? null : (
          <li
            key={key}
            ref={measure}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={-1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - offset}px)` }}
          >
            <TransactionRow row={row} actions={actionsOf(row)} />
          </li>
        )
      })}
    </ul>
  )
}
