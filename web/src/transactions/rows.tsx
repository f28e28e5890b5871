import type { Transaction } from '@ledger/contracts/shapes.ts'
import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { TransactionRow } from '../site-dashboard/transaction-row.tsx'
import type { Block } from './use-pages.ts'

interface Props {
  blocks: readonly Block[]
  actionsOf(row: Transaction): ReactNode
  /** The reader comes near the end. */
  onNearEnd(): void
}

/** The height of most rows, as a first guess; what is drawn is measured. */
const ROW_PX = 89
/** So many blocks before the last, the next page is asked for. */
const NEAR_END = 4

const options = ({ blocks }: Props) => ({
  count: blocks.length,
  estimateSize: (index: number) => (blocks[index]?.rows.length ?? 0) * ROW_PX,
  overscan: 1,
  // React must not be made to draw in the middle of its own work.
  useFlushSync: false,
})

/** Rows that scroll with the page. Only those near the view are drawn, so that 100,000 scroll as fifty do. */
export function RowsOfPage(props: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // The head of the list grows and shrinks with its filters; setting the same number again draws nothing.
  useLayoutEffect(() => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)))
  const virtualizer = useWindowVirtualizer({ ...options(props), scrollMargin: top })
  return (
    <Blocks
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
      <Blocks
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

interface BlocksProps extends Props {
  listRef: React.RefObject<HTMLDivElement | null> | undefined
  items: readonly VirtualItem[]
  height: number
  /** What lies above the list within that which scrolls. */
  offset: number
  measure(element: HTMLElement | null): void
}

function Blocks({ blocks, actionsOf, onNearEnd, listRef, items, height, offset, measure }: BlocksProps) {
  const last = items.at(-1)?.index ?? 0
  const isNear = last >= blocks.length - NEAR_END
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rows came and the end is still near
  useEffect(() => {
    if (isNear) onNearEnd()
  }, [isNear, blocks.length])
  return (
    // biome-ignore lint/a11y/useSemanticElements: between <ul> and <li> there is no place for a block
    <div ref={listRef} role="list" className="relative" style={{ height }}>
      {items.map(({ key, index, start }) => {
        const block = blocks[index]
        return block === undefined ? null : (
          <div
            key={key}
            ref={measure}
            data-index={index}
            role="presentation"
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - offset}px)` }}
          >
            <BlockOfRows block={block} actionsOf={actionsOf} />
          </div>
        )
      })}
    </div>
  )
}

/** Drawn again only for other rows: scrolling moves blocks, it does not change them. */
const BlockOfRows = memo(function BlockOfRows({ block, actionsOf }: Pick<Props, 'actionsOf'> & { block: Block }) {
  return block.rows.map((row, index) => (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div key={row.id} role="listitem" aria-posinset={block.first + index + 1} aria-setsize={-1}>
      <TransactionRow row={row} actions={actionsOf(row)} />
    </div>
  ))
}, sameBlock)

/** `actionsOf` is a new function with every drawing, but what it gives for a row depends on the row alone. */
function sameBlock(before: { block: Block }, after: { block: Block }): boolean {
  return before.block.rows === after.block.rows && before.block.first === after.block.first
}
