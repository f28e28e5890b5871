import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { billsOf, type Entry } from '@ledger/contracts/events/event-schemas.ts'
import type { InclusionProofAnswer } from '@ledger/contracts/http/audit/verification-and-proof-schemas.ts'
import { cancelledVoucher } from '@ledger/contracts/labels/transaction-labels.ts'
import type { ReactNode } from 'react'
import { AppLogo } from '../../shared/design/page/app-logo.tsx'
import { printedCompanyName } from '../../shared/design/page/company-name.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { parseCheckpoint } from '../proof/checkpoint-note-and-signature.ts'
import { eventSentence } from '../sentences/event-sentence.ts'
import { parseAuditEvent } from '../sentences/parse-event.ts'
import { EntryContent } from './entry-content.tsx'
import { QrCode } from './qr-code.tsx'
import { words } from './screen-texts.ts'

/** One A4 page: the entry in words, the signed root, and a QR code with the data for looking the entry up. */
export function PrintedReceipt({ proof, voucher }: { proof: InclusionProofAnswer; voucher: string | null }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { event, checkpoint, companyId, verifierKey } = proof
  const signed = parseCheckpoint(checkpoint)
  const entry = entryOfProof(proof)
  const isDeletion = event.type === 'TransactionDeleted'
  return (
    <article className="grid gap-5 rounded-sheet border border-rule bg-sheet p-4 md:p-8 print:border-0 print:p-0">
      <header className="flex items-center gap-3 border-ink border-b-[5px] border-double pb-4">
        <AppLogo className="size-12 shrink-0" />
        <div className="min-w-0">
          <h2 className="font-heavy text-title">{printedCompanyName()}</h2>
          <p className="text-ink-soft text-small">
            {t.receiptTitle}
            {DOT_SEPARATOR}
            {dateText(event.recordedAt, language)}, {timeText(event.recordedAt)}
          </p>
        </div>
      </header>
      <p className="font-strong text-lead">{eventSentence(event, language)}</p>
      {isDeletion ? <p className="font-strong text-debit">{t.deletedReceipt}</p> : null}
      {entry === undefined ? null : (
        <EntryContent
          isPlain
          entry={entry}
          title={isDeletion ? t.lastBefore : t.stands}
          voucher={voucher !== null && isDeletion ? cancelledVoucher(voucher, language) : voucher}
        />
      )}
      <section className="grid gap-4 md:grid-cols-[200px_minmax(0,1fr)] print:grid-cols-[200px_minmax(0,1fr)]">
        <QrCode label={t.qr} text={qrText(proof, signed)} />
        <div className="min-w-0">
          <h3 className="font-heavy">{t.proven}</h3>
          <p className="mb-2">{t.provenText(countText(event.position), countText(proof.treeSize))}</p>
          <dl className="grid gap-2 text-small">
            <ReceiptLine label={t.root}>{signed?.root}</ReceiptLine>
            <ReceiptLine label={t.hash}>{event.hash}</ReceiptLine>
            {entry === undefined || billsOf(entry).length === 0 ? null : (
              <ReceiptLine label={t.bills}>
                {billsOf(entry).map(({ id }) => (
                  <span key={id} className="block">
                    {id}
                  </span>
                ))}
              </ReceiptLine>
            )}
            <ReceiptLine label={t.key}>{verifierKey}</ReceiptLine>
            <ReceiptLine label={t.offline}>node verify.mjs receipt.json --key {verifierKey}</ReceiptLine>
          </dl>
        </div>
      </section>
      <p className="break-all text-ink-soft text-small">site-ledger/{companyId}</p>
    </article>
  )
}

function ReceiptLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="break-all font-[family-name:ui-monospace,monospace]">{children}</dd>
    </div>
  )
}

/** Returns enough to find the entry in an export, and to compare it with a saved checkpoint. */
function qrText({ event, companyId, treeSize }: InclusionProofAnswer, signed: { root: string } | undefined): string {
  return [
    `site-ledger/${companyId}`,
    `size ${treeSize}`,
    `root ${signed?.root ?? ''}`,
    `position ${event.position}`,
    `hash ${event.hash}`,
  ].join('\n')
}

function entryOfProof({ event }: InclusionProofAnswer): Entry | undefined {
  const known = parseAuditEvent(event)
  if (known === undefined) return undefined
  const { before, after } = entryBeforeAndAfter(known)
  return after ?? before
}
