import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { publicKeyQuery } from '../api/audit-queries.ts'
import { PanelFrame } from './panel-frame.tsx'
import { words } from './screen-texts.ts'

/** The key that signs checkpoints, in the format of the offline verifier. */
export function PublicKeyPanel() {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(publicKeyQuery)
  const [copied, setCopied] = useState(false)
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <PanelFrame title={t.key} text={t.keyText}>
      {data !== undefined ? (
        <>
          <p className="break-all rounded-brick bg-ground p-3 font-[family-name:ui-monospace,monospace] text-small">
            {data.verifierKey}
          </p>
          <Button
            kind="secondary"
            onClick={() => {
              // A browser that does not trust the page refuses this. The key is on the screen and can be copied by
              // hand.
              navigator.clipboard?.writeText(data.verifierKey).then(
                () => setCopied(true),
                (cause: unknown) => console.warn(cause),
              )
            }}
          >
            {copied ? t.copied : t.copy}
          </Button>
        </>
      ) : isMissing ? (
        <p className="text-ink-soft">{t.noKey}</p>
      ) : error === null ? (
        <SkeletonBar className="h-16 w-full" />
      ) : (
        <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
      )}
    </PanelFrame>
  )
}
