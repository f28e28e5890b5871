import type { Language } from '../../shared/language/language-setting.ts'
import { englishContent } from './landing-content-en.ts'
import { hindiContent } from './landing-content-hi.ts'
import type { LandingContent } from './landing-content-types.ts'

export const LANDING_CONTENT: Readonly<Record<Language, LandingContent>> = { en: englishContent, hi: hindiContent }
