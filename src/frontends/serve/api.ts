import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { serveText } from '../../protocol/messages/host/serve.ts'
import { ROUTES, type Route, type RouteName } from '../../protocol/serve/routes.ts'
import { API, type ClientInfo, type ClientRights } from '../../protocol/serve/wire.ts'
import { checkEffect } from './check-op.ts'
import { checkParts } from './check-parts.ts'
import { followAsText } from './event-stream.ts'
import type { Caller } from './guard.ts'
import type { Asked, createHandlers } from './handlers.ts'
import type { Hubs } from './hubs.ts'
import type { Mark } from './session-hub.ts'
import type { Admission } from './watch-links.ts'
import type { Watching } from './watching.ts'
import { STATUS, toWireError, WireProblem } from './wire-problem.ts'

export interface ApiDeps {
  readonly hubs: Hubs
  readonly watching: Watching
  readonly handlers: ReturnType<typeof createHandlers>
  readonly version: string
  readonly rights: ClientRights
  newId(): string
  now(): number
  log(text: string): void
  /** Who asks; throws WireProblem. */
  authenticate(context: Context): Caller
  /** Who comes with a link to watch; throws WireProblem. */
  admitWatcher(context: Context): Admission
}

/** The rows of the API as routes. */
export const createApi = (deps: ApiDeps): Hono => {
  const app = new Hono()
  for (const [name, route] of Object.entries(ROUTES) as readonly [RouteName, Route][])
    app.on(route.method.toUpperCase(), `${API}${route.path}`, context =>
      serveRoute(context, { name, route, deps }),
    )
  app.all(`${API}/*`, context =>
    problem(context, new WireProblem('not_found', serveText('nothing_here')), deps),
  )
  return app
}

const serveRoute = async (
  context: Context,
  at: { readonly name: RouteName; readonly route: Route; readonly deps: ApiDeps },
): Promise<Response> => {
  const { name, route, deps } = at
  try {
    if (route.watch) return await serveWatcher(context, at)
    const caller = route.open ? 'program' : deps.authenticate(context)
    checkEffect(route.effect, deps.rights, name === 'purgeSession' ? serveText('no_purge') : undefined)
    const asked: Asked = {
      client: clientOf(context, caller, deps),
      params: context.req.param() as Asked['params'],
      ...(await checkParts(context.req.raw, route)),
    }
    if (name === 'events') return await follow(asked, context, deps)
    if (name === 'openapi') return context.json((await import('./openapi.ts')).describeApi(deps.version))
    const answer = await deps.handlers[name as keyof ApiDeps['handlers']](asked)
    return route.status === 204
      ? context.body(null, 204)
      : context.json(answer as object, route.status as ContentfulStatusCode)
  } catch (error) {
    return problem(context, error, deps)
  }
}

/** Somebody who only watches gets to these rows, and to no handler of another. */
const serveWatcher = async (
  context: Context,
  { name, route, deps }: { readonly name: RouteName; readonly route: Route; readonly deps: ApiDeps },
): Promise<Response> => {
  const admission = deps.admitWatcher(context)
  const { query } = await checkParts(context.req.raw, route)
  switch (name) {
    case 'watch':
      return context.json(await deps.watching.describe(admission))
    case 'watchHistory':
      return context.json(await deps.watching.history(admission, query))
    case 'watchEvents':
      return deps.watching.follow(admission, { mark: query as Mark, signal: context.req.raw.signal })
    default:
      throw new WireProblem('forbidden', serveText('watch_only'))
  }
}

const problem = (context: Context, error: unknown, { log }: Pick<ApiDeps, 'log'>): Response => {
  const told = toWireError(error, log)
  return context.json({ error: told }, STATUS[told.kind])
}

const clientOf = (context: Context, caller: Caller, { newId }: ApiDeps): ClientInfo =>
  nameClient(caller, context.req.query('name'), newId())

const NAMES: Readonly<Record<ClientInfo['kind'], string>> = {
  page: 'Browser',
  program: 'Program',
  terminal: 'Terminal',
  watcher: 'Watcher',
}

export const nameClient = (caller: Caller, name: string | undefined, id: string): ClientInfo => {
  const kind = caller === 'program' && name === 'terminal' ? 'terminal' : caller
  const given = name === undefined || name === '' || name === 'terminal' ? NAMES[kind] : name.slice(0, 60)
  return { id, kind, name: given }
}

const follow = async (asked: Asked, context: Context, { hubs, now }: ApiDeps): Promise<Response> => {
  const hub = await hubs.get(asked.params['id'] ?? '')
  return followAsText(hub, {
    client: { ...asked.client, since: new Date(now()).toISOString() },
    mark: asked.query as Mark,
    signal: context.req.raw.signal,
  })
}
