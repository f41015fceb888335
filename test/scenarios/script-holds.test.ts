import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'
import { longestHold, timeOf } from '../support/longest-hold.ts'
import { madeGithubToken, madePrivateKey } from '../support/made-secrets.ts'
import { IN_FULL } from '../support/sample-size.ts'
import { toolResults } from '../support/tool-results.ts'

// While a script works with large results keys have their turns. How long one of them takes is told in processor time of
// this thread, and beside that of work that nobody minds, on the same machine.

const LINE = 'const value = compute(17) // a line of an ordinary file, neither long nor short\n'
const MB = 1024 ** 2
const large = (bytes: number): string => LINE.repeat(Math.ceil(bytes / LINE.length)).slice(0, bytes)

const TEXT = large(6 * MB)
const TOKEN = madeGithubToken()

/** Of the time that it takes to write 6 MB of text as JSON and read it again: 20 ms, where this was written. */
const MOST = 3

const WORK: readonly (readonly [label: string, code: string, said: string, most: number])[] = [
  [
    'a file of 6 MB',
    `return (await tools.Read({ file_path: 'a.txt' })).text.length`,
    String(TEXT.length),
    MOST,
  ],
  ['8 MB of output', `return (await tools.Bash({ command: 'cat b.txt' })).exitCode`, '0', MOST],
  [
    'a file of 0.9 MB written',
    `await tools.Write({ file_path: 'c.txt', content: 'line of text\\n'.repeat(70000) }); return 'ok'`,
    'ok',
    1,
  ],
  [
    '29 MB printed',
    `const text = 'x'.repeat(1000); for (let n = 0; n < 29000; n++) print(text)`,
    'too long to show',
    MOST,
  ],
]

test.each(WORK.filter(([, , , most], at) => IN_FULL || at === 0 || most < MOST))(
  '%s: nobody waits for it',
  async (_, code, said, most) => {
    await using world = await createWorld({
      files: { 'a.txt': TEXT, 'b.txt': large(8 * MB) },
      allow: ['Bash', 'Write'],
      scenario: {
        replies: [
          // Whatever is loaded for the first of them is loaded.
          { tool: { name: 'Script', input: { code: "await tools.Bash({ command: 'true' }); return 1" } } },
          { text: 'Ready.' },
          { tool: { name: 'Script', input: { code } } },
          { text: 'Done.' },
        ],
      },
    })
    await world.ask('load')
    const hold = await longestHold(() => world.ask('go'))
    const floor = timeOf(() => JSON.parse(JSON.stringify(TEXT)))
    expect(toolResults(world.model.requests).at(-1)?.text).toContain(said)
    expect(hold / floor).toBeLessThan(most)
  },
  60_000,
)

test('what is large enters a script without its secrets, wherever they stand', async () => {
  const piece = 64 * 1024
  const lines = [piece, 2 * piece - 20, 3 * piece - 40].map(at => `${large(at)} ${TOKEN} `)
  const text = `${lines.join('\n')}\n${madePrivateKey()}\n${large(piece)}`
  await using world = await createWorld({
    files: { 'a.txt': text },
    allow: ['Bash'],
    scenario: {
      replies: [
        {
          tool: {
            name: 'Script',
            input: {
              code: `const all = [
                (await tools.Read({ file_path: 'a.txt' })).text,
                (await tools.Bash({ command: 'cat a.txt' })).stdout,
              ]
              for (const text of all) print(text.includes(${JSON.stringify(TOKEN.slice(4))}), text.includes('PRIVATE'), text.split('[secret:').length - 1)`,
            },
          },
        },
        { text: 'Done.' },
      ],
    },
  })
  await world.ask('go')
  expect(toolResults(world.model.requests).at(-1)?.text).toBe('false false 4\nfalse false 4')
})
