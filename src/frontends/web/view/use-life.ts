import type { Session } from '../wire/session.ts'
import { useWhen } from './use-when.ts'

/** A session is followed as long as its view is there, and tried again when somebody comes back to it. */
export const useLife = (session: Session): void => {
  useWhen([session], () => {
    const retry = (): void => {
      if (document.visibilityState === 'visible') session.retry()
    }
    addEventListener('online', retry)
    document.addEventListener('visibilitychange', retry)
    return () => {
      removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', retry)
      session.end()
    }
  })
}
