import { renderCompanyProfile } from '@ledger/web/build/company-profile-pdf/document.ts'
import { LANDING_CONTENT } from '@ledger/web/src/public/landing/landing-content-by-language.ts'
import { describe, expect, test } from 'vitest'
import { firstUnlessFullRun } from '../../environment/full-run.ts'

// Setting a page of Devanagari twice takes a busy machine its time.
describe.each(firstUnlessFullRun(['en', 'hi'] as const))(
  'the company profile in %s',
  { timeout: 90_000 },
  (language) => {
    const content = LANDING_CONTENT[language]

    test('is a PDF of several pages, and the same sources give the same bytes', async () => {
      const [one, other] = await Promise.all([
        renderCompanyProfile(content, language),
        renderCompanyProfile(content, language),
      ])
      expect(one.subarray(0, 5).toString()).toBe('%PDF-')
      expect(one.equals(other)).toBe(true)
      const pages = one.toString('latin1').match(/\/Type \/Page\b/g) ?? []
      expect(pages.length).toBeGreaterThanOrEqual(3)
    })

    test('says what the page says: a changed text makes another file', async () => {
      const [first, ...others] = content.projects
      if (!first) throw new Error('There are projects')
      const changed = { ...content, projects: [{ ...first, title: `${first.title}.` }, ...others] }
      const [is, was] = await Promise.all([
        renderCompanyProfile(changed, language),
        renderCompanyProfile(content, language),
      ])
      expect(is.equals(was)).toBe(false)
    })
  },
)
