import type { SessionHandle } from '../../engine/session-file/session-handle.ts'
import type { Engine } from '../../protocol/engine.ts'
import { HostError, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { PuttingFiles } from '../files/put-files.ts'

interface Opening {
  readonly overrides: Overrides
  readonly session: Pick<SessionHandle, 'worktree'>
  readonly warn: Warn
}

/** What files that the request wants are had by. */
interface Downloads extends Omit<PuttingFiles, 'wanted' | 'cwd' | 'start' | 'version' | 'caseSensitive'> {
  readonly place: Pick<PuttingFiles, 'caseSensitive'>
  readonly shared: {
    readonly directory: Pick<PuttingFiles, 'start'>
    readonly options: Pick<PuttingFiles, 'version'>
  }
}

/** An engine that stands where the request, or the session it goes on with, wants it, with the files it wants there. */
export const openEngine = async (
  engine: Engine,
  opening: Opening,
  downloads?: Downloads,
): Promise<Engine> => {
  const { overrides } = opening
  if (overrides.name !== undefined) await engine.send({ type: 'set_title', title: overrides.name })
  // What was chosen by hand belongs to the session: a later resume goes on with it.
  if (overrides.model !== undefined) await engine.send({ type: 'set_model', model: overrides.model })
  if (overrides.effort !== undefined) await engine.send({ type: 'set_effort', effort: overrides.effort })
  try {
    await enterWorktree(engine, opening)
    if (downloads && overrides.file?.length) await putWanted(engine, overrides.file, downloads)
  } catch (error) {
    await engine[Symbol.asyncDispose]()
    throw error
  }
  return engine
}

const putWanted = async (
  engine: Engine,
  wanted: readonly string[],
  { shared: { directory, options }, place: { caseSensitive }, ...from }: Downloads,
): Promise<void> => {
  const { putFiles } = await import('../files/put-files.ts')
  const { cwd } = await engine.query('state')
  const { start } = directory
  await putFiles({ ...from, start, version: options.version, caseSensitive, wanted, cwd })
}

const enterWorktree = async (engine: Engine, { overrides, session, warn }: Opening): Promise<void> => {
  const { worktree } = overrides
  try {
    if (worktree !== undefined) await engine.send({ type: 'enter_worktree', ...wishOf(worktree) })
    else if (session.worktree !== undefined)
      await engine.send({ type: 'enter_worktree', path: session.worktree })
  } catch (error) {
    if (!(error instanceof OpError)) throw error
    if (worktree !== undefined)
      throw new HostError('request', openingText('worktree_flag', { problem: error.localized }))
    warn(openingText('worktree_lost', { path: String(session.worktree), problem: error.localized }))
  }
}

/** `#123` or the address of a pull request is one, everything else a name. */
const wishOf = (text: string | true): { readonly name?: string; readonly pullRequest?: number } => {
  if (text === true) return {}
  const [, number] = /^(?:#|https?:\/\/.*\/pull\/)(\d{1,9})\/?$/.exec(text) ?? []
  return number === undefined ? { name: text } : { pullRequest: Number(number) }
}
