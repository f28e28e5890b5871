import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import { companyFile } from '../../shared/export/company-file.ts'
import { saveFile } from '../../shared/export/save-file.ts'
import { type Progress, readLongFile } from '../calls/long-answer.ts'

export interface LongFile {
  /** The file that is being fetched, and its progress. `of` is 0 while the file waits for its turn. */
  readonly making: ({ readonly address: string } & Progress) | undefined
  fetch(address: string): void
  stop(): void
}

/**
 * Fetches one file at a time and saves it for the user. Leaving the screen stops the fetch.
 * @param failed the title of the toast where the file could not be made
 */
export function useLongFile(failed: string): LongFile {
  const [making, setMaking] = useState<LongFile['making']>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function run(address: string): Promise<void> {
    const stopper = new AbortController()
    const { signal } = stopper
    current.current = stopper
    setMaking({ address, events: 0, of: 0 })
    try {
      const onProgress = (progress: Progress) => setMaking({ address, ...progress })
      const { name, content } = await readLongFile(address, { signal, onProgress })
      if (!signal.aborted) saveFile(companyFile(name), content)
    } catch (error) {
      if (!signal.aborted)
        showToast({ tone: 'problem', title: failed, text: error instanceof Error ? messageOf(error) : String(error) })
    } finally {
      if (current.current === stopper) setMaking(undefined)
    }
  }

  return {
    making,
    fetch: (address) => void run(address),
    stop: () => current.current?.abort(),
  }
}
