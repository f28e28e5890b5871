import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../api/error-messages.ts'
import { fetchLongFile, type ReadProgress } from '../../api/long-running-request.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { companyFileName } from './company-file-name.ts'
import { saveFile } from './save-file.ts'

export interface FileDownload {
  /** The file that is being fetched, and its progress. `of` is 0 while the file waits for its turn. */
  readonly making: ({ readonly address: string } & ReadProgress) | undefined
  /** @param named the name of the saved file; without it, the name that the server gives */
  fetch(address: string, named?: string): void
  stop(): void
}

/**
 * Fetches one file at a time and saves it for the user. Leaving the screen stops the fetch.
 * @param failed the title of the toast where the file could not be made
 * @param onSaved called with the address of each file that was saved
 */
export function useFileDownload(failed: string, onSaved: (address: string) => void = () => undefined): FileDownload {
  const [making, setMaking] = useState<FileDownload['making']>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function run(address: string, named: string | undefined): Promise<void> {
    const stopper = new AbortController()
    const { signal } = stopper
    current.current = stopper
    setMaking({ address, events: 0, of: 0 })
    try {
      const onProgress = (progress: ReadProgress) => setMaking({ address, ...progress })
      const { name, content } = await fetchLongFile(address, { signal, onProgress })
      if (signal.aborted) return
      saveFile(companyFileName(named ?? name), content)
      onSaved(address)
    } catch (error) {
      if (!signal.aborted)
        showToast({
          tone: 'problem',
          title: failed,
          text: error instanceof Error ? errorMessage(error) : String(error),
        })
    } finally {
      if (current.current === stopper) setMaking(undefined)
    }
  }

  return {
    making,
    fetch: (address, named) => void run(address, named),
    stop: () => current.current?.abort(),
  }
}
