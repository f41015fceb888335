import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { describeError, type Text } from '../../../protocol/messages/localized-text.ts'
import { useUiState } from '../ui/ui.ts'

/** What was asked for, as far as it is known. */
export type Answer<T> =
  /** `starting`: the conversation is not open yet. */
  | { readonly state: 'starting' | 'loading' }
  | { readonly state: 'failed'; readonly why: Text; again(): void }
  | { readonly state: 'ready'; readonly value: T }

export interface Asked<T> {
  readonly answer: Answer<T>
  /** Asks once more; what is known stays on the screen until then. */
  again(): void
}

export interface AskOptions<K> {
  /** Another one is asked for anew. */
  readonly key?: K
  /** `engine`: only when the conversation is open. */
  readonly of?: 'engine' | 'ports'
}

/** Asks when the component appears and whenever the key changes; only the newest answer counts. */
export const useAnswer = <T, K = undefined>(
  ask: (key: K | undefined) => Promise<T>,
  { key, of = 'engine' }: AskOptions<K> = {},
): Asked<T> => {
  const open = useUiState(state => state.session.ready) || of === 'ports'
  const [answer, setAnswer] = useState<Answer<T>>({ state: open ? 'loading' : 'starting' })
  const [round, again] = useReducer((count: number) => count + 1, 0)
  const latest = useRef(ask)
  latest.current = ask
  const wanted = useMemo(() => ({ key, round }), [key, round])
  useEffect(() => {
    if (!open) return
    let stale = false
    const settle = (next: Answer<T>): void => {
      if (!stale) setAnswer(next)
    }
    latest.current(wanted.key).then(
      value => settle({ state: 'ready', value }),
      error => settle({ state: 'failed', why: describeError(error), again }),
    )
    return () => {
      stale = true
    }
  }, [open, wanted])
  return { answer, again }
}
