import './shared/design/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './app/query-client.ts'
import { registerOutboxForSignIn } from './app/register-outbox-for-sign-in.ts'
import { router } from './app/router.tsx'
import { showStoredAnswersWhenLate } from './app/show-stored-answers-when-late.ts'
import { markEnlargedText } from './shared/design/mark-enlarged-text.ts'
import { LazyToaster } from './shared/design/toast/lazy-toaster.tsx'
import { syncDocumentLanguage } from './shared/language/language-setting.ts'
import { keepInstallPrompt } from './shared/session/install-prompt.ts'

syncDocumentLanguage()
markEnlargedText()
keepInstallPrompt()

const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no #app')
const client = createQueryClient()
showStoredAnswersWhenLate(client)
registerOutboxForSignIn()
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <LazyToaster />
    </QueryClientProvider>
  </StrictMode>,
)
