import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { companyFileName } from '../../shared/export/file/company-file-name.ts'
import { saveFile } from '../../shared/export/file/save-file.ts'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { allCheckpoints, lastCheckpointsQuery } from '../api/audit-queries.ts'
import { PanelFrame } from './panel-frame.tsx'
import { words } from './screen-texts.ts'

const saveNotes = (name: string, notes: readonly string[]) =>
  saveFile(companyFileName(name), new Blob([notes.join('\n')], { type: 'text/plain' }))

/** The newest signed checkpoints, each as a file: with a saved checkpoint all earlier events can be proved for ever. */
export function CheckpointList() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data, error, refetch } = useQuery(lastCheckpointsQuery)
  const saving = useMutation({
    mutationFn: allCheckpoints,
    retry: false,
    onSuccess: (all) =>
      saveNotes(
        'checkpoints.txt',
        all.toReversed().map(({ note }) => note),
      ),
    onError: (failure) => showToast({ tone: 'problem', title: t.checkpoints, text: errorMessage(failure) }),
  })
  return (
    <PanelFrame title={t.checkpoints}>
      {data === undefined ? (
        error === null ? (
          <SkeletonBar className="h-32 w-full" />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <p className="text-ink-soft">{t.noCheckpoints}</p>
      ) : (
        <>
          <ul>
            {data.map(({ size, note, signedAt }) => (
              <li key={size} className="flex items-center gap-3 border-rule border-b py-1">
                <span className="min-w-0 flex-1">
                  <span className="figures block font-strong">{t.events(countText(size))}</span>
                  <span className="block text-ink-soft text-small">
                    {dateText(signedAt, language)}, {timeText(signedAt)}
                  </span>
                </span>
                <Button
                  kind="quiet"
                  aria-label={t.downloadOne(countText(size))}
                  onClick={() => saveNotes(`checkpoint-${size}.txt`, [note])}
                >
                  <Download className="size-5" aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
          <Button kind="secondary" disabled={saving.isPending} onClick={() => saving.mutate()}>
            <Download className="size-5" aria-hidden="true" />
            {t.downloadAll}
          </Button>
        </>
      )}
    </PanelFrame>
  )
}
