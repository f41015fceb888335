import { escapeLine } from '../../lib/escape-text.ts'
import type { Event } from '../../protocol/event.ts'
import type { Hooks } from './part.ts'

/** Asks hooks whether skills that changed while the session runs may count. */
export const skillsChanged =
  (hooks: Pick<Hooks, 'fire' | 'isSet'>, emit: (event: Event) => void) => async (): Promise<boolean> => {
    if (!hooks.isSet('ConfigChange')) return true
    const { signal } = new AbortController()
    const { permission, reason } = await hooks.fire('ConfigChange', { source: 'skills' }, signal)
    if (permission !== 'deny') return true
    const why = reason === undefined ? '' : `: ${escapeLine(reason, 500)}`
    emit({ type: 'notice', level: 'warning', text: `A hook rejected the change to the skills${why}` })
    return false
  }
