import { isDeepStrictEqual } from 'node:util'
import type { ExtensionRoot, ReloadOptions, ReloadOutcome } from '../../protocol/extensions/roots.ts'
import type { FoundPlugins } from './find-plugins.ts'

/** What another look at the plugins found, and whether it may count now. */
export const compareFound = (
  before: FoundPlugins,
  after: FoundPlugins,
  { force, sent }: ReloadOptions,
): ReloadOutcome => {
  const [old, now] = [byName(before), byName(after)]
  const named = (from: ReadonlyMap<string, ExtensionRoot>, to: ReadonlyMap<string, ExtensionRoot>) =>
    [...from.keys()].filter(name => !to.has(name))
  const changed = [...now].flatMap(([name, place]) => {
    const was = old.get(name)
    return was && !isDeepStrictEqual(was, place) ? [name] : []
  })
  const outcome = { added: named(now, old), removed: named(old, now), changed }
  const leading = [...new Set([...old.keys(), ...now.keys()])].filter(
    name => !isDeepStrictEqual(old.get(name)?.servers, now.get(name)?.servers),
  )
  if (force || !sent || leading.length === 0) return outcome
  return {
    ...outcome,
    refused: `${leading.join(', ')} ${leading.length === 1 ? 'changes' : 'change'} MCP servers, and their tools stand at the beginning of every request: the conversation so far would be paid for again without the cache. /reload-plugins --force does it anyway; a new session does it for nothing.`,
  }
}

const byName = ({ places }: FoundPlugins): ReadonlyMap<string, ExtensionRoot> =>
  new Map(places.map(place => [place.source.level === 'plugin' ? place.source.name : place.root, place]))
