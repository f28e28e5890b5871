import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Download, Printer } from 'lucide-react'
import { ApiError } from '../../shared/api/api-error.ts'
import { Button, buttonLook } from '../../shared/design/controls/button.tsx'
import { EmptyState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { saveFile } from '../../shared/export/file/save-file.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { entryHistoryQuery, inclusionProofQuery } from '../api/audit-queries.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { LongRunningProgress } from '../frame/long-running-progress.tsx'
import { PrintedReceipt } from './printed-receipt.tsx'
import { words } from './screen-texts.ts'

/**
 * `/admin/audit/receipt/{id}`: the entry with its proof, to print on A4 or to save as a file for the offline verifier.
 */
export function Receipt() {
  const t = useWords(words)
  const { id } = useParams({ from: '/admin/audit/receipt/$id' })
  const options = inclusionProofQuery(id)
  const query = useQuery(options)
  // Not a part of the proof: it follows from the order of the log.
  const history = useQuery(entryHistoryQuery(id))
  const { data, error, refetch, isFetching } = query
  const notSigned = error instanceof ApiError && error.code === 'not_signed_yet'
  return (
    <AuditFrame title={t.receiptTitle}>
      <div className="mx-auto grid max-w-3xl gap-4 print:max-w-none">
        <div className="flex flex-wrap gap-3 print:hidden">
          <Link to="/admin/audit/entry/$id" params={{ id }} className={`${buttonLook('quiet')} -ml-3 max-md:w-full`}>
            <ArrowLeft className="size-5" aria-hidden="true" />
            {t.backToHistory}
          </Link>
          {data === undefined ? null : (
            <>
              <Button onClick={() => window.print()} className="max-md:flex-1 md:ml-auto">
                <Printer className="size-5" aria-hidden="true" />
                {t.print}
              </Button>
              <Button
                kind="secondary"
                className="max-md:w-full"
                onClick={() =>
                  saveFile('receipt.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
                }
              >
                <Download className="size-5" aria-hidden="true" />
                {t.download}
              </Button>
            </>
          )}
        </div>
        {data !== undefined ? (
          <PrintedReceipt proof={data} voucher={history.data?.voucher ?? null} />
        ) : notSigned ? (
          <div className="rounded-sheet border border-rule bg-sheet">
            <EmptyState title={t.notSigned}>
              <p>{t.notSignedText}</p>
              <Button className="mt-4" disabled={isFetching} onClick={() => void refetch()}>
                {t.again}
              </Button>
            </EmptyState>
          </div>
        ) : (
          <LongRunningProgress
            query={query}
            queryKey={options.queryKey}
            waiting={<SkeletonBar className="h-96 w-full" />}
          />
        )}
      </div>
    </AuditFrame>
  )
}
