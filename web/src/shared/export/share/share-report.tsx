import type { SessionUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { FileText, Image } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isUnauthorized } from '../../api/api-error.ts'
import { messageOrFallback } from '../../api/error-messages.ts'
import { Button } from '../../design/controls/button.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { useLanguage } from '../../language/language-setting.ts'
import { signInAgain } from '../../session/sign-in-again.ts'
import type { ExportPeriod } from '../dialog/export-queries.ts'
import { words as exportWords } from '../dialog/screen-texts.ts'
import { makeReportFile, type ReportKind } from './make-report-file.ts'
import { words } from './screen-texts.ts'
import { shareFile } from './share-file.ts'

interface Props {
  user: SessionUser
  period: ExportPeriod
  /** Without the extension. */
  fileName: string
  /** True where the period has no entries. */
  isEmpty: boolean
  sayNoData(): void
}

const KINDS = [
  ['pdf', FileText],
  ['picture', Image],
] as const satisfies readonly (readonly [ReportKind, unknown])[]

/** The report of a period as a PDF or a picture, through the phone's share sheet. */
export function ShareReport({ user, period, fileName, isEmpty, sayNoData }: Props) {
  const t = useWords(words)
  const e = useWords(exportWords)
  const language = useLanguage((state) => state.language)
  const [making, setMaking] = useState<ReportKind>()
  /** A file that was made too late for its tap. */
  const [ready, setReady] = useState<{ kind: ReportKind; file: File }>()
  /** Ends when another period or language is chosen, or the dialog closes: an older file is not wanted any more. */
  const asked = useRef(new AbortController())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file of another period is not the one that is asked for
  useEffect(() => {
    const mine = new AbortController()
    asked.current = mine
    setReady(undefined)
    setMaking(undefined)
    return () => mine.abort()
  }, [period, language])

  const send = async (kind: ReportKind, file: File) => {
    const became = await shareFile(file)
    setReady(became === 'late' ? { kind, file } : undefined)
    if (became === 'saved') showToast({ tone: 'done', title: e.exported, text: e.exportedText })
  }
  const make = async (kind: ReportKind) => {
    if (isEmpty) return sayNoData()
    if (ready?.kind === kind) return send(kind, ready.file)
    setMaking(kind)
    const { signal } = asked.current
    try {
      const file = await makeReportFile(kind, { user, period, language, fileName })
      if (!signal.aborted) await send(kind, file)
    } catch (error) {
      console.warn(error)
      if (isUnauthorized(error)) signInAgain()
      else if (!signal.aborted)
        showToast({
          tone: 'problem',
          title: e.error,
          text: error instanceof Error ? messageOrFallback(e.failed, error) : e.failed,
        })
    } finally {
      if (!signal.aborted) setMaking(undefined)
    }
  }
  return (
    <section aria-labelledby="export-share" className="grid gap-3 border-rule border-t pt-5">
      <h3 id="export-share" className="font-heavy">
        {t.title}
      </h3>
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
        {KINDS.map(([kind, Icon]) => (
          <Button
            key={kind}
            kind={ready?.kind === kind ? 'primary' : 'secondary'}
            disabled={making !== undefined}
            onClick={() => void make(kind)}
            className="px-3!"
          >
            <Icon className="size-5" aria-hidden="true" />
            {making === kind ? t.making : ready?.kind === kind ? t.ready : t[kind]}
          </Button>
        ))}
      </div>
    </section>
  )
}
