import { expect, test } from 'vitest'
import { commentFaults } from '../../check/comment-style.ts'

const LONG = 'word '.repeat(30).trim()

test.for([
  ['// Who reads it, pays.', 'Who'],
  ['/** Whoever asks is answered. */', 'Whoever'],
  ['/**\n * What is kept.\n */', 'What'],
  ['const a = 1 // Of the company', 'Of'],
])('a comment that begins with a hidden subject is named: %s', ([source = '', word]) => {
  expect(commentFaults('a.ts', source)).toEqual([`a.ts:1 begins with ${word}: name the subject first`])
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
