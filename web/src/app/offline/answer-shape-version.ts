/**
 * Rises when the shape of a stored answer changes: answers of an older shape are not shown.
 * tests/unit/web/offline/stored-answer-format.test.ts checks it.
 */
export const ANSWER_SHAPE_VERSION = 2
