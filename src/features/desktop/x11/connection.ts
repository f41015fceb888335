import type { Answer, TestExtension, X11Client, X11Display } from 'x11'

/** An open display with what presses its keys. */
export interface Connection {
  readonly client: X11Client
  readonly display: X11Display
  readonly test: TestExtension
  readonly root: number
  /** One request and its answer. */
  ask<T>(send: (answer: Answer<T>) => void): Promise<T>
  /** All that was sent has been done. */
  settled(): Promise<void>
  close(): void
}

const OPEN_MS = 5_000

/** Rejects with what the server says, or says nothing of, within five seconds. */
export const connect = async (address: string): Promise<Connection> => {
  const { createClient } = await import('x11')
  const { promise, resolve, reject } = Promise.withResolvers<X11Display>()
  const client = createClient({ display: address }, (error, display) =>
    error ? reject(error) : resolve(display),
  )
  const late = setTimeout(() => reject(new Error(`${address} does not answer`)), OPEN_MS)
  // What becomes of a display that is closed is said to whoever asks next.
  client.on('error', error => reject(error ?? new Error(`${address} closed the connection`)))
  const gone = new Promise<never>((_, lost) => {
    client.on('end', () => lost(new Error(`${address} closed the connection`)))
  })
  gone.catch(() => {})
  const ask = async <T>(send: (answer: Answer<T>) => void): Promise<T> =>
    await Promise.race([
      gone,
      new Promise<T>((answered, failed) => {
        send((error, value) => (error ? failed(error) : answered(value)))
      }),
    ])
  try {
    const display = await promise
    const [screen] = display.screen
    if (!screen) throw new Error(`${address} has no screen`)
    const test = await ask<TestExtension>(answer => display.client.require('xtest', answer))
    return {
      client: display.client,
      display,
      test,
      root: screen.root,
      ask,
      settled: async () =>
        void (await ask<{ readonly focus: number }>(answer => display.client.GetInputFocus(answer))),
      close: () => display.client.terminate(),
    }
  } catch (error) {
    client.terminate()
    throw error
  } finally {
    clearTimeout(late)
  }
}
