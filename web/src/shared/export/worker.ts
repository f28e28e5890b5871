import { makeFile } from './make-file.ts'
import { serve } from './serve.ts'

serve(makeFile)
