import { check, type Recipe, types, unlisted } from './recipe.ts'

const provider = (name: string, left: string): string => `import type { Provider } from './provider.ts'

export const ${name}: Provider = {
  name: '${name}',
  title: 'Sample models',
  protocol: 'anthropic',
  endpoint: { url: 'https://models.example.com', variable: 'SAMPLE_BASE_URL' },
  auth: [{ kind: 'key', variable: 'SAMPLE_API_KEY', headers: key => ({ 'x-api-key': key }) }],
  framing: 'sse',
${left}}
`

const OWN_ERRORS = `  secretNames: ['SAMPLE_API_KEY'],
  readError: ({ body }) => (JSON.stringify(body).includes('E7') ? { kind: 'billing_error' } : undefined),
`

const HOOK_ROWS = 'src/features/hooks/events.ts'
const SETTING_ROWS = 'src/features/settings/rows/session.ts'
const SETTINGS = 'src/protocol/settings.ts'
const OPS = 'src/protocol/op.ts'
const QUERIES = 'src/protocol/query.ts'
const SERVERS = 'src/protocol/extensions/server.ts'
const PARSED = 'src/features/mcp/config/parse-server.ts'
const ASKED = 'src/frontends/serve/check-query.ts'
const INTERRUPT =
  "  | { readonly type: 'interrupt'; readonly cancelQueued?: boolean; readonly reason?: 'user' | 'signal' }"
const TRANSITION = "  | { readonly kind: 'next_turn' }"

const settingRow = (key: string): string =>
  `  { key: '${key}', check: filledText, doc: { en: 'Who the sample says it is' }, ...start },`
const settingRowInLines = (key: string): string =>
  `  {\n    key: '${key}',\n    check: filledText,\n    doc: { en: 'Who the sample says it is', zh: '示例自称' },\n    ...start,\n  },`

const stage = (name: string, left: string): string => `import type { Stage } from '../../../protocol/stage.ts'

export const ${name}: Stage = {
  name: '${name}',
  cost: 'free',
${left}  run: async () => undefined,
}
`

/** Recipes of what works inside a session. */
export const ENGINE: Readonly<Record<string, Recipe>> = {
  'a hook event': {
    lines: [
      {
        in: HOOK_ROWS,
        after: 'export const HOOK_EVENTS = {',
        line: "  SampleHeard: { matcherField: '', block: 'feedback', decides: false, rewritesOutput: false },",
      },
    ],
    forgotten: [
      {
        step: 'who fires it',
        lines: [
          {
            in: HOOK_ROWS,
            after: 'export const HOOK_EVENTS = {',
            line: "  SampleUnheard: { matcherField: '', block: 'feedback', decides: false, rewritesOutput: false },",
          },
        ],
        red: [check(HOOK_ROWS, 'nobody fires SampleUnheard')],
      },
      {
        step: 'its row',
        files: {
          'src/engine/forgotten/hooks.ts': `import type { Hooks } from '../hooks/part.ts'

export const fireNothing = async (hooks: Pick<Hooks, 'fire'>): Promise<void> => {
  await hooks.fire('SampleGone', {}, new AbortController().signal)
}
`,
        },
        red: [
          types('src/engine/forgotten/hooks.ts', '"SampleGone"'),
          unlisted('src/engine/forgotten/hooks.ts'),
        ],
      },
    ],
  },
  'a topic of a session or a thread': {
    files: {
      'src/engine/sample/part.ts': `import type { Hooks } from '../hooks/part.ts'
import type { Part } from '../scope.ts'

export const createSample = (hooks: Pick<Hooks, 'fire'>): Part => ({
  news: [{ name: 'sample', collect: () => [{ kind: 'sample', text: 'a fact of the sample part' }] }],
  ops: { sample_op: () => {} },
  answers: { sampleFact: () => 'a sample fact' },
  async turnStarts() {
    await hooks.fire('SampleHeard', {}, new AbortController().signal)
  },
})
`,
    },
    lines: [
      {
        in: 'src/engine/thread.ts',
        after: '  scope.add(createReminders({ config, prompt, ports: { ...ports, leases } }))',
        line: '  scope.add(createSample(hooks))',
        import: "import { createSample } from './sample/part.ts'",
      },
    ],
    forgotten: [
      {
        step: 'its line',
        files: {
          'src/engine/forgotten/part.ts':
            "import type { Part } from '../scope.ts'\n\nexport const createForgotten = (): Part => ({})\n",
        },
        red: [unlisted('src/engine/forgotten/part.ts')],
      },
      {
        step: 'that a topic gets another one as an option',
        files: {
          'src/engine/forgotten/reach.ts': "export { createSample as reached } from '../sample/part.ts'\n",
        },
        red: [
          check('src/engine/forgotten/reach.ts', 'imports values of src/engine/sample/part.ts'),
          unlisted('src/engine/forgotten/reach.ts'),
        ],
      },
    ],
  },
  'an op, a query': {
    lines: [
      { in: OPS, after: INTERRUPT, line: "  | { readonly type: 'sample_op' }" },
      {
        in: 'src/protocol/op-effect.ts',
        after: "  command: 'conversation',",
        line: "  sample_op: 'conversation',",
      },
      { in: QUERIES, after: 'export interface Queries {', line: '  readonly sampleFact: string' },
      { in: ASKED, after: "  state: 'anybody',", line: "  sampleFact: 'anybody'," },
    ],
    forgotten: [
      {
        step: 'how far it reaches, and the part that serves it',
        lines: [
          { in: OPS, after: INTERRUPT, line: "  | { readonly type: 'sample_unserved' }" },
          { in: QUERIES, after: 'export interface Queries {', line: '  readonly sampleUnanswered: string' },
        ],
        red: [
          types('src/protocol/op-effect.ts', "Property 'sample_unserved' is missing"),
          types(ASKED, "Property 'sampleUnanswered' is missing"),
          check(OPS, 'serves the op sample_unserved'),
          check(QUERIES, 'serves the query sampleUnanswered'),
        ],
      },
    ],
  },
  'a setting': {
    lines: [
      { in: SETTING_ROWS, after: 'export const sessionRows = [', line: settingRowInLines('sampleAgent') },
      {
        in: SETTINGS,
        after:
          'export interface Settings extends TerminalSettings, RemoteSettings, ScreenSettings, CheckSettings {',
        line: '  readonly sampleAgent?: string',
      },
      {
        in: 'src/host/web/options.ts',
        after: "  settings: Pick<Settings, 'webSearch'>,",
        replace: true,
        line: "  settings: Pick<Settings, 'webSearch' | 'sampleAgent'>,",
      },
      {
        in: 'src/host/web/options.ts',
        after: '  userAgent: `capstan/${version}`,',
        replace: true,
        line: '  userAgent: settings.sampleAgent ?? `capstan/${version}`,',
      },
    ],
    forgotten: [
      {
        step: 'the topic that reads it, and its words in Chinese',
        lines: [
          {
            in: SETTING_ROWS,
            after: 'export const sessionRows = [',
            line: settingRowInLines('sampleUnread'),
          },
          { in: SETTING_ROWS, after: 'export const sessionRows = [', line: settingRow('sampleUnreadToo') },
        ],
        red: [
          check(SETTING_ROWS, 'nobody acts on the setting sampleUnread:'),
          types('src/features/settings/rows/', "'zh' is missing"),
          check(SETTING_ROWS, 'nobody acts on the setting sampleUnreadToo:'),
        ],
      },
      {
        step: 'its row',
        lines: [
          {
            in: SETTINGS,
            after:
              'export interface Settings extends TerminalSettings, RemoteSettings, ScreenSettings, CheckSettings {',
            line: '  readonly sampleUnchecked?: string',
          },
        ],
        red: [types('src/features/settings/rows/rows.test.ts', '"sampleUnchecked"')],
      },
    ],
  },
  'a provider': {
    files: {
      'src/features/models/providers/sample.ts': provider('sample', OWN_ERRORS),
    },
    lines: [
      {
        in: 'src/features/models/providers/index.ts',
        after: '  anthropic,',
        line: '  sample,',
        import: "import { sample } from './sample.ts'",
      },
    ],
    forgotten: [
      {
        step: 'its line, and what no child process may see',
        files: { 'src/features/models/providers/forgotten.ts': provider('forgotten', '') },
        red: [
          unlisted('src/features/models/providers/forgotten.ts'),
          types('src/features/models/providers/forgotten.ts', "Property 'secretNames' is missing"),
        ],
      },
    ],
  },
  'a compaction stage': {
    files: { 'src/features/context/stages/sample.ts': stage('sampleStage', '  keepsPrefix: true,\n') },
    lines: [
      {
        in: 'src/engine/context/part.ts',
        after: '    createSnip(snips),',
        line: '    sampleStage,',
        import: "import { sampleStage } from '../../features/context/stages/sample.ts'",
      },
    ],
    forgotten: [
      {
        step: 'its line, and whether it breaks the prompt cache',
        files: { 'src/features/context/stages/forgotten.ts': stage('forgottenStage', '') },
        red: [
          unlisted('src/features/context/stages/forgotten.ts'),
          types('src/features/context/stages/forgotten.ts', "Property 'keepsPrefix' is missing"),
        ],
      },
    ],
  },
  'a transition or terminal': {
    lines: [
      { in: 'src/protocol/transition.ts', after: TRANSITION, line: "  | { readonly kind: 'sample_retry' }" },
      { in: 'src/loop/next-step.ts', after: '  next_turn: true,', line: '  sample_retry: true,' },
      {
        in: 'src/loop/advance.ts',
        after: "    case 'max_output_tokens_escalate':",
        line: "    case 'sample_retry':",
      },
    ],
    forgotten: [
      {
        step: 'its row, and what follows from it',
        lines: [
          {
            in: 'src/protocol/transition.ts',
            after: TRANSITION,
            line: "  | { readonly kind: 'sample_unknown' }",
          },
          {
            in: 'src/protocol/transition.ts',
            after: "  | { readonly kind: 'aborted_streaming' | 'aborted_tools' }",
            line: "  | { readonly kind: 'sample_end' }",
          },
        ],
        red: [
          types('src/loop/next-step.ts', "Property 'sample_unknown' is missing"),
          types('src/loop/advance.ts', 'return'),
          types('src/loop/conclude.ts', 'return'),
          types('src/frontends/headless/result-message.ts', 'return'),
          types('src/frontends/acp/prompt-end.ts', '"sample_end"'),
          types('src/frontends/plain/show-ending.ts', '"sample_end"'),
          types('src/frontends/tui/state/reduce-event.ts', '"sample_end"'),
        ],
      },
    ],
  },
  'an MCP transport': {
    lines: [
      {
        in: SERVERS,
        after: "  readonly type: 'http' | 'sse' | 'ws'",
        replace: true,
        line: "  readonly type: 'http' | 'sse' | 'ws' | 'sample'",
      },
      { in: PARSED, after: "  stdio: 'stdio',", line: "  sample: 'sample'," },
      { in: PARSED, after: "  ws: ['ws:', 'wss:'],", line: "  sample: ['https:']," },
      {
        in: 'src/features/mcp/connection/open-transport.ts',
        after: "    case 'ws':",
        line: "    case 'sample':",
      },
    ],
    forgotten: [
      {
        step: 'how its address looks, and how it is opened',
        lines: [
          {
            in: SERVERS,
            after: "  readonly type: 'http' | 'sse' | 'ws' | 'sample'",
            replace: true,
            line: "  readonly type: 'http' | 'sse' | 'ws' | 'sample' | 'forgotten'",
          },
        ],
        red: [
          types(PARSED, "Property 'forgotten' is missing"),
          types('src/features/mcp/connection/open-transport.ts', 'return'),
        ],
      },
    ],
  },
  'a program to import from': {
    lines: [
      {
        in: 'src/features/import/foreign-agents.ts',
        after: 'export const FOREIGN_AGENTS: readonly ForeignAgent[] = [',
        line: "  { name: 'sample', title: 'Sample program', collect: into => into.skills(into.at('.sample', 'skills')) },",
      },
    ],
    forgotten: [
      {
        step: 'what is brought over',
        lines: [
          {
            in: 'src/features/import/foreign-agents.ts',
            after: 'export const FOREIGN_AGENTS: readonly ForeignAgent[] = [',
            line: "  { name: 'forgotten', title: 'Forgotten' },",
          },
        ],
        red: [types('src/features/import/foreign-agents.ts', "Property 'collect' is missing")],
      },
    ],
  },
}
