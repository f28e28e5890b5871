import { inject, test } from 'vitest'

/** A test that is skipped on a cluster, because it needs a single server; the reason stands beside each use. */
export const skipOnCluster = test.skipIf(inject('servers').length > 1)
