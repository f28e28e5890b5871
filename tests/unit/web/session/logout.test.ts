import { ApiError, unreachableError } from '@ledger/web/src/shared/api/api-error.ts'
import { logoutErrorSentence } from '@ledger/web/src/shared/session/logout-error-text.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const cleared: string[] = []
beforeEach(() => {
  cleared.length = 0
  vi.stubGlobal('sessionStorage', { clear: () => cleared.push('drafts') })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => cleared.push(name) })
})
afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['head office', 'adminLogout', '/api/admin/logout'],
  ['a field user', 'siteLogout', '/api/site/logout'],
] as const)('a logout of %s leaves no draft in this tab, once the server has ended it', async (_who, name, path) => {
  const { [name]: logout } = await import('@ledger/web/src/shared/api/sign-in-calls.ts')
  const { DRAFT_FILES_DATABASE } = await import('@ledger/web/src/shared/forms/form-draft.ts')
  const called: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    called.push(address)
    return called.length === 1 ? Response.json({ code: 'internal' }, { status: 500 }) : new Response(null)
  })
  await expect(logout()).rejects.toBeInstanceOf(ApiError)
  expect(cleared).toEqual([])
  await logout()
  expect(called).toEqual([path, path])
  expect(cleared).toEqual(['drafts', DRAFT_FILES_DATABASE])
})

test('a failed logout has the sentence of §8, and without a network what the person can do', () => {
  const words = { logoutErrorText: '§8', logoutErrorBecause: (why: string) => `because: ${why}` }
  expect(logoutErrorSentence(new ApiError(500, 'internal', 'Error', 'Reference 7'), words)).toBe('§8')
  expect(logoutErrorSentence(new ApiError(429, 'too_many_requests', 'Error', 'Wait'), words)).toBe('§8')
  expect(logoutErrorSentence(new TypeError('no answer'), words)).toBe('§8')
  expect(logoutErrorSentence(unreachableError(new TypeError('no answer')), words)).toMatch(/^because: .*network/)
})
