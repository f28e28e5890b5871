// A page shows the expected content a moment after a click, so a single read comes too early on a busy machine.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** The Playwright methods that read the current state of a page without waiting. */
const ONE_SHOT_READS = new Set(
  'allInnerTexts allTextContents boundingBox count evaluate getAttribute innerText inputValue isChecked isDisabled isEnabled isHidden isVisible textContent title'.split(
    ' ',
  ),
)

/** Returns every expectation of a browser test that reads the page only once, one readable line each. */
export function oneShotAssertionsIn(checkout: string): string[] {
  const files = globSync('tests/browser/**/*.{ts,tsx}', { cwd: checkout }).sort()
  return files.flatMap((file) => oneShotAssertionsOf(file, readFileSync(join(checkout, file), 'utf8')))
}

/** Returns those of one file; `file` is relative to the checkout. */
export function oneShotAssertionsOf(file: string, source: string): string[] {
  const found: string[] = []
  new Visitor({
    CallExpression({ callee, arguments: [subject] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'expect' || subject?.type !== 'AwaitExpression') return
      const read = subject.argument
      if (read.type !== 'CallExpression' || read.callee.type !== 'MemberExpression') return
      const { property } = read.callee
      if (property.type !== 'Identifier' || !ONE_SHOT_READS.has(property.name)) return
      const line = source.slice(0, subject.start).split('\n').length
      found.push(`${file}:${line} looks once with ${property.name}(): write await expect.poll(() => …)`)
    },
  }).visit(parseSync(file, source).program)
  return found
}
