import { expect, test } from 'vitest'
import { crowdedFolders } from '../../check/folder-size.ts'

const files = (folder: string, count: number) => Array.from({ length: count }, (_, n) => `${folder}/${n}.ts`)

test('a folder with more than twenty files is named; the steps of the schema may be more', () => {
  expect(crowdedFolders([...files('web/a', 20), ...files('web/b', 21), ...files('migrations/steps', 40)])).toEqual([
    'web/b holds 21 files, and at most 20 are allowed',
  ])
})
