import { existsSync } from 'node:fs'
import { installWithApt } from './install-with-apt.ts'

interface OtherBrowser {
  readonly name: string
  /** The variable that names its program or driver. Where it is not set, vitest.config.ts leaves out the tests. */
  readonly variable: string
  readonly paths: readonly string[]
  readonly packages: readonly string[]
}

/** The browsers of the long run beside Chromium. */
const OTHER_BROWSERS: readonly OtherBrowser[] = [
  {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
    packages: ['firefox-esr'],
  },
  {
    name: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    paths: ['/usr/bin/WebKitWebDriver'],
    // WebKitGTK needs a screen.
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
]

/** Finds Firefox and WebKit, installs them as root on Debian, and says which one cannot be had. */
export function provideOtherBrowsers(say: (line: string) => void): void {
  for (const { name, variable, paths, packages } of OTHER_BROWSERS) {
    const found = () => [process.env[variable], ...paths].find((path) => path && existsSync(path))
    if (found() === undefined) installWithApt(`${name} for the long run`, packages, say)
    const path = found()
    if (path !== undefined) process.env[variable] = path
    else say(`There is no ${name}, so its tests are left out: install it, or set ${variable}.`)
  }
}
