import { redirect } from '@tanstack/react-router'
import { type FieldUser, homeOf, useSession } from '../shared/session/session.ts'
import { whoIsHere } from '../shared/session/who-is-here.ts'

export interface Coming {
  /** Only looked forward to, by a pointer over a link: nobody is led anywhere yet. */
  preload: boolean
}

const leadTo = (to: '/admin' | '/site-login' | '/login' | ReturnType<typeof homeOf>) => redirect({ to, replace: true })

/** Where one chooses who one is: whoever is signed in is led home. */
export async function choosesRole({ preload }: Coming): Promise<void> {
  if (preload) return
  const here = await whoIsHere()
  if (here !== undefined) throw leadTo(here === 'office' ? '/admin' : homeOf(here.role))
}

/** A sign-in leads on whom it is for; anybody else may sign in there as somebody else. */
export async function signsInToSite({ preload }: Coming): Promise<void> {
  if (preload) return
  const here = await whoIsHere()
  if (here !== undefined && here !== 'office') throw leadTo(homeOf(here.role))
}

export async function signsInToOffice({ preload }: Coming): Promise<void> {
  if (!preload && (await whoIsHere()) === 'office') throw leadTo('/admin')
}

/** Who is signed in to this tab, or to this browser: head office is led to its own screens. */
async function fieldUser(): Promise<FieldUser | undefined> {
  const here = useSession.getState().user ?? (await whoIsHere())
  if (here === 'office') throw leadTo('/admin')
  return here
}

/** §2: without a session user a field screen leads to the site sign-in. */
export async function needsFieldUser({ preload }: Coming): Promise<void> {
  if (!preload && (await fieldUser()) === undefined) throw leadTo('/site-login')
}

/** §2: who may not write an expense is told so by the screen, before it leads to the sign-in. */
export async function looksForFieldUser({ preload }: Coming): Promise<void> {
  if (!preload) await fieldUser()
}

export async function needsIncharge({ preload }: Coming): Promise<void> {
  if (preload) return
  const user = await fieldUser()
  if (user === undefined) throw leadTo('/site-login')
  if (user.role === 'supervisor') throw leadTo('/supervisor-dashboard')
}

/** §2: a supervisor stays, an incharge goes to the own dashboard, anybody else to the chooser. */
export async function needsSupervisor({ preload }: Coming): Promise<void> {
  if (preload) return
  const user = await fieldUser()
  if (user === undefined) throw leadTo('/login')
  if (user.role !== 'supervisor') throw leadTo('/site-dashboard')
}
