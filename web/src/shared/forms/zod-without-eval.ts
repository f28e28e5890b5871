import { z } from 'zod/v4'

// Set before the first schema: zod would otherwise probe `new Function`, which the CSP reports although zod catches the
// error.
z.config({ jitless: true })

export { z }
