import { daysOfFinancialYear } from '@ledger/contracts/financial-year.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import { Download } from 'lucide-react'
import { Button } from '../../shared/design/controls/button.tsx'
import type { FileDownload } from '../../shared/export/file/use-file-download.ts'
import type { ListHeading } from '../../shared/export/print/list-heading.ts'
import { PrintButton } from '../../shared/export/print/list-outputs.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { periodText } from '../../shared/language/period-text.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { type EditLogSelection, editLogFileUrl } from '../api/audit-queries.ts'
import { useOpenedAccounts } from '../api/use-opened-accounts.ts'
import { DEFAULT_ACTION } from './edit-log-search-params.ts'
import { readPrintedEditLog } from './printed-edit-log.ts'
import { words } from './screen-texts.ts'

const EDIT_LOG_FORMATS = ['xlsx', 'csv', 'pdf'] as const

interface Props {
  asked: EditLogSelection
  file: FileDownload
  /** The number of changes; undefined until it is known. */
  count: number | undefined
}

/**
 * The printed form, and the statutory file in three formats, with the filter of the screen. Each download is itself an
 * event of the log.
 */
export function EditLogDownloads({ asked, file, count }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const heading = useEditLogHeading(asked)
  const names = { xlsx: t.excel, csv: 'CSV', pdf: 'PDF' }
  return (
    <div className="flex flex-wrap gap-2">
      <PrintButton
        heading={heading}
        read={(inLanguage, onRead) => readPrintedEditLog(asked, inLanguage, onRead)}
        total={count}
      />
      {EDIT_LOG_FORMATS.map((format) => (
        <Button
          key={format}
          kind="secondary"
          aria-label={t.download(names[format])}
          disabled={file.making !== undefined}
          onClick={() => file.fetch(editLogFileUrl(asked, format, language))}
          className="max-lg:flex-1 max-lg:px-2"
        >
          <Download className="size-5" aria-hidden="true" />
          {names[format]}
        </Button>
      ))}
    </div>
  )
}

/** Returns the head of the printed form, with the filter in words. */
function useEditLogHeading({ year, from = '', to = '', action, actor, account }: EditLogSelection): ListHeading {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const people = useOpenedAccounts()
  const by = people.find(({ id }) => id === actor)
  const of = people.find(({ id }) => id === account)
  const actions: Readonly<Record<string, string>> = {
    [DEFAULT_ACTION]: t.changedAndDeleted,
    created: t.onlyCreated,
    changed: t.onlyChanged,
    deleted: t.onlyDeleted,
  }
  return {
    title: t.title,
    about: [
      action === undefined ? '' : (actions[action] ?? action),
      by === undefined ? '' : `${t.by}: ${personAndRole(by, language)}`,
      of === undefined ? '' : printableLine(of.site === null ? of.name : `${of.site}, ${of.name}`),
    ],
    period: periodText(year === undefined ? { from, to } : daysOfFinancialYear(Number(year)), language),
  }
}
