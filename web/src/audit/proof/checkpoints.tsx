import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Button } from '../../shared/design/button.tsx'
import { Bar, Failed } from '../../shared/design/states.tsx'
import { showToast } from '../../shared/design/toast-store.ts'
import { companyFile } from '../../shared/export/company-file.ts'
import { saveFile } from '../../shared/export/save-file.ts'
import { countText, dateText, timeText } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import { allCheckpoints, lastCheckpointsQuery } from '../calls/audit-calls.ts'
import { Panel } from './panel.tsx'
import { words } from './words.ts'

const save = (name: string, notes: readonly string[]) =>
  saveFile(companyFile(name), new Blob([notes.join('\n')], { type: 'text/plain' }))

/** The newest signed checkpoints, each as a file: with a saved checkpoint all earlier events can be proved for ever. */
export function Checkpoints() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data, error, refetch } = useQuery(lastCheckpointsQuery)
  const saving = useMutation({
    mutationFn: allCheckpoints,
    retry: false,
    onSuccess: (all) =>
      save(
        'checkpoints.txt',
        all.toReversed().map(({ note }) => note),
      ),
    onError: (failure) => showToast({ tone: 'problem', title: t.checkpoints, text: messageOf(failure) }),
  })
  return (
    <Panel title={t.checkpoints}>
      {data === undefined ? (
        error === null ? (
          <Bar className="h-32 w-full" />
        ) : (
          <Failed message={messageOf(error)} onRetry={() => void refetch()} />
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
                  onClick={() => save(`checkpoint-${size}.txt`, [note])}
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
    </Panel>
  )
}
