import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { GLYPH_PATHS, glyphOf } from './purpose-glyph-of.ts'

/** A drawing of an entry's purpose in one line. The words beside it say the same. */
export function PurposeGlyph({ of }: { of: Pick<Transaction, 'type' | 'isTransfer' | 'purpose'> }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="mt-1 size-6 shrink-0 fill-none stroke-[1.6] stroke-ink-soft tiny:hidden"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={GLYPH_PATHS[glyphOf(of)]} />
    </svg>
  )
}
