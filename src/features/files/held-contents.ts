/** A few files as they were read or written last, so that a later change can be shown and not only told. */
export interface HeldContents {
  hold(path: string, data: Uint8Array): void
  get(path: string): Uint8Array | undefined
}

const MAX_FILES = 32
const MAX_BYTES = 64 * 1024

export const createHeldContents = (): HeldContents => {
  const held = new Map<string, Uint8Array>()
  return {
    hold(path, data) {
      held.delete(path)
      if (data.length > MAX_BYTES) return
      held.set(path, data)
      const [oldest] = held.keys()
      if (held.size > MAX_FILES && oldest !== undefined) held.delete(oldest)
    },
    get: path => held.get(path),
  }
}
