import { REFUSALS } from '@ledger/contracts/refusals.ts'
import { ROUTES } from '@ledger/contracts/routes.ts'
import { html, prose } from '@ledger/ledger-service/http/openapi/html.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../environment/service.ts'

describe('the page of the API', () => {
  let api: TestService
  let page: string
  beforeAll(async () => {
    api = await startService()
    const reply = await api.client().get('/api/docs')
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    page = reply.text
  })
  afterAll(() => api.close())

  it('has every call, every shape and every refusal', () => {
    for (const [name, { path }] of Object.entries(ROUTES)) {
      expect(page).toContain(`id="${name}"`)
      expect(page).toContain(`<code>${path.replace(':id', '{id}')}</code>`)
    }
    for (const shape of ['Transaction', 'SiteUser', 'ErrorBody']) expect(page).toContain(`id="${shape}"`)
    const unsaid = Object.keys(REFUSALS).filter((code) => !page.includes(`<code>${code}</code>`))
    expect(unsaid).toEqual([])
  })

  it('points to nothing that is not there', () => {
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${anchor}"`)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('needs nothing that the content security policy forbids, and nothing from elsewhere', async () => {
    expect(page).not.toMatch(/<script|<style|<iframe|<img|\sstyle=|\son\w+=|javascript:|https?:\/\//i)
    // The empty icon prevents the browser from requesting one.
    const styles = [...page.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href ?? '')
    expect(styles).toEqual(['data:,', '/api/docs/style.css'])
    for (const style of styles.slice(1)) {
      const reply = await api.client().get(style)
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
      expect(reply.text).not.toMatch(/@import|url\(/)
    }
  })
})

describe('a piece of HTML', () => {
  it('has every text escaped, and pieces as they are', () => {
    const bad = `<img src=x onerror="alert('1')">&`
    expect(html`<p title="${bad}">${[html`<b>${bad}</b>`, undefined, 3]}</p>`.text).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">' +
        '<b>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</b>3</p>',
    )
    expect(prose('send `<b>` twice').text).toBe('send <code>&lt;b&gt;</code> twice')
  })
})
