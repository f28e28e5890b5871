import { Download } from 'lucide-react'
import { useState } from 'react'
import { readError, unreachable } from '../../api/api-error.ts'
import { addressOf } from '../../api/call.ts'
import { messageOf } from '../../api/readers-words.ts'
import { Button } from '../../design/button.tsx'
import { showToast } from '../../design/toast-store.ts'
import { useWords } from '../../language/words.ts'
import type { EditLogPeriod } from '../calls/audit-calls.ts'
import { saveFile } from '../calls/save-file.ts'
import { words } from './words.ts'

const FORMATS = ['xlsx', 'csv', 'pdf'] as const
type Format = (typeof FORMATS)[number]

/** The statutory file in three forms. Each download is itself an event of the log. */
export function Downloads({ period }: { period: EditLogPeriod }) {
  const t = useWords(words)
  const [making, setMaking] = useState<Format>()
  const download = (format: Format) => {
    setMaking(format)
    readFile(period, format)
      .then(({ name, content }) => saveFile(name, content))
      .catch((error: Error) => showToast({ tone: 'problem', title: t.downloadFailed, text: messageOf(error) }))
      .finally(() => setMaking(undefined))
  }
  return (
    <div className="flex gap-2">
      {FORMATS.map((format) => (
        <Button
          key={format}
          kind="secondary"
          aria-label={t.download(format)}
          disabled={making !== undefined}
          onClick={() => download(format)}
          className="max-lg:flex-1 max-lg:px-2"
        >
          <Download className="size-5" aria-hidden="true" />
          {making === format ? t.downloading : format}
        </Button>
      ))}
    </div>
  )
}

/** @throws ApiError */
async function readFile(period: EditLogPeriod, format: Format): Promise<{ name: string; content: Blob }> {
  const address = addressOf<'auditEditLogFile'>('/api/audit/edit-log/file', { query: { ...period, format } })
  const response = await fetch(address, { credentials: 'same-origin' }).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  if (!response.ok) throw await readError(response)
  const [, name = `edit-log.${format}`] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, content: await response.blob() }
}
