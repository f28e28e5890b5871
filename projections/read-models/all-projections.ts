import { type ProjectionName, projectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import { accountDirectoryReadModel } from './account-directory.ts'
import { balancesReadModel } from './balances.ts'
import { beneficiariesReadModel } from './beneficiaries.ts'
import { billsReadModel } from './bills/bill-uses-and-totals.ts'
import { cashCountsReadModel } from './cash-counts.ts'
import { eventCountsReadModel } from './event-counts.ts'
import { eventIndexReadModel } from './event-index.ts'
import { periodTotalsReadModel } from './period-totals/period-totals.ts'
import { purposesReadModel } from './purposes-and-budgets.ts'
import type { Projection, ReadModel } from './read-model.ts'
import { searchedWordsReadModel } from './searched-words.ts'
import { transactionsReadModel } from './transactions.ts'
import { vouchersReadModel } from './vouchers.ts'
import { questionsReadModel } from './worklists/questions.ts'
import { worklistsReadModel } from './worklists/worklists.ts'

const READ_MODELS: Record<ProjectionName, ReadModel> = {
  balances: balancesReadModel,
  ledger: transactionsReadModel,
  beneficiaries: beneficiariesReadModel,
  directory: accountDirectoryReadModel,
  activity: eventIndexReadModel,
  sums: periodTotalsReadModel,
  counts: eventCountsReadModel,
  bills: billsReadModel,
  worklists: worklistsReadModel,
  words: searchedWordsReadModel,
  questions: questionsReadModel,
  vouchers: vouchersReadModel,
  cashCounts: cashCountsReadModel,
  purposes: purposesReadModel,
}

export const PROJECTIONS: readonly Projection[] = projectionName.options.map((name) => ({ name, ...READ_MODELS[name] }))
