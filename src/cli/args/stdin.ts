import { inertTags } from '../../lib/harness-tags.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** The most that is taken from a pipe. */
export const STDIN_LIMIT_BYTES = 10 * 1024 * 1024
/** How long a silent stdin is waited for when there is a prompt to go on with. */
const STDIN_PATIENCE_MS = 3000

export interface StdinSource {
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array | string>
  /** Lets go of the stream, also while a read is pending, so that it does not keep the process alive. */
  destroy(): void
}

export type PipedInput =
  | { readonly kind: 'text'; readonly text: string }
  /** Nothing came in time: the message is for stderr, the run goes on without. */
  | { readonly kind: 'silent'; readonly message: LocalizedText }
  | { readonly kind: 'too_large'; readonly message: LocalizedText }

export interface StdinWait {
  /** With a prompt argument stdin is an addition, and not worth waiting for without end. */
  readonly hasPrompt: boolean
  /** Calls back after the time; the returned function calls it off. */
  readonly after: (ms: number, call: () => void) => () => void
}

/** Reads what was piped in; call it only when stdin is not a terminal. */
export const readStdin = async (source: StdinSource, wait: StdinWait): Promise<PipedInput> => {
  const iterator = source[Symbol.asyncIterator]()
  const first = wait.hasPrompt ? await firstChunk(iterator, wait.after) : await iterator.next()
  if (first === 'silent') {
    source.destroy()
    return {
      kind: 'silent',
      message: noteText('silent_stdin', { seconds: STDIN_PATIENCE_MS / 1000 }),
    }
  }
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for (let step = first; !step.done; step = await iterator.next()) {
    const bytes = typeof step.value === 'string' ? new TextEncoder().encode(step.value) : step.value
    size += bytes.byteLength
    if (size > STDIN_LIMIT_BYTES) {
      source.destroy()
      return {
        kind: 'too_large',
        message: noteText('stdin_too_large', { size: STDIN_LIMIT_BYTES / 1024 / 1024 }),
      }
    }
    text += decoder.decode(bytes, { stream: true })
  }
  return { kind: 'text', text: text + decoder.decode() }
}

const firstChunk = async (
  iterator: AsyncIterator<Uint8Array | string>,
  after: StdinWait['after'],
): Promise<IteratorResult<Uint8Array | string> | 'silent'> => {
  const next = iterator.next()
  let cancel = (): void => {}
  const patience = new Promise<'silent'>(resolve => {
    cancel = after(STDIN_PATIENCE_MS, () => resolve('silent'))
  })
  const first = await Promise.race([next, patience])
  cancel()
  // The read is abandoned: a failure that reaches it later concerns nobody.
  if (first === 'silent') next.catch(() => {})
  return first
}

/** The prompt with what was piped in below it: beside a prompt that is text about which something is asked. */
export const joinPrompt = (prompt: string | undefined, piped: string): string =>
  [prompt ?? '', piped.trim() === '' ? '' : prompt ? inertTags(piped) : piped]
    .filter(part => part !== '')
    .join('\n\n')
