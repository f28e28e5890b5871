import type { Language } from '../../shared/language/language-setting.ts'
import type { LandingContent } from './landing-content.ts'
import { englishContent } from './landing-content-en.ts'
import { hindiContent } from './landing-content-hi.ts'

export const LANDING_CONTENT: Readonly<Record<Language, LandingContent>> = { en: englishContent, hi: hindiContent }
