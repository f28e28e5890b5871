import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IncompletePrintNote } from '../../design/incomplete-print-note.tsx'
import { MAX_PRINTED_ROWS, useIsPrinting } from '../../design/use-is-printing.ts'
import { ROWS_PER_BLOCK, type RowBlock } from './virtual-list-blocks.ts'

interface WithId {
  readonly id: string
}

interface Props<Row> {
  blocks: readonly RowBlock<Row>[]
  /**
   * The result must depend on the row and the one above it alone, because a row is not drawn again while they are the
   * same.
   */
  drawRow(row: Row, previous: Row | undefined): ReactNode
  /**
   * Loads the next page when the reader comes near the end. Undefined while there is none or it cannot be requested.
   */
  onNearEnd: (() => void) | undefined
  /** Whether there are rows after those that are loaded. */
  hasMore: boolean
}

/** The first guess for the height of a row. Drawn rows are measured. */
const ROW_PX = 90
/** The next page is requested this many blocks before the last one. */
const BLOCKS_BEFORE_END = 5

const virtualizerOptions = <Row,>({ blocks }: Props<Row>) => ({
  count: blocks.length,
  estimateSize: (index: number) => (blocks[index]?.rows.length ?? 0) * ROW_PX,
  overscan: 1,
  // React must not render synchronously during its own work.
  useFlushSync: false,
})

/** Rows that scroll with the page. Only those near the view are drawn, so 100,000 rows scroll as fast as fifty. */
export function PageVirtualList<Row extends WithId>(props: Props<Row>) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // Filters change the height above the list. Setting the same number again renders nothing.
  useLayoutEffect(() => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)))
  const virtualizer = useWindowVirtualizer({ ...virtualizerOptions(props), scrollMargin: top })
  return (
    <VirtualBlocks
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
export function BoxVirtualList<Row extends WithId>({ label, ...props }: Props<Row> & { label: string }) {
  const box = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({ ...virtualizerOptions(props), getScrollElement: () => box.current })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={box} tabIndex={0} aria-label={label} className="max-h-96 overflow-y-auto">
      <VirtualBlocks
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

interface VirtualBlocksProps<Row> extends Props<Row> {
  listRef: React.RefObject<HTMLDivElement | null> | undefined
  items: readonly VirtualItem[]
  height: number
  /** The height above the list within the scrolling element. */
  offset: number
  measure(element: HTMLElement | null): void
}

function VirtualBlocks<Row extends WithId>(props: VirtualBlocksProps<Row>) {
  const { blocks, drawRow, onNearEnd, hasMore, listRef, items, height, offset, measure } = props
  const last = items.at(-1)?.index ?? 0
  // A reader at the end no longer scrolls while the list is read again, so the next page is requested as soon as that
  // is done.
  const brings = onNearEnd !== undefined && last >= blocks.length - BLOCKS_BEFORE_END
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rows came and the end is still near
  useEffect(() => {
    if (brings) onNearEnd()
  }, [brings, blocks.length])
  const isPrinting = useIsPrinting()
  const drawn = (block: RowBlock<Row>) => (
    <MemoizedBlock
      block={block}
      draw={() =>
        block.rows.map((row, place) => (
          // biome-ignore lint/a11y/useSemanticElements: as below
          <div key={row.id} role="listitem" aria-posinset={block.first + place + 1} aria-setsize={-1}>
            {drawRow(row, place === 0 ? block.previous : block.rows[place - 1])}
          </div>
        ))
      }
    />
  )
  if (isPrinting) {
    const printed = blocks.slice(0, MAX_PRINTED_ROWS / ROWS_PER_BLOCK)
    return (
      <>
        {/** biome-ignore lint/a11y/useSemanticElements: as below */}
        <div role="list">
          {printed.map((block) => (
            <div key={block.first} role="presentation">
              {drawn(block)}
            </div>
          ))}
        </div>
        {hasMore || printed.length < blocks.length ? <IncompletePrintNote /> : null}
      </>
    )
  }
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
            {drawn(block)}
          </div>
        )
      })}
    </div>
  )
}

interface MemoizedBlockProps {
  block: RowBlock<unknown>
  draw(): ReactNode
}

/** Renders again only for other rows: scrolling moves blocks and does not change them. */
const MemoizedBlock = memo(
  ({ draw }: MemoizedBlockProps) => draw(),
  ({ block: before }, { block: after }) =>
    before.rows === after.rows && before.first === after.first && before.previous === after.previous,
)
