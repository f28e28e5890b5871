import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Download, Printer } from 'lucide-react'
import { ApiError } from '../../api/api-error.ts'
import { messageOf } from '../../api/readers-words.ts'
import { Button, buttonLook } from '../../design/button.tsx'
import { Bar, Empty, Failed } from '../../design/states.tsx'
import { useWords } from '../../language/words.ts'
import { proofQuery } from '../calls/audit-calls.ts'
import { saveFile } from '../calls/save-file.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { words } from './words.ts'

/** `/admin/audit/receipt/{id}`: the entry with its proof, to print on A4 or to keep as a file that the offline verifier reads. */
export function Receipt() {
  const t = useWords(words)
  const { id } = useParams({ from: '/admin/audit/receipt/$id' })
  const { data, error, refetch, isFetching } = useQuery(proofQuery(id))
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
          <ReceiptSheet proof={data} />
        ) : notSigned ? (
          <div className="rounded-sheet border border-rule bg-sheet">
            <Empty title={t.notSigned}>
              <p>{t.notSignedText}</p>
              <Button className="mt-4" disabled={isFetching} onClick={() => void refetch()}>
                {t.again}
              </Button>
            </Empty>
          </div>
        ) : error === null ? (
          <Bar className="h-96 w-full" />
        ) : (
          <Failed message={messageOf(error)} onRetry={() => void refetch()} />
        )}
      </div>
    </AuditFrame>
  )
}
