import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { Line } from '../support/run-program.ts'

const WAIT = 'until [ -e go ]; do sleep 0.02; done; echo built'
const WORK = [
  ['command', { name: 'Bash', input: { command: WAIT, run_in_background: true } }],
  [
    'agent',
    {
      name: 'Agent',
      input: {
        description: 'build',
        prompt: 'BUILD IT',
        subagent_type: 'general-purpose',
        run_in_background: true,
      },
    },
  ],
] as const

test.each(WORK)(
  'the end of a background %s wakes the model with a turn the host sees whole',
  async (_, tool) => {
    await using world = await openWorldHere({
      replies: [
        { when: { lastUserText: 'RUN IT' }, tool },
        { when: { lastUserText: 'BUILD IT' }, tool: { name: 'Bash', input: { command: WAIT } } },
        { when: { lastUserText: /task-notification/ }, text: 'it is built', repeat: true },
        { text: 'started', repeat: true },
      ],
    })
    const host = hostSession(world, ['--allowedTools', 'Bash'], { CLAUDE_CODE_SDK_READS_SESSION_STATE: '1' })
    host.ask('RUN IT')
    const first = await host.result(1)
    expect(first['origin']).toBeUndefined()
    const before = host.program.lines.length
    world.put('go', '')
    expect(await host.result(2)).toMatchObject({
      subtype: 'success',
      result: 'it is built',
      origin: { kind: 'task-notification' },
    })
    // What somebody said begins the next one again.
    host.ask('and now')
    expect((await host.result(3))['origin']).toBeUndefined()
    const ofConversation = ({ type, parent_tool_use_id: parent }: Line) =>
      ['assistant', 'result'].includes(type) && !parent
    const own = host.program.lines.slice(before).filter(line => isInit(line) || ofConversation(line))
    expect(own.slice(0, 3).map(({ type }) => type)).toEqual(['system', 'assistant', 'result'])
    expect((await host.finish()).code).toBe(0)
    const states = host.program.lines.filter(({ subtype }) => subtype === 'session_state_changed')
    expect(states.every(line => line['sdk_host_only'] === true)).toBe(true)
    // Behind the last result nothing comes but what only the host reads.
    const last = host.program.lines.findLastIndex(({ type }) => type === 'result')
    expect(host.program.lines.slice(last + 1).filter(line => line['sdk_host_only'] !== true)).toEqual([])
  },
)

const isInit = ({ type, subtype }: Line): boolean => type === 'system' && subtype === 'init'
