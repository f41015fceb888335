import { expect, test } from 'vitest'
import { awaitStart } from './required-servers.ts'

const never = new Promise<void>(() => undefined)
const server = (name: string, connect: () => Promise<unknown>) => ({
  state: 'pending' as const,
  wanted: { name },
  connect,
})
const refuse = () => Promise.reject(new Error('gone'))

test.each<[string, Parameters<typeof awaitStart>]>([
  [
    'that start',
    [[server('github', async () => undefined)], ['git'], { signal: new AbortController().signal }],
  ],
  [
    'of which one fails',
    [
      [server('slow', () => never), server('gone', refuse)],
      ['slow', 'gone'],
      { signal: new AbortController().signal },
    ],
  ],
  [
    'that take too long',
    [[server('slow', () => never)], ['slow'], { signal: new AbortController().signal, mostMs: 1 }],
  ],
  [
    'whose waiting is interrupted',
    [[server('slow', () => never)], ['slow'], { signal: AbortSignal.abort() }],
  ],
])('waiting for servers %s ends', async (_, given) => {
  await expect(awaitStart(...given)).resolves.toBeUndefined()
})

test('a server that nothing needs is not asked', async () => {
  const asked: string[] = []
  const servers = ['github', 'other'].map(name => server(name, async () => asked.push(name)))
  await awaitStart(servers, ['GIT'], { signal: new AbortController().signal })
  expect(asked).toEqual(['github'])
})
