import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { adminQuery } from '../../shared/api/office-queries.ts'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { BottomBar } from './bottom-bar.tsx'
import { SideMenu } from './side-menu.tsx'

/**
 * The frame of every page of head office and of the audit: the menu at the left of a desk, a bar below on a narrower
 * screen. Each page has its own head with the title, and asks for the session itself. Paper has no menu.
 */
export function OfficeShell(): ReactNode {
  const isDesk = useIsDesk()
  const { data: user } = useQuery({ ...adminQuery, enabled: false })
  if (isDesk)
    return (
      <div className="grid grid-cols-[13rem_minmax(0,1fr)] print:block">
        <SideMenu user={user} />
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    )
  return (
    <>
      <Outlet />
      <BottomBar user={user} />
    </>
  )
}
