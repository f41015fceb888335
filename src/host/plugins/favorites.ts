import { randomUUID } from 'node:crypto'
import { changeState, readState, type State } from '../../features/trust/state-file.ts'

const KEY = 'favoritePlugins'

const idsIn = (state: State): readonly string[] => {
  const kept = state[KEY]
  return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : []
}

/** Plugins that the person wants to find first. */
export const favoritePlugins = (configHome: string): readonly string[] => {
  const read = readState(configHome)
  return read.kind === 'state' ? idsIn(read.state) : []
}

/** One of them from now on, or no longer. Throws StateError. */
export const toggleFavorite = async (configHome: string, id: string): Promise<void> => {
  const change = (state: State): State => {
    const others = idsIn(state).filter(each => each !== id)
    return { ...state, [KEY]: idsIn(state).includes(id) ? others : [...others, id] }
  }
  await changeState(configHome, change, { newId: randomUUID, now: Date.now })
}
