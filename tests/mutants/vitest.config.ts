import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The root of the mutated copy: this file is part of it. */
const root = join(import.meta.dirname, '../..')

/** The tests that need no database and read no source of the product. Stryker selects which of them run. */
export default defineConfig({
  root,
  // Links in node_modules lead to the folders that the copy was made of.
  resolve: { alias: [{ find: /^@ledger\//, replacement: `${root}/` }] },
  test: {
    include: ['tests/{unit,proof,log}/**/*.test.ts'],
    runner: join(root, 'tests/mutants/vitest-mutant-runner.ts'),
    isolate: false,
    // The time for a test with all its changes together.
    testTimeout: 600_000,
  },
})
