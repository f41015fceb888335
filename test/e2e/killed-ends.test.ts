import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually, openWorld, type World } from '../support/run-program.ts'

const sessionText = (world: World): string => {
  const projects = join(world.config, 'projects')
  if (!existsSync(projects)) return ''
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter(name => /^[^/]+\/[^/]+\.jsonl$/.test(name))
    .map(name => readFileSync(join(projects, name), 'utf8'))
    .join('')
}

const WAIT = 'until [ -e go ]; do sleep 0.05; done; echo went'

test('what ended before the program was killed is told as it ended, once, when the session goes on', async () => {
  await using world = await openWorld({
    replies: [
      { text: 'Heard.', when: { lastUserText: 'go on' }, repeat: true },
      {
        tools: [
          {
            name: 'Bash',
            input: {
              command: 'until [ -e go ]; do sleep 0.05; done; echo built; exit 3',
              run_in_background: true,
            },
          },
          { name: 'Bash', input: { command: 'exec sleep 300', run_in_background: true } },
          { name: 'Agent', input: { description: 'look', prompt: 'PART look', run_in_background: true } },
        ],
        when: { lastUserText: 'begin' },
      },
      { tool: { name: 'Bash', input: { command: WAIT } }, when: { lastUserText: 'PART look' } },
      { text: 'what the agent found', when: { toolResult: { contains: 'went' } } },
      // The model thinks while both end.
      { text: 'word '.repeat(200), chunkMs: 60_000, when: { toolResult: { tool: 'Agent' } }, repeat: true },
    ],
  })
  const program = world.start(['-p', '--allowedTools', 'Bash', '--', 'begin'])
  // Both end while the model answers.
  await eventually(() => world.server.requests.length >= 3, program)
  world.put('go', '')
  await eventually(() => sessionText(world).split('"type":"task-ended"').length === 3, program)
  program.child.kill('SIGKILL')
  await program.ended
  const warned: string[] = []
  const resumed = async (): Promise<string> => {
    const before = world.server.requests.length
    const { code, stderr } = await world.run(['-p', '--continue', '--', 'go on'])
    expect(code).toBe(0)
    warned.push(stderr)
    return JSON.stringify(world.server.requests[before]?.body?.['messages'])
  }
  const first = await resumed()
  expect(first).toContain('failed with exit code 3')
  expect(first).toContain('<result>what the agent found</result>')
  // Of the one that still ran it is true.
  expect(first.split('The program ended while').length - 1).toBe(1)
  expect(first).toContain('The program ended while the background command \\"exec sleep 300\\" ran')
  const times = (text: string): number => text.split('<result>what the agent found</result>').length - 1
  expect([times(first), times(await resumed())]).toEqual([1, 1])
  // The person is told of what was lost, by name, and of nothing that ended by itself.
  expect(warned[0]).toContain('Background command "exec sleep 300" ended when the program stopped.')
  expect(warned[0]?.split('ended when the program stopped').length).toBe(2)
  expect(warned[1]).not.toContain('ended when the program stopped')
})
