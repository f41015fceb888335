import { serveText } from '../../protocol/messages/host/serve.ts'
import { voiceText } from '../../protocol/messages/host/voice.ts'
import { LocalizedError } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { Query } from '../../protocol/query.ts'
import type { FleetAnswerBody } from '../../protocol/serve/fleet.ts'
import type { PushAnswerBody, PushSubscribe } from '../../protocol/serve/push-routes.ts'
import type { OpenBody, RouteName } from '../../protocol/serve/routes.ts'
import type { ClientInfo, ServerInfo } from '../../protocol/serve/wire.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { checkQuery } from './check-query.ts'
import { EarlierParts } from './earlier-parts.ts'
import type { Hubs } from './hubs.ts'
import { pageHistory } from './page-history.ts'
import type { PushDesk } from './push-desk.ts'
import type { ServeOptions } from './serve-options.ts'
import type { ExportFormat } from './session-files.ts'
import type { Watching } from './watching.ts'
import { WireProblem } from './wire-problem.ts'

/** A request whose parts were checked by its row. */
export interface Asked {
  readonly client: ClientInfo
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

type Handler = (asked: Asked) => unknown

/** Rows for those who only watch have handlers of their own. */
type WatchRoute = 'watch' | 'watchHistory' | 'watchEvents'

interface HandlerDeps {
  newLink(): { readonly url: string; readonly expiresAt: string }
  readonly watching: Watching
  /** Absent: nothing is pushed. */
  readonly push?: PushDesk | undefined
}

/** What is done for each row but the events, which are no single answer. */
export const createHandlers = (
  hubs: Hubs,
  options: ServeOptions,
  { newLink, watching, push }: HandlerDeps,
): Readonly<Record<Exclude<RouteName, 'events' | 'openapi' | WatchRoute>, Handler>> => {
  const hubOf = ({ params }: Asked) => hubs.get(params['id'] ?? '')
  const earlier = new EarlierParts()
  const engineOf = async (asked: Asked) => (await hubOf(asked)).engine
  return {
    health: () => ({ status: 'ok' }),
    server: (): ServerInfo => ({
      version: options.version,
      cwd: options.cwd,
      single: hubs.single,
      ...(push ? { push: true } : {}),
      ...(options.fleet && !hubs.single ? { fleet: true as const } : {}),
      rights: options.rights,
      ...(options.transcribe ? { voice: true as const } : {}),
    }),
    newLink,
    transcribe: asked => transcribe(asked, options),
    listSessions: async ({ query }) => ({ sessions: await hubs.list(query) }),
    ...evalHandlers(hubs, options),
    ...fleetHandlers(hubs, options),
    openSession: async ({ body }) => {
      const { hub, warnings } = await hubs.open(body as OpenBody)
      return { session: await hubs.describe(hub.id), warnings }
    },
    session: ({ params }) => hubs.describe(params['id'] ?? ''),
    renameSession: async ({ params, body }) => {
      const id = params['id'] ?? ''
      await hubs.rename(id, (body as { readonly title: string }).title)
      return await hubs.describe(id)
    },
    closeSession: ({ params }) => hubs.close(params['id'] ?? ''),
    purgeSession: async ({ params }) => {
      await hubs.purge(params['id'] ?? '')
      watching.endAll(params['id'] ?? '')
    },
    exportSession: async ({ params, query }) => {
      const { format = 'html' } = query as { readonly format?: ExportFormat }
      if (!options.sessionFiles) throw new WireProblem('forbidden', serveText('no_export'))
      const id = params['id'] ?? ''
      const text = await options.sessionFiles.exportAs(await hubs.fileOf(id), format)
      return { name: `${id}.${format}`, text }
    },
    history: async asked => {
      const engine = await engineOf(asked)
      return await pageHistory(await engine.query('history'), asked.query, earlier.of(engine))
    },
    agentHistory: async asked => ({ messages: await readAgent(asked, await engineOf(asked), options) }),
    files: async asked => {
      const { query, limit = 20 } = asked.query as { readonly query: string; readonly limit?: number }
      const { cwd } = await (await engineOf(asked)).query('state')
      return { files: (await options.findFiles?.(cwd, query, limit)) ?? [] }
    },
    query: async asked => {
      const query = checkQuery(asked.params['query'] ?? '', options.rights)
      const engine = await engineOf(asked)
      // Whoever was let into one session does not hear of the others.
      if (query === 'peers' && hubs.single && !options.rights.settings) return { answer: [] }
      return { answer: (await answer(query, engine)) ?? null }
    },
    op: async asked => {
      const { op, id } = asked.body as { readonly op: Parameters<Send>[1]; readonly id?: string }
      await (await hubOf(asked)).send(asked.client, op, id)
      return {}
    },
    ...pushHandlers(push),
    ...shareHandlers(watching),
    rewind: async asked => (await engineOf(asked)).rewind(asked.body as Body<'rewind'>),
    rewindFiles: async asked => (await engineOf(asked)).rewindFiles(asked.body as Body<'rewindFiles'>),
    compact: async asked => (await engineOf(asked)).compact(asked.body as Body<'compact'>),
  }
}

const shareHandlers = (watching: HandlerDeps['watching']) =>
  ({
    listShares: ({ params }) => ({ shares: watching.list(params['id'] ?? '') }),
    newShare: ({ params, body }) =>
      watching.create(params['id'] ?? '', (body as { readonly hours?: number }).hours),
    endShare: ({ params }) => watching.end(params['id'] ?? '', params['shareId'] ?? ''),
  }) satisfies Record<string, Handler>

const languageOf = (query: Asked['query']): PromptLanguage => (query['language'] === 'zh' ? 'zh' : 'en')

type Hub = Awaited<ReturnType<Hubs['get']>>
type Send = Hub['send']
type Body<M extends 'rewind' | 'rewindFiles' | 'compact'> = Parameters<Hub['engine'][M]>[0]

const answer = async (query: Query, engine: Hub['engine']): Promise<unknown> => {
  try {
    return await engine.query(query)
  } catch (error) {
    throw error instanceof OpError ? new WireProblem('not_found', error.localized) : error
  }
}

const readAgent = async (
  { params }: Asked,
  engine: Hub['engine'],
  { readThread }: ServeOptions,
): Promise<unknown> => {
  const agents = await engine.query('runningAgents')
  const agent = agents.find(each => each.id === params['agentId'])
  if (!agent) throw new WireProblem('not_found', serveText('no_agent'))
  return agent.transcript === undefined ? [] : await readThread(agent.transcript)
}

/** Where nothing is pushed, there is nothing of the kind. */
const pushHandlers = (push: PushDesk | undefined) => {
  const desk = (): PushDesk => {
    if (!push) throw new WireProblem('not_found', serveText('no_push'))
    return push
  }
  return {
    push: () => ({ key: desk().key }),
    pushSubscribe: ({ body }) => desk().subscribe(body as PushSubscribe),
    pushUnsubscribe: ({ body }) => desk().unsubscribe((body as { readonly endpoint: string }).endpoint),
    pushLook: ({ body }) => {
      const { client, session } = body as { readonly client: string; readonly session?: string }
      push?.look(client, session)
    },
    pushAnswer: async ({ body }) => {
      const { token, answer: said } = body as PushAnswerBody
      await desk().answer(token, said)
    },
  } satisfies Partial<Record<RouteName, Handler>>
}

const transcribe = async (
  { body }: Asked,
  { transcribe: textOf }: ServeOptions,
): Promise<{ readonly text: string }> => {
  if (!textOf) throw new WireProblem('forbidden', voiceText('off'))
  try {
    return { text: await textOf(Buffer.from((body as { readonly audio: string }).audio, 'base64')) }
  } catch (error) {
    if (error instanceof LocalizedError) throw new WireProblem('invalid', error.localized)
    throw error
  }
}

/** The fleet. Whoever was let into one session does not hear of it. */
const fleetHandlers = (hubs: Hubs, options: ServeOptions) => {
  const port = (): NonNullable<ServeOptions['fleet']> => {
    if (hubs.single || !options.fleet) throw new WireProblem('not_found', serveText('no_fleet'))
    return options.fleet
  }
  return {
    fleet: async () => await port().view(),
    answerFleet: async ({ body }) => await port().answer(body as FleetAnswerBody),
  } satisfies Partial<Record<RouteName, Handler>>
}

/** Runs of evaluations. */
const evalHandlers = (hubs: Hubs, options: ServeOptions) =>
  ({
    // Whoever was let into one session does not hear of what else is done here.
    listEvals: async ({ query }) => ({
      runs: hubs.single ? [] : ((await options.evals?.list(languageOf(query))) ?? []),
    }),
    evalRun: async ({ params, query }) => {
      const run = hubs.single ? undefined : await options.evals?.view(params['id'] ?? '', languageOf(query))
      if (!run) throw new WireProblem('not_found', serveText('nothing_here'))
      return run
    },
  }) satisfies Partial<Record<RouteName, Handler>>
