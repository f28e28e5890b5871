import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const steps = globSync('migrations/steps/*.ts', { cwd: join(import.meta.dirname, '../../..') }).toSorted()
/** The last step of an installation whose tables cannot have been distributed yet. */
const BEFORE_CITUS = '0022-company-settings.ts'

// Only a cluster refuses it (tests/log/distribute-tables.test.ts): it sends the text to each node as it came, and a
// node accepts one statement.
test.each(steps.filter((path) => basename(path) > BEFORE_CITUS))(
  'each index of a table that may be spread is made and dropped by a statement of its own: %s',
  (path) => {
    const texts = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8').split('`')
    const statements = texts
      .filter((_, index) => index % 2 === 1)
      .filter((text) => /\b(CREATE|DROP) INDEX\b/.test(text))
    expect(statements.filter((text) => /;\s*\S/.test(text))).toEqual([])
  },
)
