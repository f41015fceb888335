import type { Availability } from '../features/sandbox/availability.ts'

/** Whether commands can be held on this machine, by trying. */
export const probeSandboxAt = async (place: {
  readonly platform: string
  readonly env: Readonly<Record<string, string>>
  readonly roots: readonly string[]
  readonly acceptNested?: boolean
}): Promise<Availability> => {
  const { probeHere } = await import('../engine/sandbox/probe-sandbox.ts')
  return await probeHere(place)
}
