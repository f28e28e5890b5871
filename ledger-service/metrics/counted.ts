import type { Throttle } from '../access/throttle.ts'
import type { AppendLog } from '../event-store/append.ts'
import { LedgerUnavailable, OutcomeUnknown } from '../event-store/submission.ts'
import type { Metrics, Outcome } from './metrics.ts'

/** Returns the same log, which counts every answer. */
export function countCommands(log: AppendLog, metrics: Metrics): AppendLog {
  return {
    ...log,
    async submit(submission) {
      const { type } = submission.command
      const answer = await log.submit(submission).catch((error) => {
        metrics.command(type, outcomeOf(error))
        throw error
      })
      metrics.command(type, answer.status < 400 ? 'accepted' : 'refused')
      return answer
    },
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof OutcomeUnknown) return 'unknown'
  return error instanceof LedgerUnavailable ? 'unavailable' : 'failed'
}

/** Returns the same throttle, which counts the sign-ins that it refuses, for the account or for the address. */
export function countThrottled(throttle: Throttle, metrics: Metrics): Throttle {
  return {
    ...throttle,
    async attempt(key) {
      const waitSeconds = await throttle.attempt(key)
      if (waitSeconds > 0) metrics.signInThrottled()
      return waitSeconds
    },
    async wait(key, limit, windowMs) {
      const waitSeconds = await throttle.wait(key, limit, windowMs)
      if (waitSeconds > 0) metrics.signInThrottled()
      return waitSeconds
    },
  }
}
