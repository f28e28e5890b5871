import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { OfflineBanner } from './offline-banner.tsx'
import { persistAndRestoreAnswers } from './persist-and-restore-answers.ts'
import { startReconnecting } from './probe-and-refetch.ts'

let hasStarted = false

/**
 * Stores the field's answers on this phone from now on, and shows them where the server cannot be reached, with a line
 * above the screen that says how old they are. A second call changes nothing.
 */
export function startOfflineSupport(client: QueryClient): void {
  if (hasStarted) return
  hasStarted = true
  persistAndRestoreAnswers(client)
  startReconnecting(client)
  const place = document.createElement('div')
  document.getElementById('app')?.before(place)
  createRoot(place).render(createElement(OfflineBanner, { client }))
}
