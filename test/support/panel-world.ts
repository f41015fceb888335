import type { HealthCheck } from '../../src/frontends/tui/ports/doctor-port.ts'
import type { ProviderModels } from '../../src/frontends/tui/ports/models-port.ts'
import type { PluginsView } from '../../src/frontends/tui/ports/plugins-port.ts'
import type { SessionRow } from '../../src/frontends/tui/ports/sessions-port.ts'
import type { OfferedSetting } from '../../src/frontends/tui/ports/settings-port.ts'
import { verbatim } from '../../src/protocol/messages/layout.ts'
import type { LocalizedText } from '../../src/protocol/messages/localized-text.ts'
import type { Queries } from '../../src/protocol/query.ts'
import type { PromptNode } from '../../src/protocol/session/session-tree.ts'
import type { FileChange, TurnChanges } from '../../src/protocol/session/turn-changes.ts'
import { FakeEngine } from './fake-engine.ts'

/** A conversation with something to show in every dialog. Clocks stand at 1,000,000 ms. */
export const NOW = 1_000_000

const at = (ms: number): string => new Date(ms).toISOString()

export const promptNode = (uuid: string, more: Partial<PromptNode> = {}): PromptNode => ({
  uuid,
  parent: null,
  children: [],
  title: `say ${uuid}`,
  timestamp: at(NOW - 60_000),
  ageMs: 60_000,
  current: true,
  leaf: false,
  ...more,
})

export const fileChange = (path: string, more: Partial<FileChange> = {}): FileChange => ({
  path,
  status: 'changed',
  diff: '@@ -3,2 +3,2 @@\n same\n-old\n+new',
  added: 1,
  removed: 1,
  edits: [{ toolUseId: `edit:${path}`, diff: '@@ -3,2 +3,2 @@\n same\n-old\n+new' }],
  ...more,
})

export const turnChanges = (messageUuid: string, files: readonly FileChange[]): TurnChanges => ({
  messageUuid,
  prompt: `say ${messageUuid}`,
  files,
})

export const panelAnswers: Partial<Queries> = {
  models: [
    { value: 'm', displayName: 'm', description: '200,000 tokens' },
    { value: 'other', displayName: 'Other model', description: '1,000,000 tokens' },
  ],
  cache: {
    requests: [
      {
        at: at(NOW - 60_000),
        source: 'main',
        model: 'm',
        input: 100,
        cacheRead: 0,
        cacheWrite: 900,
        shared: 0,
        break: { cause: 'first_request', detail: 'begun', lostTokens: 0 },
      },
      {
        at: at(NOW - 30_000),
        source: 'main',
        model: 'm',
        input: 50,
        cacheRead: 900,
        cacheWrite: 50,
        shared: 900,
      },
      {
        at: at(NOW - 10_000),
        source: 'main',
        model: 'm',
        input: 1_000,
        cacheRead: 0,
        cacheWrite: 40_000,
        shared: 900,
        break: { cause: 'tools_changed', detail: 'Bash', lostTokens: 900, lostUsd: 0.12 },
      },
    ],
    hitRatio: 0.02,
    lostTokens: 900,
    lostUsd: 0.12,
  },
  context: {
    model: 'm',
    window: 200_000,
    compactAt: 160_000,
    tokens: 50_000,
    drift: 1.08,
    items: [
      { kind: 'system', name: 'system prompt', tokens: 4_000, count: 1 },
      { kind: 'tools', name: 'Bash', tokens: 6_000, count: 14 },
      { kind: 'tool_result', name: 'Read', tokens: 40_000, count: 3 },
    ],
  },
  cost: {
    totalCostUSD: 1.5,
    unpricedModels: ['local'],
    apiDurationMs: 65_000,
    apiDurationWithoutRetriesMs: 60_000,
    toolDurationMs: 3_000,
    linesAdded: 12,
    linesRemoved: 3,
    estimatedUSD: 0.02,
    modelUsage: {
      m: {
        inputTokens: 1_000,
        outputTokens: 500,
        cacheReadInputTokens: 9_000,
        cacheCreationInputTokens: 2_000,
        webSearchRequests: 0,
        costUSD: 1.5,
        contextWindow: 200_000,
        maxOutputTokens: 8_000,
      },
      local: {
        inputTokens: 10,
        outputTokens: 5,
        cacheReadInputTokens: 0,
        cacheCreationInputTokens: 0,
        webSearchRequests: 0,
        costUSD: undefined,
        contextWindow: 8_000,
        maxOutputTokens: 1_000,
      },
    },
    bySource: {
      main: {
        requests: 3,
        inputTokens: 1_000,
        outputTokens: 500,
        cacheReadInputTokens: 9_000,
        cacheCreationInputTokens: 2_000,
        costUSD: 1.4,
      },
      side: {
        requests: 1,
        inputTokens: 10,
        outputTokens: 5,
        cacheReadInputTokens: 0,
        cacheCreationInputTokens: 0,
        costUSD: 0.1,
      },
    },
  },
  tree: {
    prompts: [
      promptNode('a', { children: ['b', 'c'] }),
      promptNode('b', {
        parent: 'a',
        current: false,
        leaf: true,
        answer: 'answer-b',
        title: 'the other way',
      }),
      promptNode('c', { parent: 'a', children: ['d'] }),
      promptNode('d', { parent: 'c', leaf: true, compacted: true }),
    ],
    current: 'd',
  },
  changes: [
    turnChanges('a', [fileChange('/w/src/first.ts')]),
    turnChanges('d', [
      fileChange('/w/src/second.ts', {
        added: 4,
        removed: 2,
        edits: [
          { toolUseId: 'one', diff: '@@ -1 +1 @@\n-a\n+b' },
          { toolUseId: 'two', diff: '@@ -9 +9 @@\n-c\n+d', stuck: 'the text is not there any more' },
        ],
      }),
      fileChange('/w/logo.png', {
        status: 'added',
        added: 0,
        removed: 0,
        edits: [],
        diff: undefined as never,
      }),
    ]),
  ],
  permissions: {
    mode: 'default',
    modes: ['default', 'plan'],
    rules: [
      {
        text: 'Bash(npm test *)',
        behavior: 'allow',
        source: 'local',
        anchor: '/w',
        place: { file: '/w/.capstan/settings.local.json', line: 4 },
      },
      {
        text: 'Read(/etc/**)',
        behavior: 'allow',
        source: 'managed',
        anchor: '/',
        place: { file: '/etc/capstan/managed-settings.json', line: 2 },
      },
      { text: 'Bash(rm *)', behavior: 'deny', source: 'session', anchor: '/w' },
    ],
    directories: ['/w', '/shared'],
    sandbox: 'unavailable',
  },
  effects: [
    {
      kind: 'command',
      text: 'rm -rf /',
      outcome: 'refused',
      detail: 'the person said no',
      at: at(NOW - 5_000),
    },
    { kind: 'command', text: 'ls', outcome: 'done', at: at(NOW - 4_000) },
  ],
  memoryIndex: {
    missing: [],
    leftOut: [],
    memories: [
      { path: '/home/me/.capstan/memory/style.md', title: 'Style', kind: 'feedback', modifiedMs: 0 },
    ],
  },
  instructions: [
    { path: '/w/AGENTS.md', scope: 'project', reason: 'start', tokens: 1_200 },
    { path: '/home/me/.capstan/memory/MEMORY.md', scope: 'memory', reason: 'start', tokens: 90 },
  ],
  tasks: [
    {
      id: 't1',
      kind: 'shell',
      description: 'dev server',
      status: 'running',
      command: 'npm run dev',
      outputFile: '/out/t1',
      startedAt: NOW - 65_000,
    },
    {
      id: 't2',
      kind: 'shell',
      description: 'build',
      status: 'failed',
      exitCode: 2,
      startedAt: NOW - 9_000,
      endedAt: NOW - 4_000,
    },
  ],
  commands: [
    { name: 'help', description: 'Show help' },
    { name: 'compact', aliases: ['sum'], description: 'Sum the conversation up', argumentHint: '[focus]' },
  ],
  state: {
    sessionId: '11111111-2222-4333-8444-555555555555',
    model: 'm',
    mode: 'default',
    cwd: '/w',
    running: false,
    tools: ['Read'],
    credential: 'ANTHROPIC_API_KEY',
    thinking: false,
    title: 'Fix the tests',
    effort: 'high',
    transcriptPath: '/home/me/.capstan/projects/w/1.jsonl',
  },
}

export const panelEngine = (more: Partial<Queries> = {}): FakeEngine => {
  const engine = new FakeEngine([], { ...panelAnswers, ...more })
  engine.moveReport = {
    canMove: true,
    conversation: { left: ['d'], taken: [], prompt: 'say d', undoesCompaction: true },
    files: {
      canRewind: true,
      files: [{ path: '/w/src/second.ts', action: 'restore', insertions: 2, deletions: 4 }],
      kept: [],
      notCovered: ['ignored files'],
      localizedNotCovered: ['ignored files'],
      insertions: 2,
      deletions: 4,
    },
  }
  return engine
}

export const sessionRows: readonly SessionRow[] = [
  { id: 's', title: 'this one', modifiedAt: NOW, bytes: 10, cwd: '/w' },
  {
    id: 'x',
    title: 'Add a cart to the shop',
    modifiedAt: NOW - 3 * 3_600_000,
    bytes: 2_500_000,
    branch: 'main',
    cwd: '/w',
    open: true,
  },
  { id: 'y', title: 'Old thing', modifiedAt: NOW - 90 * 3_600_000, bytes: 400, cwd: '/home/me/other' },
]

export const settingRows: readonly OfferedSetting[] = [
  {
    key: 'theme',
    value: 'dark',
    source: '~/.capstan/settings.json',
    kind: 'choice',
    choices: ['auto', 'dark', 'light'],
    description: { en: 'Colours', zh: '颜色' },
    section: 'terminal',
  },
  {
    key: 'verbose',
    value: undefined,
    source: '',
    kind: 'boolean',
    description: { en: 'Unfolded', zh: '展开' },
    section: 'terminal',
  },
  {
    key: 'model',
    value: 'opus',
    source: '/w/.capstan/settings.json',
    kind: 'text',
    description: { en: 'Model', zh: '模型' },
    section: 'model',
  },
]

export const healthChecks = (fix: () => Promise<LocalizedText>): readonly HealthCheck[] => [
  { area: 'installation', level: 'good', text: verbatim('Node.js 26') },
  {
    area: 'sessions',
    level: 'warning',
    text: verbatim('Others can read 2 paths'),
    advice: verbatim('chmod 600'),
    fix,
  },
  {
    area: 'sandbox',
    level: 'error',
    text: verbatim('bubblewrap is not installed'),
    advice: verbatim('Install it'),
  },
]

export const pluginsView: PluginsView = {
  installed: [
    {
      id: 'fmt@acme',
      version: '1.0.0',
      description: 'Formats \u001b[2Jeverything that you save, in every language there is',
      enabled: true,
      foreign: false,
      brings: ['skills', 'hook Stop', 'MCP server db'],
      unused: ['monitors'],
      options: [{ key: 'KEY', title: 'A key', secret: true }],
      problems: ['hooks.json: does not exist'],
    },
  ],
  available: [
    { id: 'fmt@acme', description: 'Formats', from: './plugins/fmt', installed: true },
    {
      id: 'db@acme',
      description: 'Looks into databases',
      from: 'https://git.example/db.git',
      installed: false,
    },
  ],
  marketplaces: [{ name: 'acme', from: 'github acme/plugins', plugins: 2 }],
}

const modelRow = (value: string) => ({
  value,
  known: true,
  window: 200_000,
  price: { input: 3, output: 15 },
})

export const providerModels: readonly ProviderModels[] = [
  {
    title: 'Google Gemini',
    access: { kind: 'no-key', variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] },
    models: [modelRow('gemini/gemini-flash')],
  },
  { title: 'Anthropic', access: { kind: 'key', source: 'ANTHROPIC_API_KEY' }, models: [modelRow('m')] },
  { title: 'Ollama', access: { kind: 'running' }, models: [modelRow('ollama/tune')] },
  {
    title: 'vLLM',
    access: { kind: 'not-running', url: 'http://127.0.0.1:8000/v1' },
    models: [modelRow('vllm/x')],
  },
]
