import { redirect } from '@tanstack/react-router'
import { type FieldUser, homeOf, useSession } from '../shared/session/session.ts'
import { whoIsHere } from '../shared/session/who-is-here.ts'

export interface Coming {
  /** True where a pointer only rests over a link: no guard redirects then. */
  preload: boolean
}

const leadTo = (to: '/admin' | '/site-login' | '/login' | ReturnType<typeof homeOf>) => redirect({ to, replace: true })

/** Guards the chooser of roles: a signed-in user is redirected to the own home screen. */
export async function choosesRole({ preload }: Coming): Promise<void> {
  if (preload) return
  const here = await whoIsHere()
  if (here !== undefined) throw leadTo(here === 'office' ? '/admin' : homeOf(here.role))
}

/**
 * Guards the site sign-in: a signed-in field user is redirected to the own home screen, and anybody else may sign in
 * there.
 */
export async function signsInToSite({ preload }: Coming): Promise<void> {
  if (preload) return
  const here = await whoIsHere()
  if (here !== undefined && here !== 'office') throw leadTo(homeOf(here.role))
}

export async function signsInToOffice({ preload }: Coming): Promise<void> {
  if (!preload && (await whoIsHere()) === 'office') throw leadTo('/admin')
}

/** Returns the field user signed in to this tab or to this browser. Head office is redirected to its own screens. */
async function fieldUser(): Promise<FieldUser | undefined> {
  const here = useSession.getState().user ?? (await whoIsHere())
  if (here === 'office') throw leadTo('/admin')
  return here
}

/** §2: without a session user a field screen redirects to the site sign-in. */
export async function needsFieldUser({ preload }: Coming): Promise<void> {
  if (!preload && (await fieldUser()) === undefined) throw leadTo('/site-login')
}

/** §2: the screen itself tells a user who may not write an expense so, before it leads to the sign-in. */
export async function looksForFieldUser({ preload }: Coming): Promise<void> {
  if (!preload) await fieldUser()
}

export async function needsIncharge({ preload }: Coming): Promise<void> {
  if (preload) return
  const user = await fieldUser()
  if (user === undefined) throw leadTo('/site-login')
  if (user.role === 'supervisor') throw leadTo('/supervisor-dashboard')
}

/** §2: a supervisor stays, an incharge is redirected to the own dashboard, and anybody else to the chooser. */
export async function needsSupervisor({ preload }: Coming): Promise<void> {
  if (preload) return
  const user = await fieldUser()
  if (user === undefined) throw leadTo('/login')
  if (user.role !== 'supervisor') throw leadTo('/site-dashboard')
}
