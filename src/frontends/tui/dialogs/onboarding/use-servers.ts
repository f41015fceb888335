import { useEffect, useReducer, useState } from 'react'
import type { LocalServer, OnboardingPort } from '../../ports/onboarding-port.ts'

interface Found {
  readonly servers: readonly LocalServer[]
  readonly searching: boolean
}

/** Looks for servers while the dialog is open; each is there as soon as it answers. */
export const useServers = (onboarding: OnboardingPort): Found & { again(): void } => {
  const [found, setFound] = useState<Found>({ servers: [], searching: true })
  const [round, again] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round looks again
  useEffect(() => {
    const stop = new AbortController()
    const set = (change: (now: Found) => Found): void => {
      if (!stop.signal.aborted) setFound(change)
    }
    setFound({ servers: [], searching: true })
    onboarding
      .findLocal(stop.signal, server => set(now => ({ ...now, servers: [...now.servers, server] })))
      .then(
        servers => set(() => ({ servers, searching: false })),
        // Without the search there are still the other ways.
        () => set(now => ({ ...now, searching: false })),
      )
    return () => stop.abort()
  }, [onboarding, round])
  return { ...found, again }
}
