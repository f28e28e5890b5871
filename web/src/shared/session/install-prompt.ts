/** The browser's question whether to install the app. Only Chromium's browsers hand it over. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let heldPrompt: InstallPrompt | undefined

/**
 * Keeps the browser's question for the moment at which the app offers it (field/install). It comes once, early, so this
 * listens from the beginning. The browser's menu can install all the same.
 */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    heldPrompt = event as InstallPrompt
  })
  addEventListener('appinstalled', () => {
    heldPrompt = undefined
  })
}

/** Returns the question; undefined where the browser has none, or has installed the app. */
export const installPrompt = (): InstallPrompt | undefined => heldPrompt
