import { CircleAlert } from 'lucide-react'
import { errorMessage } from '../../shared/api/error-messages.ts'

/** The reason of a refusal inside the dialog, where it stays until the next try. The toast disappears after 5 s. */
export function RefusalMessage({ error }: { error: Error | null }) {
  if (error === null) return null
  return (
    <p role="alert" className="mt-4 flex items-start gap-1.5 font-strong text-debit">
      <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      {errorMessage(error)}
    </p>
  )
}
