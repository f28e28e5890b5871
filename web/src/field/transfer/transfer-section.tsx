import type { Balance, TransferPayee } from '@ledger/contracts/http/people/account-schemas.ts'
import { sortByName } from '@ledger/contracts/text/name-order.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { supervisorsQuery } from '../../shared/api/field-queries.ts'
import { LazyComponent } from '../../shared/design/lazy-component.tsx'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { payeeName } from './payee-name-and-mobile.ts'
import type { TransferFormProps } from './transfer-form.tsx'

// Separate from the form's words, which load with the form.
const words = inBothLanguages(
  {
    title: 'Transfer to Supervisor',
    none: 'No supervisors available for transfer. Contact admin to create supervisor accounts.',
  },
  {
    title: 'सुपरवाइज़र को ट्रांसफ़र',
    none: 'ट्रांसफ़र के लिए कोई सुपरवाइज़र नहीं है। एडमिन से सुपरवाइज़र का खाता बनवाएँ।',
  },
)

const loadTransferForm = async () => (await import('./transfer-form.tsx')).TransferForm

/**
 * The Transfer to Supervisor part of the site dashboard (§2). The form's code is loaded once the balance is on the
 * screen.
 */
export function TransferSection({ user, balance }: { user: FieldUser; balance: UseQueryResult<Balance> }) {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(supervisorsQuery)
  const supervisors = usePayeeOrder(data)
  return (
    <section className="rounded-sheet border border-rule bg-sheet p-4 md:p-5">
      <h2 className="mb-4 font-heavy text-lead">{t.title}</h2>
      {supervisors === undefined || balance.isPending ? (
        error === null ? (
          <TransferFormSkeleton />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )
      ) : supervisors.length === 0 ? (
        <p className="text-ink-soft">{t.none}</p>
      ) : (
        <LazyComponent<TransferFormProps>
          load={loadTransferForm}
          with={{ user, supervisors, balance: balance.data }}
          waiting={<TransferFormSkeleton />}
        />
      )}
    </section>
  )
}

/**
 * Returns first the payees to whom money was sent, the latest first as the server has them, then the others by name.
 */
function usePayeeOrder(payees: readonly TransferPayee[] | undefined): readonly TransferPayee[] | undefined {
  const language = useLanguage((state) => state.language)
  return useMemo(
    () =>
      payees && [
        ...payees.filter(({ lastTransfer }) => lastTransfer !== null),
        ...sortByName(
          payees.filter(({ lastTransfer }) => lastTransfer === null),
          language,
          payeeName,
        ),
      ],
    [payees, language],
  )
}

function TransferFormSkeleton() {
  return (
    <div className="grid gap-5" aria-busy="true">
      {['a', 'b', 'c', 'd'].map((row) => (
        <span key={row} className="grid gap-2">
          <SkeletonBar className="h-5 w-28" />
          <SkeletonBar className="h-12 w-full" />
        </span>
      ))}
      <SkeletonBar className="h-14 w-full" />
    </div>
  )
}
