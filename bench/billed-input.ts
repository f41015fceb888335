import { createPromptCache } from '../src/features/models/scripted/prompt-cache.ts'
import { serveScenario } from '../src/features/models/scripted/server.ts'
import { runSubject, type Subject } from './run-subject.ts'
import { planReads, type Workspace } from './workspace.ts'

/** Of the price of a token of input. */
const READ = 0.1
const WRITTEN = 1.25

const BYTES_PER_TOKEN = 4

/** What stands in front of every conversation: the system prompt and the tools of the first request, four bytes a token. */
export const promptTokens = async (subject: Subject, space: Workspace): Promise<number> => {
  const [first] = await requestsOf(subject, space, 0)
  const { system = [], tools = [] } = (first ?? {}) as Front
  const texts = typeof system === 'string' ? [system] : system.map(({ text }) => text)
  const definitions = tools.map(({ name, description, input_schema }) =>
    JSON.stringify({ name, description, input_schema }),
  )
  return Buffer.byteLength([...texts, ...definitions].join('')) / BYTES_PER_TOKEN
}

interface Front {
  readonly system?: string | readonly { readonly text: string }[]
  readonly tools?: readonly {
    readonly name: string
    readonly description?: string
    readonly input_schema: unknown
  }[]
}

/** Tokens of input at the full price that a loop of small reads costs at a provider with a prompt cache. */
export const billedInput = async (subject: Subject, space: Workspace, turns: number): Promise<number> => {
  const cache = createPromptCache()
  return (await requestsOf(subject, space, turns)).reduce((sum, body) => {
    const usage = cache(body)
    const { input_tokens: plain, cache_read_input_tokens: read } = usage
    return sum + plain + read * READ + usage.cache_creation_input_tokens * WRITTEN
  }, 0)
}

const requestsOf = async (subject: Subject, space: Workspace, turns: number) => {
  const reads = planReads(space, turns, 'small').flatMap(({ calls }) => calls.map(tool => ({ tool })))
  const server = await serveScenario({ replies: [...reads, { text: 'Done.' }] })
  try {
    const model = {
      url: server.url,
      play: async () => {},
      watch: () => {},
      report: async () => ({ exchanges: [], faults: server.violations, lastRequestBytes: 0, memory: [] }),
      [Symbol.asyncDispose]: async () => {},
    }
    await runSubject(subject, { model, space }, { plan: [] })
    if (server.requests.length !== turns + 1)
      throw new Error(`${server.requests.length} requests instead of ${turns + 1}`)
    return server.requests.map(({ body }) => body ?? {})
  } finally {
    await server.close()
  }
}
