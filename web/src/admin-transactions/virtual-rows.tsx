import type { CompanyTransaction } from '@ledger/contracts/shapes.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CompanyRow } from './company-row.tsx'

type Rows = readonly CompanyTransaction[]

interface Props {
  rows: Rows
  actionsOf(row: CompanyTransaction): ReactNode
  /** The reader comes near the end. */
  onNearEnd(): void
}

/** The height of most rows, as a first guess; what is drawn is measured. */
const ROW_PX = 92
/** Rows are drawn and measured in blocks: 100,000 rows are 10,000 heights to keep. */
const BLOCK = 10
/** So many blocks before the last, the next page is asked for. */
const NEAR_END = 6

/** As many rows as there are, of which only those near the window are in the document. */
export function VirtualRows({ rows, actionsOf, onNearEnd }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // The filter above grows and shrinks; setting the same number again draws nothing.
  useLayoutEffect(() => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)))
  const blocks = useMemo(() => inBlocks(rows), [rows])
  const virtual = useWindowVirtualizer({
    count: blocks.length,
    estimateSize: (index) => (blocks[index]?.length ?? 0) * ROW_PX,
    overscan: 1,
    scrollMargin: top,
    // React must not be made to draw in the middle of its own work.
    useFlushSync: false,
  })
  const shown = virtual.getVirtualItems()
  const isNear = (shown.at(-1)?.index ?? 0) >= blocks.length - NEAR_END
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when rows came and the end is still near
  useEffect(() => {
    if (isNear) onNearEnd()
  }, [isNear, rows.length])
  return (
    // biome-ignore lint/a11y/useSemanticElements: between <ul> and <li> there is no place for a block
    <div ref={list} role="list" className="relative" style={{ height: virtual.getTotalSize() }}>
      {shown.map(({ key, index, start }) => (
        <div
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          role="presentation"
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - top}px)` }}
        >
          <Block rows={blocks[index] ?? []} first={index * BLOCK} actionsOf={actionsOf} />
        </div>
      ))}
    </div>
  )
}

function inBlocks(rows: Rows): Rows[] {
  return Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, index) =>
    rows.slice(index * BLOCK, (index + 1) * BLOCK),
  )
}

interface BlockProps extends Pick<Props, 'actionsOf'> {
  rows: Rows
  /** The place of its first row in the list, from 0. */
  first: number
}

/** Drawn again only for other rows: scrolling moves blocks, it does not change them. */
const Block = memo(function Block({ rows, first, actionsOf }: BlockProps) {
  return rows.map((row, index) => (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      key={row.id}
      role="listitem"
      aria-posinset={first + index + 1}
      aria-setsize={-1}
      className="border-rule border-t"
    >
      <CompanyRow row={row} actions={actionsOf(row)} />
    </div>
  ))
}, sameBlock)

/** `actionsOf` is a new function with every drawing, but what it gives for a row depends on the row alone. */
function sameBlock(before: BlockProps, after: BlockProps): boolean {
  return (
    before.first === after.first &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, index) => row === after.rows[index])
  )
}
