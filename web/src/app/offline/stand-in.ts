import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { comeBack } from './come-back.ts'
import { keepAnswers } from './keep-answers.ts'
import { NotConnected } from './not-connected.tsx'

let begun = false

/**
 * Stores the field's answers on this phone from now on, and shows them where the server cannot be reached, with a line
 * above the screen that says how old they are. A second call changes nothing.
 */
export function standIn(client: QueryClient): void {
  if (begun) return
  begun = true
  keepAnswers(client)
  comeBack(client)
  const place = document.createElement('div')
  document.getElementById('app')?.before(place)
  createRoot(place).render(createElement(NotConnected, { client }))
}
