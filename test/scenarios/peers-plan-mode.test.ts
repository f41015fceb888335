import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type {
  PermissionAnswer,
  PermissionMode,
  PermissionRequest,
  Rule,
} from '../../src/protocol/permission.ts'
import { DONE, openPeer, sendTo } from '../support/peer-world.ts'
import { tmpDir } from '../support/tmp-dir.ts'

interface Sender {
  readonly mode?: PermissionMode
  readonly rules?: readonly [Rule['behavior'], string][]
  readonly answer?: PermissionAnswer
  readonly hooks?: EngineConfig['hooks']
  readonly replies?: readonly ScriptedReply[]
}

/** A session called `backend`, and what becomes of calls of another one. */
const play = async ({ mode = 'plan', rules = [], answer, hooks = {}, replies }: Sender) => {
  await using tmp = tmpDir()
  const directory = join(tmp.path, 'peers')
  const receiver = await openPeer(directory, 'backend')
  await using _r = receiver.world
  await receiver.world.ask('begin')
  const sender = await openPeer(directory, 'front', {
    replies: replies ?? [sendTo('Backend', 'rebuild the index'), DONE],
    config: ({ permissions }) => ({
      hooks,
      permissions: {
        ...permissions,
        mode,
        canAsk: answer !== undefined,
        rules: rules.map(
          ([behavior, text]) => ({ text, behavior, source: 'user', anchor: tmp.path }) as const,
        ),
      },
    }),
  })
  await using _s = sender.world
  const asked: PermissionRequest[] = []
  void (async () => {
    for await (const event of sender.world.engine.events())
      if (event.type === 'permission_request' && answer) {
        asked.push(event.request)
        await sender.world.engine.send({ type: 'answer_permission', id: event.request.id, answer })
      }
  })()
  await sender.world.ask('go')
  return {
    asked,
    // Of the conversation and its agents: whose request is the last one is a matter of time.
    heard: JSON.stringify(sender.world.model.requests.map(({ messages }) => messages)),
    arrived: receiver.notices().filter(text => text.startsWith('Held message')).length,
  }
}

const YES: PermissionAnswer = { behavior: 'allow' }
const NO: PermissionAnswer = { behavior: 'deny', message: '' }

test('in plan mode a message to another session asks, says to which one, and shows the words', async () => {
  const { asked, arrived } = await play({ answer: YES })
  expect(asked.map(({ details }) => [details?.title, details?.about, details?.subject?.text])).toEqual([
    ['Send a message to the session backend', { kind: 'message', name: 'backend' }, 'rebuild the index'],
  ])
  expect(asked[0]?.decision).toMatchObject({
    because: { text: 'In plan mode, messages to other sessions need approval (to backend)' },
    offer: [],
  })
  expect(asked[0]?.input).toEqual({ to: 'Backend', message: 'rebuild the index' })
  expect(arrived).toBe(1)
})

test('a no, and nobody to ask, send nothing', async () => {
  const declined = await play({ answer: NO })
  expect([declined.asked.length, declined.arrived]).toEqual([1, 0])
  const unasked = await play({})
  expect(unasked.arrived).toBe(0)
  expect(unasked.heard).toContain('In plan mode, messages to other sessions need approval (to backend).')
})

test('no rule lifts the question of plan mode, a restriction holds for every spelling of the name', async () => {
  for (const rule of ['SendMessage', 'SendMessage(to:backend)', 'SendMessage(to:*)']) {
    const { asked, arrived } = await play({ answer: NO, rules: [['allow', rule]] })
    expect([rule, asked.length, arrived]).toEqual([rule, 1, 0])
  }
  for (const rule of ['SendMessage', 'SendMessage(to:backend)', 'SendMessage(to:Back*)'])
    for (const to of ['backend', 'Backend', '@backend', ' BACKEND ']) {
      const replies = [sendTo(to, 'x'), DONE]
      const denied = await play({ mode: 'default', answer: YES, rules: [['deny', rule]], replies })
      expect([rule, to, denied.asked.length, denied.arrived]).toEqual([rule, to, 0, 0])
    }
  const asks = await play({ mode: 'default', answer: NO, rules: [['ask', 'SendMessage(to:backend)']] })
  expect([asks.asked.length, asks.arrived]).toEqual([1, 0])
})

test.each(['default', 'acceptEdits', 'dontAsk', 'bypassPermissions'] as const)(
  'in mode %s it is sent unasked: what the other session does is decided there',
  async mode => {
    const { asked, arrived } = await play({ mode, answer: NO })
    expect([asked.length, arrived]).toEqual([0, 1])
  },
)

test('an agent of this session is told more in plan mode unasked, also where a session has its name', async () => {
  const { asked, arrived, heard } = await play({
    answer: NO,
    replies: [
      {
        tool: {
          name: 'Agent',
          input: { description: 'look', prompt: 'look', subagent_type: 'Explore', name: 'backend' },
        },
      },
      { text: 'looked' },
      sendTo('backend', 'look again'),
      { ...DONE, repeat: true },
    ],
  })
  expect([asked.length, arrived]).toEqual([0, 0])
  expect(heard).toContain('goes on in the background, from where it had stopped')
})

test('a hook that turns the call to a session does not turn the question away', async () => {
  const output = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      updatedInput: { to: 'backend', message: 'x', reaches: 'own' },
    },
  }
  const command = `echo '${JSON.stringify(output)}'`
  const hooks = { PreToolUse: [{ matcher: 'SendMessage', hooks: [{ type: 'command' as const, command }] }] }
  const replies = [sendTo('nobody', 'x', { reaches: 'own' }), DONE]
  const { asked, arrived } = await play({ answer: NO, hooks, replies })
  expect([asked.length, asked[0]?.details?.title, arrived]).toEqual([
    1,
    'Send a message to the session backend',
    0,
  ])
})
