import type { RateLimiter } from '../access/rate-limiter.ts'
import { LedgerUnavailable, OutcomeUnknown } from '../event-store/append/append-errors.ts'
import type { AppendLog } from '../event-store/append/group-commit.ts'
import type { CommandOutcome, Metrics } from './prometheus-metrics.ts'

/** Returns the same log, which counts every answer. */
export function withCommandCounts(log: AppendLog, metrics: Metrics): AppendLog {
  return {
    ...log,
    async submit(submission) {
      const { type } = submission.command
      const answer = await log.submit(submission).catch((error) => {
        metrics.countCommand(type, commandOutcomeOf(error))
        throw error
      })
      metrics.countCommand(type, answer.status < 400 ? 'accepted' : 'refused')
      return answer
    },
  }
}

function commandOutcomeOf(error: unknown): CommandOutcome {
  if (error instanceof OutcomeUnknown) return 'unknown'
  return error instanceof LedgerUnavailable ? 'unavailable' : 'failed'
}

/** Returns the rate limiter, which then also counts the sign-ins that it refuses, for an account or an address. */
export function withRateLimitCounts(rateLimiter: RateLimiter, metrics: Metrics): RateLimiter {
  return {
    ...rateLimiter,
    async countAttempt(key) {
      const waitSeconds = await rateLimiter.countAttempt(key)
      if (waitSeconds > 0) metrics.countThrottledSignIn()
      return waitSeconds
    },
    async secondsUntilAllowed(key, limit, windowMs) {
      const waitSeconds = await rateLimiter.secondsUntilAllowed(key, limit, windowMs)
      if (waitSeconds > 0) metrics.countThrottledSignIn()
      return waitSeconds
    },
  }
}
