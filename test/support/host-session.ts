import { type Ended, type Line, ofType, type Running, type World } from './run-program.ts'

/** The program as a host drives it: messages and control requests in, lines out. */
export interface HostSession {
  readonly program: Running
  ask(text: string, more?: object): void
  /** Sends a control request and waits for its answer. */
  control(id: string, request: object): Promise<Line>
  /** Waits for the answer to a request that was sent. */
  answer(id: string): Promise<Line>
  results(): readonly Line[]
  /** The n-th result, from 1. */
  result(count: number): Promise<Line>
  /** The n-th question about a tool, from 1. */
  question(count: number): Promise<{ readonly id: string; readonly request: Line }>
  reply(id: string, response: object): void
  /** Ends the input and waits for the end of the program. */
  finish(): Promise<Ended>
}

const HOST = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json']

export const hostSession = (
  world: World,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): HostSession => {
  const program = world.start([...HOST, ...args], { input: 'keep', env })
  const nth = async (fits: (line: Line) => boolean, count: number): Promise<Line> => {
    await program.line(() => program.lines.filter(fits).length >= count)
    return program.lines.filter(fits)[count - 1] as Line
  }
  const answer = async (id: string): Promise<Line> => {
    const line = await program.line(
      one => one.type === 'control_response' && (one['response'] as Line)['request_id'] === id,
    )
    return line['response'] as Line
  }
  return {
    program,
    ask: (text, more = {}) =>
      program.say({
        type: 'user',
        message: { role: 'user', content: text },
        parent_tool_use_id: null,
        session_id: '',
        ...more,
      }),
    control: (id, request) => {
      program.say({ type: 'control_request', request_id: id, request })
      return answer(id)
    },
    answer,
    results: () => program.lines.filter(ofType('result')),
    result: count => nth(ofType('result'), count),
    async question(count) {
      const line = await nth(ofType('control_request'), count)
      return { id: String(line['request_id']), request: line['request'] as Line }
    },
    reply: (id, response) =>
      program.say({
        type: 'control_response',
        response: { subtype: 'success', request_id: id, response },
      }),
    async finish() {
      program.hangUp()
      return await program.ended
    },
  }
}
