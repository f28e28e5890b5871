import type { verificationReport } from '@ledger/contracts/http/audit/verification-and-proof-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../shared/api/api-error.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { readEventStream } from '../../shared/api/read-event-stream.ts'
import { alarmsQuery } from '../api/alarms-query.ts'
import { VERIFY_PATH, verificationsQuery } from '../api/audit-queries.ts'

export type VerificationAnswer = z.infer<typeof verificationReport>

export type VerificationState =
  | { state: 'idle' }
  | { state: 'running'; step: 'chain' | 'states' | 'read models'; events: number; of: number }
  | { state: 'done'; report: VerificationAnswer }
  | { state: 'failed'; message: string }

/**
 * The delay in milliseconds before the stored reports are read again. Where the report is a new finding, the signer
 * verifies again and stores the result, which takes about this long for a log of usual size.
 */
const RESULT_STORED_AFTER_MS = 5000

/** Asks the server to read the whole log, and returns the progress. */
export function useServerVerification() {
  const [verifying, setVerifying] = useState<VerificationState>({ state: 'idle' })
  const stop = useRef<AbortController>(undefined)
  const client = useQueryClient()
  useEffect(() => () => stop.current?.abort(), [])

  async function run(): Promise<void> {
    stop.current?.abort()
    const stopper = new AbortController()
    const { signal } = stopper
    stop.current = stopper
    setVerifying({ state: 'running', step: 'chain', events: 0, of: 0 })
    try {
      const report = await streamVerification(signal, setVerifying)
      setVerifying({ state: 'done', report })
      setTimeout(() => {
        for (const { queryKey } of [alarmsQuery, verificationsQuery]) void client.invalidateQueries({ queryKey })
      }, RESULT_STORED_AFTER_MS)
    } catch (error) {
      if (signal.aborted) return
      setVerifying({ state: 'failed', message: error instanceof Error ? errorMessage(error) : String(error) })
    }
  }

  return {
    verifying,
    run: () => void run(),
    stop() {
      stop.current?.abort()
      setVerifying({ state: 'idle' })
    },
  }
}

/** @throws ApiError where the stream ends without a report */
async function streamVerification(
  signal: AbortSignal,
  onProgress: (done: VerificationState) => void,
): Promise<VerificationAnswer> {
  for await (const { event, data } of readEventStream(VERIFY_PATH, signal)) {
    if (event === 'progress') onProgress({ state: 'running', ...JSON.parse(data) })
    if (event === 'done') return JSON.parse(data)
  }
  throw new ApiError(0, 'internal', 'Error', 'Something went wrong on our side')
}
