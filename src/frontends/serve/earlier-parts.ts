import type { Engine } from '../../protocol/engine.ts'
import type { Message } from '../../protocol/message.ts'
import { OpError } from '../../protocol/op.ts'
import type { ReadEarlier } from './page-history.ts'

/**
 * What conversations were before their compactions. It never changes, and whoever pages through it asks for the same
 * again and again, so it is kept as long as there is room.
 */
export class EarlierParts {
  readonly #known = new WeakMap<Engine, Map<string, WeakRef<readonly Message[]>>>()

  of(engine: Engine): ReadEarlier {
    const known = this.#known.get(engine) ?? new Map<string, WeakRef<readonly Message[]>>()
    this.#known.set(engine, known)
    return async boundary => {
      const kept = known.get(boundary)?.deref()
      if (kept) return kept
      const part = await engine.look('earlier', { boundary }).catch(nothingIfRefused)
      known.set(boundary, new WeakRef(part))
      return part
    }
  }
}

/** Not saved, or not to be read: the conversation begins with its compaction then. */
const nothingIfRefused = (error: unknown): readonly Message[] => {
  if (error instanceof OpError) return []
  throw error
}
