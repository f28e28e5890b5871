/** The memory of the offer in this browser, for all its users. */
export interface InstallRecord {
  /** The number of expenses saved on this phone, counted up to the offer. */
  readonly saved: number
  /** The offer is made once: it is over with either. */
  readonly answer?: 'no' | 'installed'
}

/** The offer comes after so many saved expenses: by then the app is used, and not only looked at. */
export const SAVED_BEFORE_OFFER = 3

export function parseInstallRecord(stored: string | null): InstallRecord {
  try {
    const { saved, answer }: Partial<InstallRecord> = JSON.parse(stored ?? '{}')
    return {
      saved: typeof saved === 'number' ? saved : 0,
      ...(answer === 'no' || answer === 'installed' ? { answer } : {}),
    }
  } catch {
    return { saved: 0 }
  }
}

export function withSavedExpense({ saved, ...rest }: InstallRecord): InstallRecord {
  return { ...rest, saved: Math.min(saved + 1, SAVED_BEFORE_OFFER) }
}

export interface InstallCircumstances {
  /** The page runs as the installed app. */
  readonly isStandalone: boolean
  /** The browser has handed over its own question. */
  readonly hasPrompt: boolean
  readonly isIosSafari: boolean
}

/** Returns how the app is offered now: by the browser's question, by Safari's two steps, or not at all. */
export function offerToMake(
  { saved, answer }: InstallRecord,
  { isStandalone, hasPrompt, isIosSafari }: InstallCircumstances,
): 'prompt' | 'steps' | undefined {
  if (answer !== undefined || isStandalone || saved < SAVED_BEFORE_OFFER) return undefined
  return hasPrompt ? 'prompt' : isIosSafari ? 'steps' : undefined
}

/**
 * Tells Safari on an iPhone or iPad, which installs only by its share menu. An iPad calls itself a Mac, and no Mac has
 * a touch screen. The other browsers there have no such menu item in older versions, so nothing is said about them.
 */
export function isIosSafariAgent(userAgent: string, maxTouchPoints: number): boolean {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isIos && /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPiOS|GSA\//.test(userAgent)
}
