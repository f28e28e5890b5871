import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Block } from './blocks.ts'

interface Identified {
  readonly id: string
}

interface Props<Row> {
  blocks: readonly Block<Row>[]
  /** What it gives for a row depends on the row alone: a row that stays the same is not drawn again. */
  drawRow(row: Row): ReactNode
  /** Brings what follows when the reader comes near the end. Undefined while nothing follows or nothing can be asked for. */
  onNearEnd: (() => void) | undefined
}

/** The height of most rows, as a first guess; what is drawn is measured. */
const ROW_PX = 90
/** So many blocks before the last, the next page is asked for. */
const NEAR_END = 5

const options = <Row,>({ blocks }: Props<Row>) => ({
  count: blocks.length,
  estimateSize: (index: number) => (blocks[index]?.rows.length ?? 0) * ROW_PX,
  overscan: 1,
  // React must not be made to draw in the middle of its own work.
  useFlushSync: false,
})

/** Rows that scroll with the page. Only those near the view are drawn, so that 100,000 scroll as fifty do. */
export function RowsOfPage<Row extends Identified>(props: Props<Row>) {
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
export function RowsOfBox<Row extends Identified>({ label, ...props }: Props<Row> & { label: string }) {
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

interface BlocksProps<Row> extends Props<Row> {
  listRef: React.RefObject<HTMLDivElement | null> | undefined
  items: readonly VirtualItem[]
  height: number
  /** What lies above the list within that which scrolls. */
  offset: number
  measure(element: HTMLElement | null): void
}

function Blocks<Row extends Identified>(props: BlocksProps<Row>) {
  const { blocks, drawRow, onNearEnd, listRef, items, height, offset, measure } = props
  const last = items.at(-1)?.index ?? 0
  // Who stands at the end while the list is read again moves no more: what follows is brought as soon as that is done.
  const brings = onNearEnd !== undefined && last >= blocks.length - NEAR_END
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rows came and the end is still near
  useEffect(() => {
    if (brings) onNearEnd()
  }, [brings, blocks.length])
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
            <BlockOfRows
              block={block}
              draw={() =>
                block.rows.map((row, place) => (
                  // biome-ignore lint/a11y/useSemanticElements: as above
                  <div key={row.id} role="listitem" aria-posinset={block.first + place + 1} aria-setsize={-1}>
                    {drawRow(row)}
                  </div>
                ))
              }
            />
          </div>
        )
      })}
    </div>
  )
}

interface BlockProps {
  block: Block<unknown>
  draw(): ReactNode
}

/** Drawn again only for other rows: scrolling moves blocks, it does not change them. */
const BlockOfRows = memo(
  ({ draw }: BlockProps) => draw(),
  ({ block: before }, { block: after }) => before.rows === after.rows && before.first === after.first,
)
