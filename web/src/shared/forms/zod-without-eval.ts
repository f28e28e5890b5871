import { z } from 'zod/v4'

// Before the first schema: zod would otherwise probe `new Function`, which the CSP reports even though zod swallows the error.
z.config({ jitless: true })

export { z }
