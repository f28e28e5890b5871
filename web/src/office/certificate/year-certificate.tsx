import type { YearCertificate as Certificate } from '@ledger/contracts/http/books/year-certificate-schemas.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useVerificationProblemTranslation } from '../../audit/frame/use-verification-problem-translation.ts'
import { parseCheckpoint } from '../../audit/proof/checkpoint-note-and-signature.ts'
import { countText, dateOfDayText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'

/** Returns a financial year as people write it: 2025-26. */
export const yearText = (year: number) => `${year}-${String((year + 1) % 100).padStart(2, '0')}`

/**
 * One page for paper. Each sentence follows from the answer; a log that was not verified, or is not in order, says so
 * in red.
 */
export function YearCertificateSheet({ certificate }: { certificate: Certificate }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { company, from, to, closedUpTo, reopened, entries, edits, deleted, head, checkpoint, verifierKey } =
    certificate
  const when = useInstantText()
  const closed =
    closedUpTo === null || closedUpTo < from
      ? t.notClosed
      : (closedUpTo >= to ? t.wholeYearClosed : t.partlyClosed)(dateOfDayText(closedUpTo, language))
  const signed = checkpoint && parseCheckpoint(checkpoint.note)
  return (
    <article className="grid gap-4 rounded-brick border border-rule p-4 md:p-6 print:border-0 print:p-0">
      <header className="border-ink border-b-[5px] border-double pb-3">
        <p className="font-heavy text-title [overflow-wrap:anywhere]">{company}</p>
        <h3 className="font-heavy text-lead">{t.title(yearText(Number(from.slice(0, 4))))}</h3>
        <p className="text-ink-soft text-small">{t.from(dateOfDayText(from, language), dateOfDayText(to, language))}</p>
      </header>
      <dl className="grid grid-cols-3 gap-3">
        <CertificateCount label={t.entries} count={entries} />
        <CertificateCount label={t.edits} count={edits} />
        <CertificateCount label={t.deleted} count={deleted} />
      </dl>
      <CertificateSection title={t.closed}>
        <p>{closed}</p>
        {reopened === 0 ? null : <p className="font-strong">{t.reopened(countText(reopened))}</p>}
      </CertificateSection>
      <CertificateSection title={t.verification}>
        <Verification certificate={certificate} />
      </CertificateSection>
      <CertificateSection title={t.log}>
        <p>{t.logText(countText(head.position))}</p>
        <Hex label={t.hash}>{head.hash}</Hex>
      </CertificateSection>
      <CertificateSection title={t.checkpoint}>
        <p>{checkpoint === null ? t.unsigned : t.signed(countText(checkpoint.size), when(checkpoint.signedAt))}</p>
        {signed ? <Hex label={t.root}>{signed.root}</Hex> : null}
        {verifierKey === null ? <p>{t.noKey}</p> : <Hex label={t.key}>{verifierKey}</Hex>}
      </CertificateSection>
      {verifierKey === null ? null : (
        <CertificateSection title={t.how}>
          <p>{t.howText}</p>
          <Hex label="">node tools/verify/verify.mjs log.ndjson --key {verifierKey}</Hex>
          <p className="text-ink-soft">{t.differs}</p>
        </CertificateSection>
      )}
      <p className="mt-10 hidden w-64 border-ink border-t pt-1 text-small print:block">{t.signature}</p>
    </article>
  )
}

function Verification({ certificate: { verification, head } }: { certificate: Certificate }) {
  const t = useWords(words)
  const when = useInstantText()
  const problemText = useVerificationProblemTranslation()
  if (verification === null) return <Verdict isOk={false}>{t.unverified}</Verdict>
  const { ok, verifiedAt, events, hash, problems } = verification
  const since = head.position - events
  if (!ok)
    return (
      <>
        <Verdict isOk={false}>{t.failed(when(verifiedAt))}</Verdict>
        {problems.map((problem) => (
          <p key={problem} className="break-words text-debit">
            {problemText(problem)}
          </p>
        ))}
      </>
    )
  return (
    <>
      <Verdict isOk>{t.verified(when(verifiedAt))}</Verdict>
      <p>{t.verifiedUpTo(countText(events))}</p>
      {since > 0 ? <p className="font-strong">{t.since(countText(since))}</p> : null}
      <Hex label={t.verifiedHash}>{hash}</Hex>
    </>
  )
}

function Verdict({ isOk, children }: { isOk: boolean; children: string }) {
  const Icon = isOk ? CircleCheck : CircleAlert
  return (
    <p className={`flex items-start gap-2 font-heavy ${isOk ? 'text-credit' : 'text-debit'}`}>
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      {children}
    </p>
  )
}

function CertificateSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1 border-rule border-t pt-3 text-small">
      <h4 className="font-heavy text-body">{title}</h4>
      {children}
    </section>
  )
}

function CertificateCount({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className="figures font-heavy text-lead">{countText(count)}</dd>
    </div>
  )
}

function Hex({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="text-ink-soft">
      {label} <span className="block break-all font-[family-name:ui-monospace,monospace] text-ink">{children}</span>
    </p>
  )
}

function useInstantText(): (instant: string) => string {
  const language = useLanguage((state) => state.language)
  return (instant) => `${dateText(instant, language)}, ${timeText(instant)}`
}
