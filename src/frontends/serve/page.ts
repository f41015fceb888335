import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Hono } from 'hono'
import type { Credentials } from './credentials.ts'
import type { Guard } from './guard.ts'
import type { Page } from './serve-options.ts'

/** Everything the page needs comes from here, and nobody may put it into a page of theirs. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

export const withHeaders = (response: ServerResponse): ServerResponse => {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  return response
}

interface PageDeps {
  readonly credentials: Credentials
  readonly guard: Guard
  readonly cookieName: string
  readonly secure: boolean
  readonly page: Page
  incomingOf(context: Context): IncomingMessage
}

/** `/login` takes a code and leads to the page with its key; everything else is a file of the page. */
export const addPage = (app: Hono, deps: PageDeps): void => {
  app.get('/login', context => signIn(context, deps))
  app.get('/*', async context => {
    const file = await deps.page(context.req.path === '/' ? '/index.html' : context.req.path)
    if (!file) return context.text('Not found', 404)
    const headers = {
      'content-type': file.type,
      ...(file.immutable ? { 'cache-control': 'private, max-age=31536000, immutable' } : {}),
    }
    return new Response(file.body as BodyInit, { headers })
  })
}

const signIn = (
  context: Context,
  { credentials, guard, cookieName, secure, incomingOf }: PageDeps,
): Response => {
  const signedIn = credentials.exchange(context.req.query('code') ?? '')
  if (!signedIn) {
    try {
      guard.wrong(incomingOf(context).socket.remoteAddress ?? '')
    } catch {
      return context.text('Too many wrong links. Wait a minute, then try again.', 429)
    }
    return context.text('This link was used already or is too old. Ask the server for a new one.', 401)
  }
  const { cookie, key, maxAgeSeconds } = signedIn
  context.header(
    'set-cookie',
    `${cookieName}=${cookie}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  )
  return context.redirect(`/#key=${key}`, 303)
}
