import { dayOf } from '@ledger/contracts/dates.ts'
import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { ApiError } from '../api/api-error.ts'
import { messageOf } from '../api/readers-words.ts'
import { Button } from '../design/button.tsx'
import { showToast } from '../design/toast-store.ts'
import { useWords } from '../language/words.ts'
import type { Sheet } from './spreadsheet.ts'
import { words } from './words.ts'

interface Props {
  /** Stands in the file's name, with today's date (§3). */
  name: string
  /** What goes into the file; undefined where there is nothing. */
  sheet(): Promise<Sheet | undefined>
}

/** §8, Export: makes the file in the browser; its code comes when it is first asked for. */
export function ExportButton({ name, sheet }: Props) {
  const t = useWords(words)
  const making = useMutation({
    async mutationFn() {
      const made = await sheet()
      if (made === undefined) return false
      const { download } = await import('./spreadsheet.ts')
      await download(made, `${name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_')}_${dayOf(new Date().toISOString())}.xlsx`)
      return true
    },
    onSuccess(made) {
      if (made) showToast({ tone: 'done', title: t.exported, text: t.exportedText })
      else showToast({ tone: 'problem', title: t.noData, text: t.noDataText })
    },
    onError(error) {
      console.warn(error)
      const text = error instanceof ApiError ? messageOf(error) : undefined
      showToast({ tone: 'problem', title: t.exportFailed, text })
    },
  })
  return (
    <Button kind="secondary" disabled={making.isPending} onClick={() => making.mutate()}>
      <FileSpreadsheet className="size-5" aria-hidden="true" />
      {making.isPending ? t.exporting : t.export}
    </Button>
  )
}
