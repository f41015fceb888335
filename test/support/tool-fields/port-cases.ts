import { toolRows } from '../../../src/features/tools/index.ts'
import { PageCache } from '../../../src/features/tools/web-fetch/page-cache.ts'
import type { AssistantBlock } from '../../../src/protocol/message.ts'
import type { ToolCall } from '../../../src/protocol/tool.ts'
import { makeToolCall, runTool } from '../tool-call.ts'
import { CODE_CASES } from './code-cases.ts'
import type { PortCase, PortCases } from './port-case.ts'

const NO_RESULT: AssistantBlock = { type: 'web_search_tool_result', tool_use_id: 's', content: [] }
const web: NonNullable<ToolCall['web']> = { hosts: () => [], now: () => 0, userAgent: 't', save: () => '' }

const PAGE = { code: 200, codeText: 'OK', type: 'text/plain', text: 'word '.repeat(1_000), cut: false }

const setting = { setting: 'theme', value: 'light' }
const ranges = (...list: readonly object[]): object => ({ ranges: list })
const plan = { type: 'plan_approval_response', request_id: 'r1' }
const said = (change: object, other: object, shows: RegExp): PortCase => ({
  with: { to: 'ann', message: { ...plan, ...change } },
  without: { to: 'ann', message: { ...plan, ...other } },
  shows,
})

export const PORT_CASES: Readonly<Record<string, PortCases>> = {
  ...CODE_CASES,
  Config: {
    fields: {
      setting: { with: setting, without: { ...setting, setting: 'editor' }, shows: /theme/ },
      value: { with: setting, without: { setting: 'theme' }, shows: /light/ },
      scope: { with: { ...setting, scope: 'project' }, without: setting, shows: /project/ },
    },
    ports: asked => ({
      settings: {
        list: async () => [{ key: 'theme', value: 'dark' }],
        about: async () => ({ default: 'auto' }),
        async write(...given) {
          asked.push(given)
          return { file: '/s.json', counts: 'now' }
        },
      },
    }),
  },
  WebSearch: {
    fields: {
      query: { with: { query: 'serde' }, without: { query: 'tokio' }, shows: /serde/ },
      allowed_domains: {
        with: { query: 'serde', allowed_domains: ['docs.rs'] },
        without: { query: 'serde' },
        shows: /"allowedDomains":\["docs\.rs"\]/,
      },
      blocked_domains: {
        with: { query: 'serde', blocked_domains: ['docs.rs'] },
        without: { query: 'serde' },
        shows: /"blockedDomains":\["docs\.rs"\]/,
      },
    },
    ports: asked => ({
      web: {
        ...web,
        async searchAtProvider({ signal: _, ...question }) {
          asked.push(question)
          return [NO_RESULT]
        },
      },
    }),
  },
  WebFetch: {
    fields: {
      url: {
        with: { url: 'https://a.example/', prompt: 'p' },
        without: { url: 'https://b.example/', prompt: 'p' },
        shows: /a\.example/,
      },
      prompt: {
        with: { url: 'https://a.example/', prompt: 'Which version?' },
        without: { url: 'https://a.example/', prompt: 'p' },
        shows: /Which version\?/,
      },
    },
    ports(asked) {
      const pages = new PageCache()
      for (const url of ['https://a.example/', 'https://b.example/'])
        pages.set(url, { ...PAGE, url, bytes: PAGE.text.length }, 0)
      return {
        web,
        state: makeToolCall({ state: { WebFetch: pages } }).state,
        side: {
          async ask(question) {
            asked.push(question.prompt)
            return 'an answer'
          },
        },
      }
    },
  },
  Snip: {
    fields: {
      ranges: { with: ranges({ from: 'a1' }), without: {}, shows: /left out, about/ },
      'ranges[].from': { with: ranges({ from: 'a1' }), without: ranges({ from: 'b2' }), shows: /"a1"/ },
      'ranges[].to': {
        with: ranges({ from: 'a1', to: 'c3' }),
        without: ranges({ from: 'a1' }),
        shows: /"c3"/,
      },
    },
    ports: asked => ({
      conversation: {
        shows: () => true,
        outline: () => [],
        snip(given) {
          asked.push(given)
          return { items: 1, tokens: 5, refused: [] }
        },
      },
    }),
  },
  Recall: {
    fields: {
      query: { with: { query: 'port' }, without: { query: 'host' }, shows: /"port"/ },
      limit: { with: { query: 'port', limit: 2 }, without: { query: 'port' }, shows: /"limit":2/ },
      message_id: {
        with: { query: 'port', message_id: 'abc' },
        without: { query: 'port' },
        shows: /"messageId":"abc"/,
      },
    },
    ports: asked => ({
      transcript: {
        async search(question) {
          asked.push(question)
          return { total: 0, found: [] }
        },
      },
    }),
  },
  Script: {
    fields: {
      code: { with: { code: 'print(1)' }, without: { code: 'print(2)' }, shows: /print\(1\)/ },
      file: { with: { file: 'x.js' }, without: { code: 'print(2)' }, shows: /x\.js/ },
      workflow: { with: { workflow: 'ship' }, without: { code: 'print(2)' }, shows: /the text of ship/ },
      args: {
        with: { code: 'print(1)', args: ['one'] },
        without: { code: 'print(1)' },
        shows: /one/,
      },
    },
    ports: asked => ({
      workflows: {
        list: async () => ({ workflows: [], problems: [] }),
        start: async () => ({ runId: 'w1', name: 'n', steps: 1, outputFile: '/o' }),
        script: async name => `// the text of ${name}`,
      },
      scripts: {
        async whyNot(path) {
          asked.push(path)
          return undefined
        },
        async run({ code, args }) {
          asked.push(`${code} ${JSON.stringify(args)}`)
          return { text: '', failed: false, calls: [], tree: [], effects: [], remarks: [], pictures: [] }
        },
      },
    }),
  },
  Workflow: {
    fields: {
      name: { with: { name: 'ship' }, without: { name: 'test' }, shows: /"name":"ship"/ },
      scriptPath: {
        with: { scriptPath: '/w/ship.md' },
        without: { name: 'test' },
        shows: /"path":"\/w\/ship/,
      },
      script: { with: { script: 'name: x' }, without: { name: 'test' }, shows: /"text":"name: x"/ },
      args: {
        with: { name: 'test', args: { a: 1 } },
        without: { name: 'test' },
        shows: /"inputs":\{"a":1\}/,
      },
      resumeFromRunId: { with: { resumeFromRunId: 'w1' }, without: { name: 'test' }, shows: /"resume":"w1"/ },
    },
    ports: asked => ({
      workflows: {
        list: async () => ({ workflows: [], problems: [] }),
        script: async () => '',
        async start(wish) {
          asked.push(wish)
          return { runId: 'w1', name: 'n', steps: 1, outputFile: '/o' }
        },
      },
    }),
  },
  SendMessage: {
    fields: {
      'message.type': said({}, { type: 'shutdown_response' }, /plan_approval_response/),
      'message.request_id': said({}, { request_id: 'r2' }, /r1/),
      'message.approve': said({ approve: true }, {}, /true/),
      'message.reason': said({ reason: 'too long' }, {}, /too long/),
      'message.feedback': said({ feedback: 'add tests' }, {}, /add tests/),
    },
    ports: asked => ({
      agents: {
        ...makeToolCall().agents,
        list: () => [],
        team: {
          create: async () => ({ name: 'crew', leadAgentId: 'l' }),
          remove: async () => ({ name: 'crew', leadAgentId: 'l' }),
          reaches: async () => true,
          async send(message) {
            asked.push(message)
            return ['ann']
          },
        },
      },
    }),
  },
}

const seenOf = async (tool: string, input: object, ports: PortCases['ports']): Promise<string> => {
  const found = await toolRows[tool]?.load()
  if (!found) throw new Error(`no tool ${tool}`)
  const asked: unknown[] = []
  const access = found.access(found.input.parse(input), '/w')
  const call = { ...makeToolCall(), ...ports(asked) }
  const meant = (await found.prepare?.(found.input.parse(input), call)) ?? input
  const text = await runTool(found, meant, call).then(
    ran => ran.text,
    (error: unknown) => String(error),
  )
  return [JSON.stringify(access), text, JSON.stringify(asked)].join('\n')
}

/** As `withoutEffect`, for what a tool asks of its ports. */
export const withoutEffectOnPorts = async (tool: string): Promise<readonly string[]> => {
  const cases = PORT_CASES[tool]
  const wrong: string[] = []
  for (const [field, one] of Object.entries(cases?.fields ?? {})) {
    const seen = await seenOf(tool, one.with, cases?.ports ?? (() => ({})))
    const other = await seenOf(tool, one.without, cases?.ports ?? (() => ({})))
    if (!one.shows.test(seen) || one.shows.test(other))
      wrong.push(`${tool}.${field} ${one.shows}\nwith: ${seen}\nwithout: ${other}`)
  }
  return wrong
}
