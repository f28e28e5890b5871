import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { Badge } from '../../shared/entry/list/badge.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { openQuestionsQuery } from './question-queries.ts'
import { words } from './screen-texts.ts'

/**
 * Shows the open questions of the signed-in user on every screen of the field, until the signal aborts. The list of
 * questions is loaded only where there is one.
 */
export function watchQuestions(client: QueryClient, signal: AbortSignal): void {
  const observer = new QueryObserver(client, openQuestionsQuery)

  async function draw(): Promise<void> {
    const isSome = (observer.getCurrentResult().data?.length ?? 0) > 0
    const panel = isSome ? await import('./question-panel.tsx') : undefined
    if (signal.aborted) return
    const questions = observer.getCurrentResult().data ?? []
    useLazyParts.setState({
      asked: Object.fromEntries(questions.map(({ transactionId }) => [transactionId, <QuestionMark key="asked" />])),
      Questions: questions.length === 0 ? undefined : panel?.QuestionPanel,
    })
  }

  const unsubscribe = observer.subscribe(() => {
    // Where the network did not load the code, the next answer asks for it again.
    draw().catch((error: unknown) => console.info('The list of questions was not loaded', error))
  })
  signal.addEventListener('abort', unsubscribe)
}

function QuestionMark() {
  const t = useWords(words)
  return <Badge>{t.mark}</Badge>
}
