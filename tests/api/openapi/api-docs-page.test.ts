import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpReply } from '../../environment/network/http-client.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** How the page of the API is served; what a browser makes of it is in tests/browser/public/api-docs-page.test.ts. */
describe('the page of the API', () => {
  let api: TestService
  let page: HttpReply
  beforeAll(async () => {
    api = await startTestService()
    page = await api.client().get('/api/docs')
  })
  afterAll(() => api.close())

  it('needs nothing that the content security policy forbids, and nothing from elsewhere', async () => {
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).not.toMatch(/<script>|<style|<iframe|<img|\sstyle=|\son\w+=|javascript:|https?:\/\//i)
    // The empty icon keeps the browser from asking for one.
    const files = [...page.text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(files).toContain('data:,')
    for (const file of files.filter((address) => address !== 'data:,')) {
      const { status, headers, text } = await api.client().get(file)
      expect([status, headers['content-type']]).toEqual([
        200,
        `text/${file.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
      ])
      if (file.endsWith('.css')) expect(text).not.toMatch(/@import|url\((?!["']?data:)/)
    }
  })

  it.each(['/api/openapi.json', '/api/docs', '/api/docs/swagger-ui.css'])(
    'is the same compressed and not, with one tag, and not sent again: %s',
    async (path) => {
      const plain = await api.client().get(path)
      const zipped = await fetch(`${api.origin}${path}`)
      expect([plain.headers['content-encoding'], zipped.headers.get('content-encoding')]).toEqual([undefined, 'gzip'])
      expect(zipped.headers.get('vary')).toMatch(/accept-encoding/i)
      expect(zipped.headers.get('etag')).toBe(plain.headers.etag)
      expect(await zipped.text()).toBe(plain.text)
      const refused = await api.client().get(path, { 'accept-encoding': 'gzip;q=0' })
      expect(refused.headers['content-encoding']).toBeUndefined()
      const again = await api.client().get(path, { 'if-none-match': plain.headers.etag })
      expect([again.status, again.text]).toEqual([304, ''])
    },
  )
})
