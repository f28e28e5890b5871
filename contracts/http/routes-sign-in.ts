import { z } from 'zod'
import { officeUser, sessionUser, siteUser, supervisor } from './people/account-schemas.ts'
import { INVALID_MOBILE_MESSAGE } from './people/people-requests.ts'
import { adminLoginBody, siteLoginBody } from './people/sign-in-requests.ts'
import { noQueryParams } from './query-parameters.ts'
import type { Route } from './route-type.ts'

/** The calls to sign in and out, and to read who is signed in. */
export const SIGN_IN_ROUTES = {
  adminLogin: {
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Sign in with e-mail and password',
    description: 'Sets the session cookie. After too many tries from one address or for one account: 429.',
    body: adminLoginBody,
    answer: z.object({ user: officeUser }),
    status: 200,
  },
  adminLogout: {
    method: 'POST',
    path: '/api/admin/logout',
    summary: 'Sign out',
    description: 'Ends the session on the server and clears the cookie; without a session it does nothing.',
    status: 204,
  },
  adminAuth: {
    method: 'GET',
    path: '/api/admin/auth',
    summary: 'Who is signed in',
    description:
      'The account of the session, for a page that was opened anew. Without a session of head office: 401 or 403.',
    query: noQueryParams,
    answer: officeUser,
    status: 200,
  },
  siteLogin: {
    method: 'POST',
    path: '/api/site/login',
    summary: 'Sign in with mobile number and password',
    description:
      'Sets the session cookie. Unknown, wrong and deleted answer alike; a disabled account is told so (403).',
    body: siteLoginBody,
    titles: { [INVALID_MOBILE_MESSAGE]: 'Invalid Mobile Number' },
    answer: z.object({ user: sessionUser }),
    status: 200,
  },
  siteLogout: {
    method: 'POST',
    path: '/api/site/logout',
    summary: 'Sign out',
    description: 'Ends the session on the server and clears the cookie; without a session it does nothing.',
    status: 204,
  },
  siteAuth: {
    method: 'GET',
    path: '/api/site/auth',
    summary: 'Who is signed in, with the balance',
    description: 'The account of the session, for a page that was opened anew. A supervisor has no `siteName`.',
    query: noQueryParams,
    answer: z.union([siteUser, supervisor]),
    status: 200,
  },
  openidLogin: {
    method: 'GET',
    path: '/api/login',
    summary: 'Sign in with OpenID Connect: sends the browser to the provider, or to /login where none is configured',
    description:
      'Begins the authorization code flow with PKCE. A browser is to be sent here; it is no call for a program.',
    status: 302,
  },
  openidCallback: {
    method: 'GET',
    path: '/api/callback',
    summary:
      'Back from the OpenID Connect provider: on to /admin, or to /login?error=… with a code of contracts/http/openid-errors.ts',
    description: 'Takes `code` and `state` from the provider and sets the session cookie of the linked account.',
    status: 302,
  },
} as const satisfies Record<string, Route>
