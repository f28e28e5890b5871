import { redirect } from '@tanstack/react-router'
import { type FieldUser, homePathOf, useFieldSession } from '../shared/session/field-session.ts'
import { resolveSession } from '../shared/session/resolve-session.ts'

export interface RouteVisit {
  /** True where a pointer only rests over a link: no guard redirects then. */
  preload: boolean
}

const redirectTo = (to: '/admin' | '/site-login' | '/login' | ReturnType<typeof homePathOf>) =>
  redirect({ to, replace: true })

/** Guards the chooser of roles: a signed-in user is redirected to the own home screen. */
export async function redirectIfSignedIn({ preload }: RouteVisit): Promise<void> {
  if (preload) return
  const here = await resolveSession()
  if (here !== undefined) throw redirectTo(here === 'office' ? '/admin' : homePathOf(here.role))
}

/**
 * Guards the site sign-in: a signed-in field user is redirected to the own home screen, and anybody else may sign in
 * there.
 */
export async function redirectIfFieldUser({ preload }: RouteVisit): Promise<void> {
  if (preload) return
  const here = await resolveSession()
  if (here !== undefined && here !== 'office') throw redirectTo(homePathOf(here.role))
}

export async function redirectIfOffice({ preload }: RouteVisit): Promise<void> {
  if (!preload && (await resolveSession()) === 'office') throw redirectTo('/admin')
}

/** Returns the field user signed in to this tab or to this browser. Head office is redirected to its own screens. */
async function currentFieldUser(): Promise<FieldUser | undefined> {
  const here = useFieldSession.getState().user ?? (await resolveSession())
  if (here === 'office') throw redirectTo('/admin')
  return here
}

/** §2: without a session user a field screen redirects to the site sign-in. */
export async function requireFieldUser({ preload }: RouteVisit): Promise<void> {
  if (!preload && (await currentFieldUser()) === undefined) throw redirectTo('/site-login')
}

/** §2: the screen itself tells a user who may not write an expense so, before it leads to the sign-in. */
export async function restoreFieldUser({ preload }: RouteVisit): Promise<void> {
  if (!preload) await currentFieldUser()
}

export async function requireIncharge({ preload }: RouteVisit): Promise<void> {
  if (preload) return
  const user = await currentFieldUser()
  if (user === undefined) throw redirectTo('/site-login')
  if (user.role === 'supervisor') throw redirectTo('/supervisor-dashboard')
}

/** §2: a supervisor stays, an incharge is redirected to the own dashboard, and anybody else to the chooser. */
export async function requireSupervisor({ preload }: RouteVisit): Promise<void> {
  if (preload) return
  const user = await currentFieldUser()
  if (user === undefined) throw redirectTo('/login')
  if (user.role !== 'supervisor') throw redirectTo('/site-dashboard')
}
