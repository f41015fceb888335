import type { ServerInfo, ServerState } from '../../protocol/extensions/server.ts'
import { waitFor } from './running-servers.ts'

/** What starts is waited for at most so long. */
const MOST_MS = 30_000

interface Starting {
  readonly state: ServerState
  readonly wanted: { readonly name: string }
  connect(): Promise<unknown>
}

export interface RequiredServers {
  readonly loading: Promise<void> | undefined
  infos(): readonly ServerInfo[]
  started(names: readonly string[]): Promise<void>
}

/** Of servers that something needs, by parts of their names, one that cannot be used. Those that start are waited for. */
export const findMissingServer = async (
  servers: RequiredServers,
  names: readonly string[],
): Promise<{ readonly name: string; readonly why: string } | undefined> => {
  await servers.loading
  const before = missingOf(names, servers.infos())
  if (before.length > 0 && before.every(({ starts }) => starts)) await servers.started(names)
  const [first] = missingOf(names, servers.infos()).toSorted((a, b) => Number(a.starts) - Number(b.starts))
  return first && { name: first.name, why: first.why }
}

const missingOf = (names: readonly string[], servers: readonly ServerInfo[]) =>
  names.flatMap(name => {
    const state = servers.find(server => isNamed(server.name, name))?.state
    if (state === 'connected' || state === 'ready') return []
    if (state === undefined) return [{ name, why: 'it is not configured', starts: false }]
    const starts = state === 'pending'
    return [{ name, why: starts ? 'it is still starting' : `it is ${state}`, starts }]
  })

const isNamed = (server: string, part: string): boolean => server.toLowerCase().includes(part.toLowerCase())

/** The first that fails ends the waiting, as does whoever interrupts. */
export const awaitStart = async (
  servers: readonly Starting[],
  names: readonly string[],
  { signal, mostMs = MOST_MS }: { readonly signal: AbortSignal; readonly mostMs?: number },
): Promise<void> => {
  const starting = servers.filter(
    ({ state, wanted }) => state === 'pending' && names.some(name => isNamed(wanted.name, name)),
  )
  // One that cannot be reached says so by its state.
  const settled = Promise.all(starting.map(server => server.connect())).then(
    () => undefined,
    () => undefined,
  )
  await settledOrOver(settled, { signal, mostMs })
}

/** Until each of them is up or has failed; whoever interrupts ends the waiting. */
export const awaitListed = async (
  servers: readonly Pick<Starting, 'connect'>[],
  { signal, mostMs = MOST_MS }: { readonly signal: AbortSignal; readonly mostMs?: number | undefined },
): Promise<void> => {
  const settled = Promise.allSettled(servers.map(server => server.connect())).then(() => undefined)
  await settledOrOver(settled, { signal, mostMs })
}

const settledOrOver = async (
  settled: Promise<void>,
  { signal, mostMs }: { readonly signal: AbortSignal; readonly mostMs: number },
): Promise<void> => {
  const { promise: interrupted, resolve } = Promise.withResolvers<void>()
  const onAbort = (): void => resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) resolve()
  await waitFor(Promise.race([settled, interrupted]), mostMs)
  signal.removeEventListener('abort', onAbort)
}
