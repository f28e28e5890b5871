import type { verificationReport } from '@ledger/contracts/audit.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../shared/api/api-error.ts'
import { eventStream } from '../../shared/api/event-stream.ts'
import { messageOf } from '../../shared/api/readers-words.ts'
import { alarmsQuery } from '../calls/alarms-query.ts'
import { VERIFY, verificationsQuery } from '../calls/audit-calls.ts'

export type Report = z.infer<typeof verificationReport>

export type Verifying =
  | { state: 'idle' }
  | { state: 'running'; step: 'chain' | 'states' | 'read models'; events: number; of: number }
  | { state: 'done'; report: Report }
  | { state: 'failed'; message: string }

/**
 * The delay in milliseconds before the stored reports are read again. Where the report is a new finding, the signer
 * verifies again and stores the result, which takes about this long for a log of usual size.
 */
const KEPT_AFTER_MS = 5000

/** Asks the server to read the whole log, and returns the progress. */
export function useVerify() {
  const [verifying, setVerifying] = useState<Verifying>({ state: 'idle' })
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
      const report = await verify(signal, setVerifying)
      setVerifying({ state: 'done', report })
      setTimeout(() => {
        for (const { queryKey } of [alarmsQuery, verificationsQuery]) void client.invalidateQueries({ queryKey })
      }, KEPT_AFTER_MS)
    } catch (error) {
      if (signal.aborted) return
      setVerifying({ state: 'failed', message: error instanceof Error ? messageOf(error) : String(error) })
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
async function verify(signal: AbortSignal, onProgress: (done: Verifying) => void): Promise<Report> {
  for await (const { event, data } of eventStream(VERIFY, signal)) {
    if (event === 'progress') onProgress({ state: 'running', ...JSON.parse(data) })
    if (event === 'done') return JSON.parse(data)
  }
  throw new ApiError(0, 'internal', 'Error', 'Something went wrong on our side')
}
