import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { createStore, type Store } from '../state/store.ts'
import { useStore } from './use-store.ts'

/** What somebody unfolded or folded, by its id: it stays so while it is out of sight. */
export type Folds = Store<ReadonlyMap<string, boolean>>

export const createFolds = (): Folds => createStore<ReadonlyMap<string, boolean>>(new Map())

export const FoldContext = createContext<Folds>(createFolds())

/** Whether it is open, and what turns that over. */
export const useFold = (id: string, first: 'open' | 'closed'): readonly [boolean, () => void] => {
  const folds = useContext(FoldContext)
  const open = useStore(folds, map => map.get(id)) ?? first === 'open'
  return [open, () => folds.change(map => new Map(map).set(id, !open))]
}
