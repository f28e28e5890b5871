import { inject, test } from 'vitest'

/** A test of what one server does and no cluster: skipped there, with the reason beside it. */
export const onOneServer = test.skipIf(inject('servers').length > 1)
