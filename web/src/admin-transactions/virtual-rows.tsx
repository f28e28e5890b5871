import type { CompanyTransaction } from '@ledger/contracts/shapes.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../language/words.ts'
import { CompanyRow } from './company-row.tsx'
import { words } from './words.ts'

interface Props {
  rows: readonly CompanyTransaction[]
  actionsOf(row: CompanyTransaction): ReactNode
  hasMore: boolean
  loading: boolean
  onMore(): void
}

/** A row is about as high as its three lines and its edges; each is measured when it is drawn. */
const ROW_PX = 86
/** The next page is asked for before its rows are needed. */
const AHEAD = 60

/** As many rows as there are, of which only those in the window are in the document. */
export function VirtualRows({ rows, actionsOf, hasMore, loading, onMore }: Props) {
  const t = useWords(words)
  const list = useRef<HTMLUListElement>(null)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !loading && last >= rows.length - AHEAD) onMore()
  }, [hasMore, loading, last, rows.length, onMore])
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul ref={list} role="list" className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-rule border-t"
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            >
              <CompanyRow row={row} actions={actionsOf(row)} />
            </li>
          )
        })}
      </ul>
      {loading ? (
        <p role="status" className="border-rule border-t p-4 text-center text-ink-soft">
          {t.loadingMore}
        </p>
      ) : null}
    </>
  )
}
