import { expect, test } from 'vitest'
import { commentFaults } from '../../check/comment-style.ts'

const LONG = 'word '.repeat(30).trim()

test.for([
  ['// Who reads it, pays.', 'Who', 1],
  ['/** Whoever asks is answered. */', 'Whoever', 1],
  ['/**\n * What is kept.\n */', 'What', 2],
  ['const a = 1 // Of the company', 'Of', 1],
  ['/** Installs once. Of two runs, the second waits. */', 'Of', 1],
  ['/**\n * Returns the details.\n * What is not stored is null.\n */', 'What', 3],
  ['/** Reads it (as typed). Whatever stands around it is left out. */', 'Whatever', 1],
  ['// Is it there?\n// Whose it is, is not asked.', 'Whose', 2],
  ['/**\n * Returns the rows\n *\n * Whom it pays\n */', 'Whom', 4],
  ['/** @returns What is left. */', 'What', 1],
  ['/** @param rows Of the company. */', 'Of', 1],
] as const)('a sentence of a comment that begins with a hidden subject is named: %s', ([source, word, line]) => {
  expect(commentFaults('a.ts', source)).toEqual([`a.ts:${line} begins with ${word}: name the subject first`])
})

test('a wrapped line and an abbreviation begin no sentence', () => {
  const sources = [
    '// Returns the column\n// Of, which the sheet has.',
    '/**\n * Names the list\n * What for.\n */',
    '/** A word, e.g. What, is no name. */',
  ]
  expect(sources.flatMap((source) => commentFaults('a.ts', source))).toEqual([])
})

test('an error that a comment names is a class of the checkout or of the language', () => {
  const source = '/**\n * Reads it.\n * @throws Invalid for any other\n */'
  expect(commentFaults('a.ts', source)).toEqual(['a.ts:3 throws Invalid, and no class has this name'])
  const sources = [
    '/** @throws RangeError beyond it */',
    '/** @throws the error of the task */',
    '/** @throws InvalidRequest for any other */',
  ]
  expect(sources.flatMap((each) => commentFaults('a.ts', each, new Set(['InvalidRequest'])))).toEqual([])
})

test('a line of a comment may have 120 characters; a long line of code is left to the formatter', () => {
  expect(commentFaults('a.ts', `/**\n * ${LONG}\n */`)).toEqual(['a.ts:2 is longer than 120 characters'])
  expect(commentFaults('a.ts', `const text = '${LONG}'\n// Returns it.`)).toEqual([])
})

test('a comment of a style sheet is held to the same', () => {
  expect(commentFaults('a.css', '/* What is bold. */\nb { color: red }')).toEqual([
    'a.css:1 begins with What: name the subject first',
  ])
  expect(commentFaults('a.css', `b {\n  /* ${LONG} */\n}`)).toEqual(['a.css:2 is longer than 120 characters'])
})

test('words that only begin alike, instructions to tools and text in strings are no fault', () => {
  const sources = ['// Offline entries wait.', `// biome-ignore lint/x: ${LONG}`, `const a = '// Who'`]
  expect(sources.flatMap((source) => commentFaults('a.ts', source))).toEqual([])
})
