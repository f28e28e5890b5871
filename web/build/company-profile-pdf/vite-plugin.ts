import type { Plugin } from 'vite'
import { LANDING_CONTENT } from '../../src/public/landing/landing-content-by-language.ts'
import { renderCompanyProfile } from './document.ts'

/**
 * Writes company-profile-en.pdf and company-profile-hi.pdf into the root of the build, from the content of the public
 * page. They are not under assets/, because files there are cached for ever, and these keep their names when their
 * content changes.
 */
export function companyProfilePlugin(): Plugin {
  return {
    name: 'company-profiles',
    apply: 'build',
    async generateBundle() {
      for (const language of ['en', 'hi'] as const) {
        const source = await renderCompanyProfile(LANDING_CONTENT[language], language)
        this.emitFile({ type: 'asset', fileName: `company-profile-${language}.pdf`, source })
      }
    },
  }
}
