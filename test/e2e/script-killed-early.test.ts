import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldHere } from '../support/run-here.ts'
import { type Line, openWorld } from '../support/run-program.ts'

// The thread of a script begins while the model still writes the call. A program that is killed then has done nothing of
// the script, and all of what stands before it.

const SESSION = 'cccccccc-4242-4234-8234-123456789abc'
const ARGS = [
  '-p',
  '--output-format',
  'stream-json',
  '--include-partial-messages',
  '--verbose',
  '--allowedTools',
  'Bash(echo *)',
  'Edit',
  '--',
]
const START = [...ARGS.slice(0, -1), '--session-id', SESSION, '--', 'work']
const AGAIN = [...ARGS.slice(0, -1), '--resume', SESSION, '--', 'go on']

const before = { type: 'tool_use', id: 'before', name: 'Bash', input: { command: 'echo before >> log' } }
const script = {
  type: 'tool_use',
  id: 'script',
  name: 'Script',
  input: { code: "await tools.Bash({ command: 'echo script >> log' }); return 'written'" },
}

type Moment = (line: Line) => boolean
interface Streamed {
  readonly content_block?: { readonly name?: string }
  readonly delta?: { readonly partial_json?: string }
}
const streamed = (line: Line): Streamed => (line.type === 'stream_event' ? (line['event'] as Streamed) : {})
const begins: Moment = line => streamed(line).content_block?.name === 'Script'
const arrives: Moment = line => streamed(line).delta?.partial_json?.includes('await') === true

test.each<[string, Moment, number]>([
  ['as the call begins', begins, 0],
  ['a moment later, when the thread starts', begins, 15],
  ['while the code arrives', arrives, 0],
])(
  'killed %s: nothing of the script was done, and what came before is not done again',
  async (_, moment, delay) => {
    await using world = await openWorld({
      replies: [
        { when: { lastUserText: 'go on' }, content: [{ ...script, id: 'again' }] },
        { when: { toolResult: { contains: 'written' } }, text: 'Done.' },
        { when: { lastUserText: 'work' }, content: [before] },
        // Its last event never comes.
        { content: [script], chunkMs: 5, fault: { kind: 'stall', afterEvents: 5 } },
      ],
    })
    const log = () => readFileSync(join(world.project, 'log'), 'utf8')
    const program = world.start(START)
    await program.line(line => line.type === 'user')
    await program.line(begins)
    await program.line(moment)
    await new Promise(resolve => setTimeout(resolve, delay))
    program.child.kill('SIGKILL')
    await program.ended
    expect(log()).toBe('before\n')
    const { lines } = await heldHere(world).run(AGAIN)
    expect(lines.at(-1)).toMatchObject({ subtype: 'success', result: 'Done.' })
    expect(log()).toBe('before\nscript\n')
    const told = JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])
    for (const id of ['before', 'again']) expect(told.split(`"tool_use_id":"${id}"`)).toHaveLength(2)
    // Half a call is none.
    expect(told).not.toContain('"id":"script"')
  },
)
