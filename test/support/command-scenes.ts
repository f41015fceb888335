import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentInfo } from '../../src/protocol/agents/agents.ts'
import type {
  PullRequestCommands,
  PullRequestDraft,
  PullRequestInfo,
} from '../../src/protocol/agents/pull-requests.ts'
import type { ScheduleInfo } from '../../src/protocol/agents/schedules.ts'
import type { WorkflowInfo } from '../../src/protocol/agents/workflow.ts'
import type { CommandHost } from '../../src/protocol/command.ts'
import type { CompactReport } from '../../src/protocol/context.ts'
import type { Message } from '../../src/protocol/message.ts'
import { verbatim } from '../../src/protocol/messages/layout.ts'
import type { Queries } from '../../src/protocol/query.ts'
import type { RewindReport } from '../../src/protocol/session/file-history.ts'
import type { MoveReport } from '../../src/protocol/session/session-tree.ts'
import { agentInfo } from './agent-infos.ts'
import { createFakeHost } from './fake-command-host.ts'
import { FakeEngine } from './fake-engine.ts'

/** A line somebody types, and what a session has for it to answer with. */
export interface CommandScene {
  readonly line: string
  /** Tells scenes of one line apart. */
  readonly when?: string
  readonly answers?: Partial<Queries>
  readonly over?: Partial<CommandHost>
  readonly report?: CompactReport
  readonly move?: MoveReport
  readonly rewind?: RewindReport
}

class SceneEngine extends FakeEngine {
  readonly #report: CompactReport | undefined
  constructor({ answers, report, move, rewind }: CommandScene) {
    super([], { ...ANSWERS, ...answers })
    this.#report = report
    if (move) this.moveReport = move
    if (rewind) this.rewindReport = rewind
  }
  override async compact(request: Parameters<FakeEngine['compact']>[0]): Promise<CompactReport> {
    return this.#report ?? (await super.compact(request))
  }
}

export const hostOf = (scene: CommandScene): CommandHost =>
  createFakeHost({ ...scene.over, engine: new SceneEngine(scene) })

const ANSWERS: Partial<Queries> = {
  context: { model: 'm1', tokens: 12_345, window: 200_000, compactAt: 160_000, items: [] } as never,
  cache: { requests: [], hitRatio: 0, lostTokens: 0 },
  instructions: [],
  memoryIndex: { missing: [], leftOut: [], memories: [] },
  extensions: { entries: [], overrides: [], problems: [], waiting: [] },
  code: { servers: [], missing: [], problems: [] },
  editor: { state: { status: 'none', shares: true }, found: [], ignored: [] },
  servers: [],
}

const placeWith = (
  profiles: Partial<NonNullable<CommandHost['place']['profiles']>>,
): CommandHost['place'] => ({
  ...createFakeHost().place,
  profiles: { list: () => [], create: () => undefined, ...profiles },
})

const STATE: Queries['state'] = {
  sessionId: 's1',
  model: 'claude-test',
  mode: 'default',
  cwd: '/w',
  running: false,
  tools: ['Read'],
  credential: 'none',
  thinking: false,
  transcriptPath: '/s1.jsonl',
}

const SAID: Message = { type: 'system', subtype: 'informational', uuid: 'u9', timestamp: '', content: '' }

const compacted = (more: Partial<CompactReport>): CompactReport => ({
  before: 120_000,
  after: 9_000,
  by: 'full-compact',
  summary: '摘要',
  carried: (['request', 'todo', 'plan', 'effect', 'refused', 'message'] as const).flatMap(kind => [
    { kind, text: `${kind}-1` },
    { kind, text: `${kind}-2` },
  ]),
  ...more,
})

const COST: Queries['cost'] = {
  totalCostUSD: 1.5,
  unpricedModels: ['m2'],
  apiDurationMs: 1_000,
  apiDurationWithoutRetriesMs: 900,
  toolDurationMs: 50,
  linesAdded: 3,
  linesRemoved: 4,
  modelUsage: {
    m2: {
      inputTokens: 1_000,
      cacheCreationInputTokens: 2,
      cacheReadInputTokens: 3,
      outputTokens: 4,
    } as never,
  },
  bySource: {
    background: {
      requests: 1,
      inputTokens: 1,
      outputTokens: 1,
      cacheReadInputTokens: 0,
      cacheCreationInputTokens: 0,
      costUSD: 1,
    },
  },
}

const CAUSES = [
  ['first_request', 'nothing was sent before'],
  ['model_changed', 'a → b'],
  ['options_changed', 'x'],
  ['system_changed', 'x'],
  ['tools_changed', 'x'],
  ['tool_loaded', 'x'],
  ['compaction', 'the conversation was compacted'],
  ['results_cleared', 'the provider cleared old results'],
  ['messages_removed', '/clear'],
  ['resumed', 'not as the earlier process sent it'],
  ['upgraded', 'x'],
  ['expired', '6 minutes since the previous request'],
  ['provider', "the same prefix wasn't served from the cache"],
  ['unexplained', 'x'],
] as const

const CACHE: Queries['cache'] = {
  hitRatio: 0.5,
  lostTokens: 4_096,
  requests: CAUSES.map(([cause, detail], at) => ({
    at: '2026-01-02T03:04:05Z',
    source: 'main',
    model: 'm1',
    input: 1,
    cacheRead: 2,
    cacheWrite: 3,
    shared: 0,
    break: { cause, detail, lostTokens: 9_000, ...(at % 2 === 0 ? { fromByte: 4_000, lostUsd: 0.2 } : {}) },
  })),
}

const prompt = (uuid: string, more: object = {}): Queries['tree']['prompts'][number] => ({
  uuid,
  parent: null,
  children: [],
  title: `题 ${uuid}`,
  timestamp: '',
  ageMs: 7_200_000,
  current: true,
  leaf: false,
  ...more,
})

const TREE: Queries['tree'] = {
  prompts: [
    ...Array.from({ length: 20 }, (_, at) => prompt(`p${at}`)),
    prompt('aaaaaa1', { leaf: true, ageMs: 90_000, compacted: true }),
    prompt('aaaaaa2', { leaf: true, ageMs: 300_000_000 }),
  ],
  current: 'aaaaaa2',
}

const REWOUND: RewindReport = {
  canRewind: true,
  files: [
    { path: '/w/a.ts', action: 'restore', insertions: 1, deletions: 2 },
    { path: '/w/b.ts', action: 'recreate', insertions: 1, deletions: 2 },
    { path: '/w/c.ts', action: 'delete', insertions: 1, deletions: 2 },
  ],
  kept: [{ path: '/w/d.ts', why: '他人已修改', localized: verbatim('他人已修改') }],
  notCovered: ['/w/e.ts'],
  localizedNotCovered: ['/w/e.ts'],
  undo: 'undo1',
  insertions: 3,
  deletions: 6,
} as never

const MOVED: MoveReport = {
  canMove: true,
  conversation: { left: ['b'], taken: [], prompt: '原话', undoesCompaction: true },
  files: REWOUND,
}

const task = (id: string, status: 'running' | 'completed' | 'failed' | 'stopped'): Queries['tasks'][number] =>
  ({
    id,
    kind: 'shell',
    description: `工作 ${id}`,
    status,
    startedAt: 0,
    ...(status === 'running' ? {} : { endedAt: 5_000 }),
  }) as never

const skill = (name: string, more: object): Queries['skills'][number] => ({
  name,
  kind: 'skill',
  description: '说明',
  source: { level: 'user' },
  tokens: 1_200,
  byPerson: true,
  byModel: true,
  ...more,
})

const SKILLS: Queries['skills'] = [
  skill('a', {}),
  skill('b', { off: true, source: { level: 'project', directory: '.capstan' } }),
  skill('c', { use: 'name-only', source: { level: 'plugin', name: 'p' } }),
  skill('d', { waitsFor: ['*.ts'], source: { level: 'server', name: 's' } }),
  skill('e', { waitsFor: ['*.ts'], byPerson: false, source: { level: 'built-in' }, tokens: 0 }),
  skill('f', { byModel: false, source: { level: 'flag' } }),
  skill('g', { byPerson: false, source: { level: 'managed' } }),
  skill('h', { byPerson: false, byModel: false, source: { level: 'local' } }),
]

const ENTRIES: Queries['extensions']['entries'] = (
  ['plugin', 'skill', 'agent', 'server', 'tool', 'command', 'style', 'hook', 'language server'] as const
).map((kind, at) => ({
  kind,
  name: `n${at}`,
  source: [{ level: 'built-in' }, { level: 'flag' }, { level: 'managed' }, { level: 'plugin', name: 'p' }][
    at % 4
  ] as never,
  tokens: at * 1_000,
  state: kind === 'server' ? 'needs-auth' : kind === 'hook' ? 'not active' : '',
}))

const LOOPS: readonly ScheduleInfo[] = [
  ['l1', 'loop', 'every 5m'],
  ['l2', 'wakeup', 'once'],
].map(([id = '', kind = '', label = ''], at) => ({
  id,
  time: { everyMs: 300_000 },
  prompt: '看一看',
  kind: kind as 'loop',
  recurring: true,
  durable: false,
  createdAt: 0,
  label,
  ...(at === 0 ? { unapproved: true } : {}),
}))

const RUN: WorkflowInfo = {
  runId: 'w1',
  name: 'nightly',
  state: 'completed',
  startedAt: 0,
  tokens: 12_345,
  usd: 1,
  outputs: { answer: '好' },
  steps: (['waiting', 'running', 'done', 'failed', 'skipped', 'stopped'] as const).map((state, at) => ({
    id: `s${at}`,
    kind: 'agent',
    state,
    ms: at * 1_000,
    tokens: at,
    usd: at,
    ...(at === 2 ? { kept: true as const, worktrees: ['/t/tree-1'] } : {}),
    ...(at === 3 ? { error: '坏了' } : {}),
  })),
}

const { runToEnd: _, ...WORKFLOWS } = createFakeHost().workflows

const change = (status: 'changed' | 'added' | 'deleted', more: object): Queries['changes'][number] => ({
  messageUuid: status,
  prompt: '改一改',
  files: [{ path: '/w/a', status, added: 1, removed: 1, edits: [], ...more } as never],
})

const AGENTS: readonly AgentInfo[] = [
  agentInfo('1', { name: 'x1', description: '任务', background: true }),
  agentInfo('2', { name: 'x2', description: '任务', status: 'completed', lastAction: '已读' }),
]

const peers = (held: number): NonNullable<CommandHost['peers']> =>
  ({
    list: async () => [{ id: 'p1', name: 'other', cwd: '/o', startedAt: 0 }],
    held: async () => [{ number: 1, from: 'other', text: '你好' }],
    settle: async () => held,
  }) as never

const PULL_REQUEST: PullRequestInfo = {
  name: 'github.com/acme/app#7',
  url: 'https://github.com/acme/app/pull/7',
  title: '修好茶壶',
  state: 'open',
  checks: 'failed',
  answers: 'drafts',
}
const DRAFT: PullRequestDraft = { id: '1', url: PULL_REQUEST.url, name: PULL_REQUEST.name, text: '已改好。' }
const PULL_REQUESTS: PullRequestCommands = {
  list: () => [PULL_REQUEST, { ...PULL_REQUEST, state: 'merged', checks: 'none', answers: 'sent' }],
  drafts: () => [DRAFT],
  follow: async () => PULL_REQUEST,
  unfollow: async () => PULL_REQUEST,
  allow: async () => PULL_REQUEST,
  send: async () => DRAFT,
  drop: async () => DRAFT,
}

const changelog = readFileSync(join(import.meta.dirname, 'command-scenes.ts'), 'utf8').slice(0, 20)

const asked = [
  { toolName: 'Bash', rule: 'Bash(make:*)', ruleContent: 'make:*', count: 9 },
  { toolName: 'WebSearch', rule: 'WebSearch', count: 2 },
]

const permissions = (more: object): Partial<Queries> => ({
  permissions: {
    mode: 'plan',
    modes: ['default', 'acceptEdits', 'plan'],
    rules: [],
    directories: ['/w', '/x'],
    sandbox: 'off',
    ...more,
  } as never,
})

const servers = (
  ['connected', 'ready', 'failed', 'needs-auth', 'pending', 'disabled', 'unapproved'] as const
).map(state => ({ name: `s-${state}`, state, tools: [], where: '/bin/x' }) as never)

const goal = (status: 'active' | 'reached' | 'stopped'): Partial<CommandHost> => ({
  goals: {
    ...createFakeHost().goals,
    now: () => ({
      check: { command: 'make' },
      budget: { rounds: 25, minutes: 60, usd: 5 },
      rounds: 3,
      usd: 1,
      activeMs: 120_000,
      status,
      last: '还差一点',
    }),
    clear: () => ({
      check: { condition: '都通过' },
      budget: { rounds: 25, minutes: 60, usd: 5 },
      rounds: 3,
      usd: 1,
      activeMs: 120_000,
      status,
    }),
  },
})

const editor = (more: object): Partial<Queries> => ({
  editor: {
    state: { status: 'connected', id: 'e1', shares: true },
    found: [
      { id: 'e1', name: 'Zed', folders: ['/w'], fits: true },
      { id: 'e2', name: 'Zed', folders: ['/w'], fits: true },
      { id: 'e3', name: 'Vim', folders: ['/v'], fits: false },
    ],
    ignored: [{ file: '/lock', why: '太旧' }],
    ...more,
  },
})

export const COMMAND_SCENES: readonly CommandScene[] = [
  { line: '/cache' },
  { line: '/cache', when: 'full', answers: { cache: CACHE } },
  {
    line: '/cache',
    when: 'priced',
    answers: { cache: { ...CACHE, lostUsd: 2, requests: CACHE.requests.slice(0, 1) } },
  },
  {
    line: '/cache',
    when: 'nothing lost',
    answers: { cache: { ...CACHE, lostTokens: 0, requests: CACHE.requests.slice(0, 1) } },
  },
  { line: '/compact', answers: { state: STATE, history: [SAID] }, report: compacted({}) },
  {
    line: '/compact',
    when: 'notes',
    report: compacted({ by: 'session-memory-compact', carried: [{ kind: 'plan', text: 'p' }] }),
  },
  { line: '/compact --preview', report: compacted({}) },
  { line: '/compact', when: 'longer', report: compacted({ unchanged: true, after: 130_000 }) },
  { line: '/compact', when: 'short', report: compacted({ unchanged: true }) },
  { line: '/autocompact' },
  {
    line: '/autocompact',
    when: 'off',
    answers: { context: { model: 'm', tokens: 1, window: 2, items: [] } as never },
  },
  { line: '/autocompact on' },
  { line: '/autocompact off' },
  { line: '/autocompact x' },
  { line: '/snip' },
  { line: '/snip', when: 'nothing', over: { outline: () => [] } },
  { line: '/snip a b c' },
  { line: '/snip zzz' },
  { line: '/snip aaaa1111' },
  {
    line: '/context',
    answers: {
      cache: CACHE,
      context: {
        model: 'm1',
        tokens: 1_234_567,
        window: 2_000_000,
        compactAt: 1_000_000,
        drift: 1.25,
        items: (
          [
            'system',
            'tools',
            'instructions',
            'memory',
            'summary',
            'user',
            'assistant',
            'tool_result',
            'attachment',
          ] as const
        ).map(kind => ({ kind, name: '名', count: 1, tokens: 1_000 })),
      },
    },
  },
  { line: '/context', when: 'room' },
  {
    line: '/context',
    when: 'off',
    answers: { context: { model: 'm', tokens: 1, window: 2, items: [] } as never },
  },
  { line: '/files' },
  {
    line: '/memory',
    answers: {
      instructions: [
        ...(['start', 'nested', 'matched', 'import', 'compact'] as const).map(reason => ({
          path: '/a',
          scope: 'project' as const,
          reason,
          tokens: 1_200,
        })),
        { path: '/b', scope: 'project', reason: 'import', tokens: 5, importedBy: '/a' },
        { path: '/c', scope: 'memory', reason: 'matched', tokens: 5 },
        ...(['user', 'managed', 'local'] as const).map(scope => ({
          path: '/d',
          scope,
          reason: 'start' as const,
          tokens: 1,
        })),
      ] as never,
      memoryIndex: { missing: ['/m/gone.md'], leftOut: ['/m/old.md'], memories: [] },
    },
  },
  { line: '/memory', when: 'none' },
  { line: '/memory requests off' },
  { line: '/memory requests on' },
  { line: '/memory x' },
  { line: '/dream' },
  { line: '/dream', when: 'busy', over: { tidyMemory: async () => ({ kind: 'busy' }) } },
  { line: '/dream', when: 'failed', over: { tidyMemory: async () => ({ kind: 'failed', why: '太忙' }) } },
  {
    line: '/dream',
    when: 'same',
    over: { tidyMemory: async () => ({ kind: 'done', saved: [], removed: [] }) },
  },
  {
    line: '/dream',
    when: 'done',
    over: { tidyMemory: async () => ({ kind: 'done', saved: ['a.md'], removed: ['b.md'], backup: '/b' }) },
  },
  { line: '/cost', answers: { cost: COST } },
  { line: '/cost', when: 'priced' },
  { line: '/budget' },
  { line: '/budget off' },
  { line: '/budget 500k' },
  { line: '/budget x' },
  {
    line: '/budget 5',
    answers: {
      budgets: [
        { scope: 'run', limit: 2, spent: 1 },
        { scope: 'session', limit: 20, spent: 1 },
        { scope: 'day', limit: 20, spent: 1 },
        { scope: 'project', limit: 20, spent: 1 },
      ] as never,
      state: { ...STATE, tokenBudget: 500_000 },
    },
  },
  { line: '/budget 1', answers: { budgets: [{ scope: 'run', limit: 20, spent: 1 }] as never } },
  { line: '/insights x' },
  { line: '/copy x' },
  { line: '/copy' },
  { line: '/btw' },
  { line: '/branch' },
  { line: '/branch', when: 'several', answers: { tree: TREE } },
  { line: '/branch 9', answers: { tree: TREE } },
  { line: '/branch 2', answers: { tree: TREE } },
  { line: '/branch 1', answers: { tree: TREE }, move: { canMove: true } },
  { line: '/tree' },
  { line: '/tree', when: 'some', answers: { tree: TREE } },
  { line: '/fork' },
  { line: '/fork', when: 'saved', answers: { state: STATE } },
  { line: '/subtask' },
  { line: '/subtask 做', over: { startFork: async () => agentInfo('7') } },
  { line: '/rewind' },
  { line: '/rewind', when: 'list', answers: { tree: TREE } },
  { line: '/rewind --x', answers: { tree: TREE } },
  { line: '/rewind --force', answers: { tree: TREE } },
  { line: '/rewind 1 x', answers: { tree: TREE } },
  { line: '/rewind zz' },
  { line: '/rewind zz', when: 'some', answers: { tree: TREE } },
  { line: '/rewind aaaaaa', answers: { tree: TREE } },
  { line: '/rewind 1', answers: { tree: TREE }, move: MOVED },
  { line: '/rewind 1 both', answers: { tree: TREE }, move: MOVED },
  {
    line: '/rewind 1 code',
    answers: { tree: TREE },
    move: {
      canMove: true,
      files: {
        ...(REWOUND as object),
        files: [],
        kept: [],
        notCovered: [],
        localizedNotCovered: [],
      } as never,
    },
  },
  {
    line: '/rewind 1 code',
    when: 'one',
    answers: { tree: TREE },
    move: {
      canMove: true,
      files: {
        ...(REWOUND as object),
        files: [{ path: '/w/a.ts', action: 'restore', insertions: 1, deletions: 2 }],
      } as never,
    },
  },
  { line: '/rewind 00000000-0000-0000-0000-000000000000 code', rewind: REWOUND },
  { line: '/clear' },
  { line: '/resume' },
  { line: '/resume abc' },
  { line: '/rename' },
  { line: '/rename 名称' },
  { line: `/rename ${'x'.repeat(201)}` },
  { line: '/rename', when: 'named', answers: { state: { ...STATE, title: '名' } } },
  { line: '/tag' },
  { line: '/tag off' },
  { line: '/tag 发布' },
  { line: `/tag ${'x'.repeat(61)}` },
  { line: '/export' },
  {
    line: '/export',
    when: 'excluded',
    over: { exportTo: async () => ({ path: '/x', bytes: 2_048, git: 'excluded' }) },
  },
  {
    line: '/export',
    when: 'failed',
    over: { exportTo: async () => ({ path: '/x', bytes: 2_048, git: 'failed' }) },
  },
  { line: '/share' },
  { line: '/share x' },
  { line: '/share 99d' },
  { line: '/remote-control' },
  { line: '/remote-control x' },
  { line: '/debug', when: 'facts', answers: { state: STATE } },
  {
    line: '/debug',
    when: 'logs',
    over: { place: { ...createFakeHost().place, logs: true } },
    answers: { state: { ...STATE, running: true } },
  },
  { line: '/version' },
  { line: '/env' },
  {
    line: '/env',
    when: 'some',
    over: {
      settings: {
        ...createFakeHost().settings,
        list: async () => [
          { key: 'env.A', value: '1' },
          { key: 'env.API_KEY', value: 'x' },
        ],
      },
    },
  },
  { line: '/powerup', answers: { state: STATE } },
  { line: '/powerup 3' },
  { line: '/powerup 99' },
  { line: '/install-github-app x' },
  { line: '/setup-bedrock' },
  { line: '/setup-vertex' },
  { line: '/batch' },
  { line: '/deep-research' },
  { line: '/deep-research why' },
  { line: '/deep-research show' },
  { line: '/ultrareview' },
  { line: '/autocompact 200k' },
  { line: '/autocompact auto' },
  { line: '/autocompact 5k' },
  { line: '/config theme=dark verbose=true' },
  { line: '/mcp enable all' },
  { line: '/effort auto', answers: { state: STATE } },
  { line: '/release-notes' },
  { line: '/release-notes', when: 'some', over: { releaseNotes: async () => changelog } },
  { line: '/exit' },
  { line: '/feedback' },
  {
    line: '/feedback x',
    over: {
      place: {
        version: '1',
        promptLanguage: 'en',
        logs: false,
        resolve: p => p,
        changeDirectory: async p => p,
      },
    },
  },
  { line: '/status', answers: { state: STATE } },
  {
    line: '/status',
    when: 'more',
    answers: {
      state: {
        ...STATE,
        title: '名',
        effort: 'high',
        thinking: true,
        mode: 'acceptEdits',
        transcriptPath: undefined,
      },
      cost: COST,
      ...permissions({ sandbox: 'unavailable' }),
    },
  },
  { line: '/doctor' },
  { line: '/hooks' },
  {
    line: '/hooks',
    when: 'some',
    over: {
      hooks: async () => [
        { event: 'Stop', matcher: '*', what: 'beep', source: 'user', file: '/s.json', active: false },
        {
          event: 'Stop',
          matcher: '*',
          what: 'x'.repeat(60),
          source: 'project',
          active: true,
          last: { outcome: 'success', durationMs: 20 },
        },
        {
          event: 'Stop',
          matcher: '*',
          what: 'y',
          source: 'project',
          active: true,
          last: { outcome: 'error', durationMs: 2_000, decision: 'deny' },
        },
      ],
    },
  },
  { line: '/permissions' },
  {
    line: '/permissions',
    when: 'rules',
    answers: permissions({
      rules: [
        { text: 'Bash(ls)', behavior: 'allow', source: 'project', anchor: '/w' },
        { text: 'X', behavior: 'deny', source: 'session', anchor: '/w' },
        { text: 'Y', behavior: 'ask', source: 'user', anchor: '/w', place: { file: '/f', line: 3 } },
      ],
      sandbox: 'on',
    }),
  },
  { line: '/fewer-permission-prompts' },
  { line: '/fewer-permission-prompts', when: 'some', over: { askedFor: async () => asked } },
  { line: '/fewer-permission-prompts 1 2', over: { askedFor: async () => asked } },
  { line: '/fewer-permission-prompts 9', over: { askedFor: async () => asked } },
  { line: '/sandbox' },
  { line: '/sandbox', when: 'on', answers: permissions({ sandbox: 'on' }) },
  { line: '/sandbox', when: 'unavailable', answers: permissions({ sandbox: 'unavailable' }) },
  { line: '/sandbox on' },
  { line: '/sandbox off' },
  { line: '/sandbox x' },
  { line: '/add-dir' },
  { line: '/add-dir /b' },
  { line: '/add-dir /b --save' },
  { line: '/update-config' },
  { line: '/config' },
  {
    line: '/config',
    when: 'nothing',
    over: { settings: { ...createFakeHost().settings, list: async () => [] } },
  },
  {
    line: '/config',
    when: 'hidden',
    over: {
      settings: { ...createFakeHost().settings, list: async () => [{ key: 'k', hidden: true } as never] },
    },
  },
  { line: '/config theme' },
  { line: '/config model' },
  { line: '/config verbose' },
  { line: '/config =' },
  { line: '/config theme=' },
  { line: '/config theme=dark' },
  { line: '/config model=x' },
  { line: '/extensions' },
  {
    line: '/extensions',
    when: 'all',
    answers: {
      extensions: {
        entries: [...ENTRIES, ...ENTRIES.slice(7, 8)],
        overrides: [
          {
            kind: 'skill',
            name: 'a',
            by: { level: 'user' },
            over: { level: 'project', directory: '.claude' },
          } as never,
        ],
        problems: [
          { source: { level: 'user' }, file: '/f', message: '不对。' },
          { source: { level: 'server', name: 's' }, message: '不对。' },
        ],
        waiting: [{ what: '等待', fix: '确认。' }],
      },
    },
  },
  { line: '/code' },
  { line: '/code else' },
  { line: '/code problems' },
  {
    line: '/code',
    when: 'busy',
    answers: {
      code: {
        servers: [
          { name: 'typescript', root: '/work/project', state: 'running' },
          { name: 'gopls', root: '/work/project/go', state: 'starting' },
          { name: 'clangd', root: '/other', state: 'failed', why: '不对。' },
        ],
        missing: [
          { name: 'pyright', language: 'Python', install: '安装。' },
          { name: 'own', language: 'Own' },
        ],
        problems: [
          { path: '/work/project/a.ts', line: 3, severity: 'error', text: 'bad', source: 'typescript' },
        ],
      },
    },
  },
  {
    line: '/code problems',
    when: 'some',
    answers: {
      code: {
        servers: [],
        missing: [],
        problems: [
          { path: '/work/project/a.ts', line: 3, severity: 'error', text: 'bad', source: 'typescript' },
          { path: '/b.ts', line: 4, severity: 'warning', text: 'odd', source: 'typescript' },
        ],
      },
    },
  },
  {
    line: '/code',
    when: 'untrusted',
    answers: { code: { off: 'untrusted', servers: [], missing: [], problems: [] } },
  },
  {
    line: '/code',
    when: 'off',
    answers: { code: { off: 'setting', servers: [], missing: [], problems: [] } },
  },
  { line: '/ide' },
  { line: '/ide', when: 'some', answers: editor({}) },
  {
    line: '/ide',
    when: 'connecting',
    answers: editor({ state: { status: 'connecting', id: 'e1', shares: true } }),
  },
  { line: '/ide', when: 'lost', answers: editor({ state: { status: 'lost', id: 'e1', shares: true } }) },
  { line: '/ide', when: 'none', answers: editor({ state: { status: 'none', id: 'e1', shares: true } }) },
  { line: '/ide xx', answers: editor({}) },
  { line: '/ide zed', answers: editor({}) },
  { line: '/ide selection x' },
  { line: '/ide selection on' },
  { line: '/ide selection off' },
  { line: '/mcp' },
  { line: '/mcp', when: 'all', answers: { servers } },
  { line: '/mcp x' },
  { line: '/model' },
  { line: '/model claude-test' },
  {
    line: '/model claude-tst',
    when: 'near',
    answers: { models: [{ value: 'claude-tes', displayName: '', description: '' }] },
  },
  { line: '/advisor' },
  { line: '/advisor', when: 'set', answers: { state: { ...STATE, advisor: 'claude-opus-5-5' } } },
  { line: '/advisor claude-test' },
  { line: '/advisor off' },
  { line: '/profile' },
  { line: '/profile', when: 'in use', over: { place: placeWith({ current: 'work', list: () => [] }) } },
  { line: '/profile work' },
  { line: '/profile wrok' },
  { line: '/profile create new' },
  { line: '/profile create work' },
  { line: '/effort' },
  { line: '/effort x' },
  { line: '/thinking on' },
  { line: '/thinking off' },
  { line: '/thinking x' },
  { line: '/fast on' },
  { line: '/fast off' },
  { line: '/fast x' },
  { line: '/reload-plugins' },
  { line: '/reload-plugins x' },
  {
    line: '/reload-plugins',
    when: 'some',
    over: { reloadPlugins: async () => ({ added: ['a', 'b'], removed: ['c'], changed: ['d'] }) },
  },
  { line: '/login' },
  { line: '/logout' },
  { line: '/skills' },
  {
    line: '/skills',
    when: 'all',
    answers: {
      skills: SKILLS,
      extensionProblems: [{ source: { level: 'user' }, file: '/f', message: '不对。' }],
    },
  },
  { line: '/skills x' },
  { line: '/reload-skills' },
  {
    line: '/reload-skills',
    when: 'one',
    over: { reloadSkills: async () => ({ skills: 1, agents: 2, problems: 3 }) },
  },
  { line: '/agents' },
  {
    line: '/agents',
    when: 'some',
    answers: {
      agents: [
        { name: 'a', source: { level: 'built-in' }, description: '说明' },
        {
          name: 'b',
          source: { level: 'user', directory: '.claude' },
          model: 'm',
          tools: ['Read', 'Bash'],
          description: '说明',
        },
      ] as never,
      extensionProblems: [{ source: { level: 'user' }, message: 'Agent x: 不对。' }],
    },
  },
  { line: '/theme x' },
  { line: '/theme dark' },
  {
    line: '/output-style',
    answers: {
      styles: {
        current: 'default',
        available: [
          { name: 'default', description: '照常' },
          { name: 'Pirate', description: '海盗' },
        ],
      },
    },
  },
  { line: '/output-style x' },
  { line: '/output-style default' },
  { line: '/keybindings' },
  { line: '/terminal-setup' },
  { line: '/vim' },
  {
    line: '/browser',
    answers: { browser: { on: false, running: false, window: false, enclosed: true, tabs: [] } },
  },
  {
    line: '/browser',
    when: 'on',
    answers: { browser: { on: true, running: false, window: false, enclosed: true, tabs: [] } },
  },
  {
    line: '/browser',
    when: 'running',
    answers: {
      browser: {
        on: true,
        running: true,
        window: true,
        enclosed: false,
        tabs: [{ number: 1, url: 'http://localhost/', title: '商店', current: true }],
        downloads: '/d',
      },
    },
  },
  { line: '/browser allow localhost' },
  { line: '/browser allow a/b' },
  { line: '/browser sideways' },
  { line: '/pr list', when: 'off' },
  {
    line: '/pr list',
    when: 'none',
    over: { pullRequests: { ...PULL_REQUESTS, list: () => [], drafts: () => [] } },
  },
  ...['list', 'follow 7', 'unfollow 7', 'allow 7', 'send 1', 'drop 1'].map(words => ({
    line: `/pr ${words}`,
    when: 'some',
    over: { pullRequests: PULL_REQUESTS },
  })),
  { line: '/voice' },
  { line: '/voice x' },
  { line: '/buddy' },
  { line: '/buddy x' },
  { line: '/cd sub' },
  { line: '/diff' },
  { line: '/diff', when: 'changed', answers: { changes: [change('changed', { diff: '@@', cut: true })] } },
  { line: '/diff', when: 'added', answers: { changes: [change('added', {})] } },
  { line: '/diff', when: 'deleted', answers: { changes: [change('deleted', { diff: '@@' })] } },
  { line: '/goal' },
  { line: '/goal clear' },
  { line: '/goal clear', when: 'active', over: goal('active') },
  { line: '/goal', when: 'active', over: goal('active') },
  { line: '/goal', when: 'reached', over: goal('reached') },
  { line: '/goal', when: 'stopped', over: goal('stopped') },
  { line: '/goal $' },
  { line: '/goal x --usd 0' },
  { line: '/list-agents' },
  { line: '/list-agents', when: 'all', answers: { runningAgents: AGENTS }, over: { peers: peers(1) } },
  { line: '/list-agents x' },
  { line: '/list-agents deliver', over: { peers: peers(0) } },
  { line: '/list-agents deliver 1', over: { peers: peers(1) } },
  { line: '/list-agents drop', over: { peers: peers(2) } },
  { line: '/loop 99d x' },
  { line: '/loop 5m /nope' },
  { line: '/loop 5m /skill', answers: { commands: [{ name: 'skill', description: '', skill: true }] } },
  { line: '/loop 2h /skill', answers: { commands: [{ name: 'skill', description: '', skill: true }] } },
  { line: '/loop 1d /skill', answers: { commands: [{ name: 'skill', description: '', skill: true }] } },
  { line: '/loop 5m /cost', answers: { commands: [{ name: 'cost', description: '' }] } },
  { line: '/loop list' },
  { line: '/loop list', when: 'some', over: { loops: { ...createFakeHost().loops, list: () => LOOPS } } },
  { line: '/loop stop' },
  {
    line: '/loop stop',
    when: 'some',
    over: { loops: { ...createFakeHost().loops, stop: async () => LOOPS } },
  },
  { line: '/plan' },
  { line: '/plan off' },
  { line: '/plan off', when: 'on', answers: { state: { ...STATE, mode: 'plan' } } },
  {
    line: '/plan off',
    when: 'back',
    answers: { state: { ...STATE, mode: 'plan', modeBefore: 'acceptEdits' } },
  },
  { line: '/assistant on' },
  { line: '/assistant off' },
  { line: '/assistant x' },
  { line: '/coordinator on', answers: { history: [SAID] } },
  { line: '/coordinator off' },
  { line: '/coordinator x' },
  { line: '/todos' },
  { line: '/tasks' },
  {
    line: '/tasks',
    when: 'some',
    answers: {
      tasks: [task('b1', 'running'), task('b2', 'completed'), task('b3', 'failed'), task('b4', 'stopped')],
    },
  },
  { line: '/stop' },
  { line: '/stop', when: 'which', answers: { tasks: [task('b1', 'running'), task('b2', 'running')] } },
  { line: '/stop b9', answers: { tasks: [task('b1', 'running')] } },
  { line: '/stop all', answers: { tasks: [task('b1', 'running'), task('b2', 'running')] } },
  { line: '/background' },
  { line: '/ultraplan' },
  { line: '/ultraplan 做', over: { workflows: { ...WORKFLOWS, confirmCost: async () => undefined } } },
  {
    line: '/ultraplan 做',
    when: 'declined',
    over: { workflows: { ...WORKFLOWS, confirmCost: async () => false } },
  },
  { line: '/ultraplan 做', when: 'begun' },
  { line: '/ultraplan --usd x 做' },
  { line: '/ultraplan review' },
  {
    line: '/ultraplan review',
    when: 'running',
    over: {
      workflows: {
        ...WORKFLOWS,
        outputs: async () => ({ runId: 'w1', isRunning: true, outputs: new Map() }),
      },
    },
  },
  {
    line: '/ultraplan review',
    when: 'unfinished',
    over: {
      workflows: {
        ...WORKFLOWS,
        outputs: async () => ({ runId: 'w1', isRunning: false, outputs: new Map() }),
      },
    },
  },
  { line: '/bisect' },
  { line: '/bisect npm test', when: 'holds', over: { bisect: async () => ({ kind: 'holds', turns: 3 }) } },
  { line: '/bisect npm test', when: 'before', over: { bisect: async () => ({ kind: 'broken_before' }) } },
  {
    line: '/bisect npm test',
    over: {
      bisect: async () => ({ kind: 'found', turn: 2, runs: 3, prompt: '改一下', diff: '--- a/x\n+++ b/x\n' }),
    },
  },
  { line: '/rules', when: 'none' },
  {
    line: '/rules',
    over: {
      ruleChecks: async () => [
        {
          rule: { text: '不用 x', file: '/p/AGENTS.md', line: 3, check: { forbids: 'x(' } },
          held: 2,
          broken: [
            {
              text: '不用 x',
              file: '/p/AGENTS.md',
              line: 3,
              check: { forbids: 'x(' },
              paths: ['a.ts'],
              found: 'x(1)',
              at: '2026-01-02T03:04:05Z',
            },
          ],
          denied: '否',
        },
        {
          rule: { text: '规则', file: '/p/AGENTS.md', line: 5, check: { command: 'make' } },
          held: 0,
          broken: [],
        },
      ],
    },
  },
  { line: '/script' },
  { line: '/script save Not-a-Name' },
  { line: '/script save census', when: 'none' },
  { line: '/workflow' },
  {
    line: '/workflow',
    when: 'some',
    over: {
      workflows: {
        ...WORKFLOWS,
        list: async () => ({
          workflows: [{ name: 'n', from: 'project', description: '说明' }] as never,
          problems: ['不对'],
        }),
      },
    },
  },
  { line: '/workflow resume' },
  { line: '/workflow run' },
  { line: '/workflow run x' },
  {
    line: '/workflow run x',
    when: 'ended',
    over: { workflows: { ...WORKFLOWS, runToEnd: async () => RUN } },
  },
  {
    line: '/workflow run x',
    when: 'failed',
    over: { workflows: { ...WORKFLOWS, runToEnd: async () => ({ ...RUN, state: 'failed', error: '坏了' }) } },
  },
  {
    line: '/workflow run x',
    when: 'stopped',
    over: { workflows: { ...WORKFLOWS, runToEnd: async () => ({ ...RUN, state: 'stopped' }) } },
  },
  { line: '/help', when: 'none' },
]
