import { spawnSync } from 'node:child_process'
import { installWithApt } from './install-with-apt.ts'

/** Tells whether poppler's programs are there, which draw and read the pages of a PDF. */
export const hasPoppler = (): boolean => spawnSync('pdftoppm', ['-v']).error === undefined

/** Installs poppler as root on Debian where it is missing, and says where it cannot be had. */
export function providePoppler(say: (line: string) => void): void {
  if (hasPoppler()) return
  installWithApt('poppler for the code on a printed statement', ['poppler-utils'], say)
  if (!hasPoppler()) say('There is no poppler, so the test of the printed code is left out: install poppler-utils.')
}
