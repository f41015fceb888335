import { expect, test } from 'vitest'
import { turnText } from '../../protocol/messages/engine/turn.ts'
import { OpError } from '../../protocol/op.ts'
import { createPersonShell } from './part.ts'

type At = Parameters<typeof createPersonShell>[0]

/** Commands end at once; what is done about them afterwards waits for `settled`. */
const setUp = () => {
  const ran: string[] = []
  const settled = Promise.withResolvers<void>()
  let busy = false
  const at = {
    config: {
      runtime: { newId: () => 'id', now: () => new Date(0) },
      prompt: {},
    },
    ports: {
      secrets: { ready: async () => ({ redact: (text: string) => text }) },
      history: {
        see: () => undefined,
        async watch(_: unknown, run: () => Promise<unknown>) {
          try {
            return await run()
          } finally {
            await settled.promise
          }
        },
      },
      processes: {
        async shell({ command }: { command: string }) {
          ran.push(command)
          return { code: 0, signal: null, output: '', outputBytes: 0, ended: 'exit' }
        },
      },
    },
    gate: { judge: async () => ({ readOnly: false }), policy: () => ({}) },
    record: async () => undefined,
    async alone(work: (signal: AbortSignal) => Promise<unknown>) {
      if (busy) throw new OpError(turnText('busy_shell'))
      busy = true
      return await work(new AbortController().signal).finally(() => {
        busy = false
      })
    },
    emit: () => undefined,
  }
  const part = createPersonShell(at as unknown as At)
  const shell = async (command: string): Promise<void> =>
    await part.ops?.shell?.({ type: 'shell', command, id: command })
  return { part, ran, shell, settle: settled.resolve }
}

test('a command typed while the one before it is being written down runs after it', async () => {
  const { ran, shell, settle } = setUp()
  const first = shell('first')
  await expect.poll(() => ran).toEqual(['first'])
  const second = shell('second')
  settle()
  await Promise.all([first, second])
  expect(ran).toEqual(['first', 'second'])
})

test('an interrupt meanwhile is for it as well', async () => {
  const { part, ran, shell, settle } = setUp()
  const first = shell('first')
  await expect.poll(() => ran).toEqual(['first'])
  const second = shell('second')
  part.interrupted?.()
  settle()
  await expect(second).rejects.toThrow(OpError)
  await first
  expect(ran).toEqual(['first'])
})
