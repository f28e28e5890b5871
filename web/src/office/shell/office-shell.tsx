import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { adminQuery } from '../../shared/api/office-queries.ts'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { OfficeBottomBar } from './bottom-bar.tsx'
import { SideMenu } from './side-menu.tsx'
import { useScrollAfterReload } from './use-scroll-after-reload.ts'

/**
 * The frame of every page of head office and of the audit: the menu at the left of a desk, a bar below on a narrower
 * screen. Each page has its own head with the title, and asks for the session itself. Paper has no menu.
 */
export function OfficeShell(): ReactNode {
  const isDesk = useIsDesk()
  useScrollAfterReload()
  const { data: user } = useQuery({ ...adminQuery, enabled: false })
  return (
    // The page keeps its place among the children, and so its state, when a window is made narrower or is printed.
    <div className={isDesk ? 'grid grid-cols-[13rem_minmax(0,1fr)] print:block' : ''}>
      {isDesk ? <SideMenu user={user} /> : null}
      <div className="min-w-0">
        <Outlet />
      </div>
      {isDesk ? null : <OfficeBottomBar user={user} />}
    </div>
  )
}
