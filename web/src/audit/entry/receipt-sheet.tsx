import type { Proof } from '@ledger/contracts/audit.ts'
import { billsOf, type Entry, entriesOf } from '@ledger/contracts/events.ts'
import type { ReactNode } from 'react'
import { brand } from '../../shared/design/brand.ts'
import { companyName } from '../../shared/design/company-name.ts'
import { Mark } from '../../shared/design/mark.tsx'
import { BETWEEN } from '../../shared/language/between.ts'
import { countText, dateText, timeText } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import { readCheckpoint } from '../proof/checkpoint.ts'
import { readEvent } from '../sentences/read-event.ts'
import { sentenceOf } from '../sentences/sentence.ts'
import { EntryNow } from './entry-now.tsx'
import { QrCode } from './qr-code.tsx'
import { words } from './words.ts'

/** One A4 page: the entry in words, the signed root, and a QR code with the data for looking the entry up. */
export function ReceiptSheet({ proof }: { proof: Proof }) {
  const t = useWords(words)
  const name = useWords(brand)
  const language = useLanguage((state) => state.language)
  const { event, checkpoint, companyId, verifierKey } = proof
  const signed = readCheckpoint(checkpoint)
  const entry = entryOf(proof)
  const isDeletion = event.type === 'TransactionDeleted'
  return (
    <article className="grid gap-5 rounded-sheet border border-rule bg-sheet p-4 md:p-8 print:border-0 print:p-0">
      <header className="flex items-center gap-3 border-ink border-b-[5px] border-double pb-4">
        <Mark className="size-12 shrink-0" />
        <div className="min-w-0">
          <h2 className="font-heavy text-title">{t.receiptTitle}</h2>
          <p className="text-ink-soft text-small">
            {companyName ?? name.name}
            {BETWEEN}
            {dateText(event.recordedAt, language)}, {timeText(event.recordedAt)}
          </p>
        </div>
      </header>
      <p className="font-strong text-lead">{sentenceOf(event, language)}</p>
      {isDeletion ? <p className="font-strong text-debit">{t.deletedReceipt}</p> : null}
      {entry === undefined ? null : <EntryNow isPlain entry={entry} title={isDeletion ? t.lastBefore : t.stands} />}
      <section className="grid gap-4 md:grid-cols-[200px_minmax(0,1fr)] print:grid-cols-[200px_minmax(0,1fr)]">
        <QrCode label={t.qr} text={qrText(proof, signed)} />
        <div className="min-w-0">
          <h3 className="font-heavy">{t.proven}</h3>
          <p className="mb-2">{t.provenText(countText(event.position), countText(proof.treeSize))}</p>
          <dl className="grid gap-2 text-small">
            <Line label={t.root}>{signed?.root}</Line>
            <Line label={t.hash}>{event.hash}</Line>
            {entry === undefined || billsOf(entry).length === 0 ? null : (
              <Line label={t.bills}>
                {billsOf(entry).map(({ id }) => (
                  <span key={id} className="block">
                    {id}
                  </span>
                ))}
              </Line>
            )}
            <Line label={t.key}>{verifierKey}</Line>
            <Line label={t.offline}>node verify.mjs receipt.json --key {verifierKey}</Line>
          </dl>
        </div>
      </section>
      <p className="break-all text-ink-soft text-small">site-ledger/{companyId}</p>
    </article>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="break-all font-[family-name:ui-monospace,monospace]">{children}</dd>
    </div>
  )
}

/** Returns enough to find the entry in an export, and to compare it with a saved checkpoint. */
function qrText({ event, companyId, treeSize }: Proof, signed: { root: string } | undefined): string {
  return [
    `site-ledger/${companyId}`,
    `size ${treeSize}`,
    `root ${signed?.root ?? ''}`,
    `position ${event.position}`,
    `hash ${event.hash}`,
  ].join('\n')
}

function entryOf({ event }: Proof): Entry | undefined {
  const known = readEvent(event)
  if (known === undefined) return undefined
  const { before, after } = entriesOf(known)
  return after ?? before
}
