import './shared/design/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { ToasterLater } from './shared/design/toaster-later.tsx'
import { markDocument } from './shared/language/language.ts'

markDocument()

const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no #app')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <ToasterLater />
    </QueryClientProvider>
  </StrictMode>,
)
