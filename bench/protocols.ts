import { serveScenario } from '../src/features/models/scripted/server.ts'
import { alternate, type Contest } from './measures.ts'
import { runSubject, type Stage, type Subject } from './run-subject.ts'
import { judge, type Row } from './table.ts'

/** What is said beside the address of the server, to be asked in each dialect. */
const DIALECTS: Readonly<Record<string, (url: string) => Pick<Subject, 'args' | 'env'>>> = {
  'chat completions': url => ({
    args: ['--model', 'openai-chat/gpt-5'],
    env: { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: `${url}/v1` },
  }),
  responses: url => ({
    args: ['--model', 'openai/gpt-5'],
    env: { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: `${url}/v1` },
  }),
  Gemini: url => ({
    args: ['--model', 'gemini/gemini-3.8-flash'],
    env: { GEMINI_API_KEY: 'bench', GEMINI_BASE_URL: url },
  }),
  Bedrock: url => ({
    args: [],
    env: {
      CLAUDE_CODE_USE_BEDROCK: '1',
      ANTHROPIC_BEDROCK_BASE_URL: url,
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
    },
  }),
  Vertex: url => ({
    args: [],
    env: {
      CLAUDE_CODE_USE_VERTEX: '1',
      CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
      ANTHROPIC_VERTEX_BASE_URL: url,
      ANTHROPIC_VERTEX_PROJECT_ID: 'bench',
    },
  }),
}

const MOST_MS = 5
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** From making the process to its first request, in every other dialect beside the usual one. */
export const takeProtocols = async (
  { contest, stage }: { readonly contest: Contest; readonly stage: Stage },
  rounds = { counted: 15, warmUp: 2 },
): Promise<readonly Row[]> => {
  const server = await serveScenario({ replies: [{ text: 'Done.', repeat: true }] })
  const model = {
    url: server.url,
    play: async () => {},
    watch: () => {},
    report: async () => ({ exchanges: [], faults: server.violations, lastRequestBytes: 0 }),
    [Symbol.asyncDispose]: async () => {},
  }
  const time = async (subject: Subject): Promise<number> => {
    const before = server.requests.length
    const began = performance.now()
    await runSubject(subject, { ...stage, model }, { plan: [] })
    return (server.requests[before]?.receivedAt ?? Number.NaN) - began
  }
  const rows: Row[] = []
  try {
    for (const [name, said] of Object.entries(DIALECTS)) {
      const { args, env } = said(server.url)
      const ours = { ...contest.ours, args: [...contest.ours.args, ...args], ...(env ? { env } : {}) }
      const pair = await alternate(rounds, side => time(side === 'ours' ? ours : contest.ours))
      const more = pair.ours - pair.floor
      rows.push({
        what: `spawn to first request, ${name} beside Anthropic`,
        ours: ms(pair.ours),
        floor: ms(pair.floor),
        ratio: `${(pair.ours / pair.floor).toFixed(2)} ×`,
        target: `≤ ${MOST_MS} ms more`,
        verdict: judge(more, MOST_MS),
      })
    }
  } finally {
    await server.close()
  }
  return rows
}
