import { expect, test } from 'vitest'
import { agentInfo } from '../../../../test/support/agent-infos.ts'
import { FakeEngine } from '../../../../test/support/fake-engine.ts'
import { type FakeUi, type FakeUiOptions, openFakeUi } from '../../../../test/support/fake-ui.tsx'
import {
  fileChange,
  healthChecks,
  NOW,
  panelAnswers,
  panelEngine,
  providerModels,
  sessionRows,
  settingRows,
  turnChanges,
} from '../../../../test/support/panel-world.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import type { ProviderModels } from '../ports/models-port.ts'
import { PANELS } from './index.ts'

interface Opened extends FakeUi {
  readonly closed: () => number
}

const open = async (name: string, options: FakeUiOptions = {}): Promise<Opened> => {
  const panel = PANELS.find(each => each.name === name)
  if (!panel) throw new Error(`no panel ${name}`)
  let closed = 0
  const fake = await openFakeUi({ engine: panelEngine(), ...options })
  await fake.mount(
    <panel.component
      params={undefined}
      close={() => {
        closed += 1
      }}
    />,
  )
  await fake.settle()
  return Object.assign(fake, { closed: () => closed })
}

const NO_LIST = { models: { list: async () => [] } }

test('model: providers are headings, one without a key cannot be chosen, and servers found later do not move the pointer', async () => {
  const engine = panelEngine()
  const found = Promise.withResolvers<readonly ProviderModels[]>()
  const signals: AbortSignal[] = []
  const list = (signal: AbortSignal) => {
    signals.push(signal)
    return found.promise
  }
  await using fake = await open('model', { engine, ports: { models: { list } } })
  await fake.pause()
  expect(fake.text()).toContain('❯ ✓')
  found.resolve(providerModels)
  await fake.settle()
  expect(fake.screen().join('\n')).toMatch(
    /Anthropic {2}ANTHROPIC_API_KEY\n ❯ ✓ m .*\n +Ollama {2}running\n +ollama\/tune +200K +\$3 \/ \$15\n +Other\n.*\n +2 more providers need a key, an account or a running server\n/,
  )
  expect(fake.text()).not.toContain('Gemini')
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  await fake.type('gemini')
  expect(fake.text()).toContain('Google Gemini  set GEMINI_API_KEY or GOOGLE_API_KEY to use these')
  expect(fake.text()).not.toContain('more providers')
  await fake.press('enter')
  expect(engine.ops).toEqual([])
  await fake.press('escape')
  await fake.press('up')
  expect(fake.text()).toContain('❯   2 more providers')
  await fake.press('enter')
  expect(fake.text()).toContain('Google Gemini')
  expect(fake.closed()).toBe(0)
  await fake.type('ollama')
  await fake.press('enter')
  expect(engine.ops).toEqual([{ type: 'set_model', model: 'ollama/tune' }])
})

test('model: another one is chosen after a warning that the cache is lost, with another effort', async () => {
  const engine = panelEngine()
  await using fake = await open('model', { engine, ports: NO_LIST })
  expect(fake.text()).not.toContain('reads them anew')
  await fake.press('down')
  expect(fake.text()).toContain('About 41k tokens are cached for m; another model will read them')
  await fake.pressAtOnce('right', 'right', 'enter')
  expect(engine.ops).toEqual([
    { type: 'set_model', model: 'other' },
    { type: 'set_effort', effort: 'medium' },
  ])
  expect(fake.closed()).toBe(1)
})

test('model: a refusal is said', async () => {
  const engine = panelEngine()
  engine.refusals.set('set_model', 'the price of other is not known')
  await using fake = await open('model', { engine, ports: NO_LIST })
  await fake.press('down', 'enter')
  expect(fake.toasts).toEqual(['the price of other is not known'])
})

test('effort: the default takes the level away', async () => {
  await using fake = await open('effort', {
    state: { session: { ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default', effort: 'high' } },
  })
  await fake.pause()
  expect(fake.text()).toContain('❯ ✓ high')
  await fake.press('up', 'up', 'up', 'enter')
  expect(fake.ops).toEqual([{ type: 'set_effort' }])
})

test('theme: each one is tried on while moving, Esc brings back what was, Enter writes it', async () => {
  const tried: string[] = []
  const written: unknown[] = []
  const settings = {
    current: () => ({ theme: 'light' }),
    write: async (...args: unknown[]) => {
      written.push(args)
      return '~/.capstan/settings.json'
    },
  }
  const ui = { previewTheme: (choice: string) => void tried.push(choice) }
  {
    await using fake = await open('theme', { ports: { settings }, ui })
    await fake.press('down', 'escape')
    expect(fake.closed()).toBe(1)
  }
  expect(tried).toEqual(['dark-daltonized', 'light'])
  await using fake = await open('theme', { ports: { settings }, ui })
  await fake.press('up', 'enter', 'ctrl+t')
  expect(written).toEqual([
    ['theme', 'dark', 'user'],
    ['syntaxHighlightingDisabled', true, 'user'],
  ])
  expect(fake.toasts[0]).toBe('theme is dark (~/.capstan/settings.json)')
})

const sessionPorts = (resumed: string[] = []): NonNullable<FakeUiOptions['ports']> => ({
  sessions: {
    list: async ({ everywhere }) => (everywhere ? sessionRows : sessionRows.slice(0, 2)),
    grep: async text => (text === 'words' ? [{ id: 'y', snippet: 'with the words in it' }] : []),
    preview: async id => [{ who: 'assistant', text: `the end of ${id}` }],
    resume: id => void resumed.push(id),
  },
})

test('resume: this folder first, Tab for all, and the conversation itself is left out', async () => {
  const resumed: string[] = []
  await using fake = await open('resume', { ports: sessionPorts(resumed) })
  fake.clock.now = NOW
  expect(fake.text()).toContain('Add a cart')
  expect(fake.text()).toContain('the end of x')
  expect(fake.text()).not.toMatch(/Old thing|this one/)
  await fake.press('tab')
  expect(fake.text()).toContain('from any folder')
  await fake.type('old')
  expect(fake.text()).not.toContain('Add a cart')
  await fake.press('enter')
  expect(resumed).toEqual(['y'])
})

test('resume: a slash searches in what was said, Esc shows all again', async () => {
  await using fake = await open('resume', { ports: sessionPorts() })
  await fake.press('/')
  await fake.type('words')
  await fake.press('enter')
  await fake.settle()
  expect(fake.text()).toContain('1 session with “words”')
  expect(fake.text()).toContain('Old thing  with the words in it')
  await fake.press('escape')
  expect(fake.text()).toContain('Add a cart')
  await fake.press('/', 'escape', 'escape')
  expect(fake.closed()).toBe(1)
})

test('rewind: what would happen is shown first, then it is done and the words come back', async () => {
  const engine = panelEngine()
  const prompts: string[] = []
  await using fake = await open('rewind', { engine, ui: { setPrompt: text => void prompts.push(text) } })
  await fake.press('enter')
  await fake.settle()
  expect(engine.moves).toEqual([{ messageUuid: 'd', what: 'both', to: 'before', dryRun: true }])
  expect(fake.text()).toContain('restores src/second.ts +2 −4')
  await fake.press('enter')
  expect(engine.moves[1]).toEqual({ messageUuid: 'd', what: 'both', to: 'before' })
  expect(prompts).toEqual(['say d'])
  expect(fake.closed()).toBe(1)
})

test('rewind: Esc goes back to the list, a digit sums up from there', async () => {
  const engine = panelEngine()
  await using fake = await open('rewind', { engine })
  await fake.press('up', 'enter', 'escape', 'enter', '4')
  expect(engine.compactions).toEqual([{ part: { messageUuid: 'c', side: 'after' } }])
  expect(fake.toasts).toEqual(['Compacted: about 1.0k tokens are now 100.'])
})

test('rewind: a refusal leaves the dialog open', async () => {
  const engine = panelEngine()
  await using fake = await open('rewind', { engine })
  await fake.press('enter')
  await fake.settle()
  engine.moveReport = { canMove: false, error: 'a turn is running', localized: verbatim('a turn is running') }
  await fake.press('2')
  expect(fake.toasts).toEqual(['a turn is running'])
  expect(fake.closed()).toBe(0)
})

test('tree: over to another branch, or only its conclusion', async () => {
  const engine = panelEngine()
  {
    await using fake = await open('tree', { engine })
    await fake.press('up', 'up', 'enter')
    await fake.settle()
    await fake.press('2')
    expect(engine.moves.map(({ dryRun: _, ...move }) => move)).toEqual([
      { messageUuid: 'b', what: 'both', to: 'end' },
      { messageUuid: 'b', what: 'conversation', to: 'end' },
    ])
  }
  await using fake = await open('tree', { engine })
  await fake.press('b')
  expect(fake.toasts[0]).toContain('Nothing to bring')
  await fake.pressAtOnce('up', 'up', 'b')
  expect(engine.ops).toEqual([{ type: 'bring_back', messageUuid: 'b' }])
})

test('permissions: a rule is typed, its place is chosen', async () => {
  const engine = panelEngine()
  await using fake = await open('permissions', { engine })
  await fake.press('right', 'right', 'a')
  await fake.type('not a rule(')
  await fake.press('enter')
  expect(fake.toasts[0]).toContain('A rule is a tool')
  await fake.press('ctrl+u')
  await fake.type('Bash(git push *)')
  await fake.press('enter', '2')
  expect(engine.ops).toEqual([
    {
      type: 'update_permissions',
      updates: [
        {
          type: 'addRules',
          rules: [{ toolName: 'Bash', ruleContent: 'git push *' }],
          behavior: 'deny',
          destination: 'userSettings',
        },
      ],
    },
  ])
})

test('permissions: a rule is removed after a yes, and only one of the person', async () => {
  const engine = panelEngine()
  await using fake = await open('permissions', { engine })
  await fake.pause()
  await fake.pressAtOnce('down', 'd')
  expect(fake.toasts).toEqual(['This one can’t be removed here.'])
  await fake.press('up', 'd')
  expect(fake.text()).toContain('Remove the rule Bash(npm test *)?')
  await fake.press('enter', 'y', 'n', '1', '2')
  await fake.pause()
  await fake.press('2')
  expect(engine.ops).toEqual([])
  await fake.press('d')
  await fake.pause()
  await fake.press('y', '1')
  expect(engine.ops).toEqual([
    {
      type: 'update_permissions',
      updates: [
        {
          type: 'removeRules',
          rules: [{ toolName: 'Bash', ruleContent: 'npm test *' }],
          behavior: 'allow',
          destination: 'localSettings',
        },
      ],
    },
  ])
})

test('permissions: directories and what was refused are sides of their own', async () => {
  const engine = panelEngine()
  await using fake = await open('permissions', { engine })
  await fake.press('left')
  expect(fake.text()).toContain('rm -rf /  the person said no')
  await fake.press('a')
  expect(fake.text()).toContain('rm -rf /')
  await fake.press('left', 'd')
  expect(fake.toasts).toEqual(['This one can’t be removed here.'])
  await fake.press('down', 'd', '1')
  expect(engine.ops[0]).toEqual({
    type: 'update_permissions',
    updates: [{ type: 'removeDirectories', directories: ['/shared'], destination: 'localSettings' }],
  })
})

test('config: toggles at once, offers choices, takes text, removes, and writes where it says', async () => {
  const written: unknown[] = []
  const settings = {
    rows: async () => settingRows,
    write: async (...args: unknown[]) => {
      written.push(args)
      if (args[0] === 'model' && args[1] === 'bad') throw new Error('no such model')
      return '~/x'
    },
  }
  await using fake = await open('config', { ports: { settings } })
  await fake.press('down', 'enter')
  await fake.press('up', 'enter', 'down', 'enter')
  await fake.press('tab')
  expect(fake.text()).toContain('saved for this project')
  await fake.press('down', 'down', 'enter', 'ctrl+u')
  await fake.type('bad')
  await fake.press('enter', 'delete')
  expect(written).toEqual([
    ['verbose', true, 'user'],
    ['theme', 'light', 'user'],
    ['model', 'bad', 'project'],
    ['model', undefined, 'project'],
  ])
  expect(fake.toasts).toContain('no such model')
  await fake.type('/verb')
  expect(fake.text()).not.toContain('theme')
  // What is said below is of the row that is pointed at.
  expect(fake.text()).toContain('verbose: Unfolded')
  await fake.press('escape', 'escape')
  expect(fake.closed()).toBe(1)
})

test('tasks: x stops what runs, Enter shows the end of the output', async () => {
  const engine = panelEngine()
  const read: unknown[] = []
  const system = {
    readEnd: async (...args: unknown[]) => {
      read.push(args)
      return `${Array.from({ length: 100 }, (_, at) => `row ${at}`).join('\n')}\n\u001b[31mred\u001b[0m\u0007\n`
    },
  }
  await using fake = await open('tasks', { engine, ports: { system } })
  expect(fake.text()).toMatch(/● dev server {2}running · 1 min 5 s · red/)
  await fake.press('x')
  await fake.pressAtOnce('down', 'x')
  expect(engine.ops).toEqual([{ type: 'stop_task', taskId: 't1' }])
  expect(fake.toasts).toEqual(['Stopped, including everything it started.', 'It has already finished.'])
  await fake.press('up', 'enter')
  await fake.settle()
  expect(fake.text()).toContain('row 99')
  expect(fake.text()).not.toContain('row 1\n')
  await fake.press('escape')
  expect(fake.text()).toContain('Background tasks')
})

test('tasks: agents are opened in their own transcript, stopped, moved to the background, and all stopped after a question', async () => {
  const agents = [
    agentInfo('a1', { startedAt: NOW }),
    agentInfo('a2', { background: true, startedAt: NOW - 9 }),
  ]
  const engine = new FakeEngine([], { runningAgents: agents, tasks: [] })
  await using fake = await open('tasks', { engine })
  await fake.press('enter')
  expect(fake.opened).toEqual([{ panel: 'agent', params: { id: 'a1' } }])
  await fake.press('b', 'down', 'b', 'x')
  expect(engine.ops).toEqual([
    { type: 'move_to_background', toolUseId: 'toolu_a1' },
    { type: 'stop_agent', agentId: 'a2' },
  ])
  await fake.press('X')
  expect(fake.text()).toContain('Stop all 2?')
  await fake.pause()
  await fake.press('enter', 'y', '1')
  await fake.settle()
  expect(engine.ops.slice(2)).toEqual([
    { type: 'stop_agent', agentId: 'a1' },
    { type: 'stop_agent', agentId: 'a2' },
  ])
  expect(fake.toasts.at(-1)).toBe('Stopped 2 tasks.')
})

test('memory: Enter opens the file in the editor; a failure is said', async () => {
  const opened: unknown[] = []
  const ports = {
    files: { list: async () => [{ path: '/home/me/.capstan/memory/style.md', matched: [] }] },
    settings: { rows: async () => [] },
    system: {
      openFile: async (file: unknown) => {
        opened.push(file)
        return opened.length > 1 ? verbatim('No editor found.') : undefined
      },
    },
  }
  await using fake = await open('memory', { ports })
  await fake.press('enter', 'down', 'down', 'enter')
  expect(opened).toEqual([{ path: '/w/AGENTS.md' }, { path: '/home/me/.capstan/memory/style.md' }])
  expect(fake.toasts).toEqual(['No editor found.'])
})

test('memory: the last row turns background requests off and on again', async () => {
  let value: unknown
  const settings = {
    rows: async () => [
      {
        key: 'autoMemoryRequests',
        value,
        source: 'user',
        kind: 'boolean' as const,
        description: { en: '', zh: '' },
        section: 'context' as const,
      },
    ],
    write: async (_key: string, next: unknown) => {
      value = next
      return '/s.json'
    },
  }
  await using fake = await open('memory', { ports: { settings, files: { list: async () => [] } } })
  expect(fake.text()).toContain('the model is asked what to remember')
  await fake.press('up', 'enter')
  expect([value, fake.text().includes('Background requests')]).toEqual([false, true])
  expect(fake.toasts).toEqual(['Background requests for memory are off from the next start (/s.json)'])
  await fake.press('enter')
  expect(value).toBe(true)
})

test('memory: the hint says what Enter does with the row that is pointed at', async () => {
  const settings = { rows: async () => [] }
  await using fake = await open('memory', { ports: { settings, files: { list: async () => [] } } })
  expect(fake.text()).toContain('Enter open in editor')
  await fake.press('up')
  expect(fake.text()).toContain('Enter turn off')
  expect(fake.text()).not.toContain('open in editor')
  await fake.press('up')
  expect(fake.text()).toContain('Enter open in editor')
})

test('doctor: f fixes what can be fixed and looks again', async () => {
  let fixes = 0
  let looks = 0
  const doctor = {
    check: async () => {
      looks += 1
      return healthChecks(async () => {
        fixes += 1
        if (fixes > 1) throw new Error('not allowed')
        return verbatim('Two paths are yours alone now.')
      })
    },
  }
  await using fake = await open('doctor', { ports: { doctor } })
  await fake.press('f')
  await fake.press('f')
  expect(fake.toasts).toEqual(['Two paths are yours alone now.', 'not allowed'])
  expect(looks).toBe(3)
})

test('help: the sides go round, ? closes', async () => {
  await using fake = await open('help')
  expect(fake.text()).toContain('Say what you want')
  await fake.press('tab')
  expect(fake.text()).toContain('/compact [focus]  Sum the conversation up (/sum)')
  await fake.press('right')
  expect(fake.text()).toContain('/compact [focus]  Sum the conversation up (/sum)')
  await fake.press('right')
  expect(fake.text()).toContain('At the prompt')
  await fake.press('right', 'shift+tab')
  expect(fake.text()).toContain('At the prompt')
  await fake.press('?')
  expect(fake.closed()).toBe(1)
})

test('diff: files and turns, single edits, taken back after a yes', async () => {
  const engine = panelEngine()
  const opened: unknown[] = []
  await using fake = await open('diff', {
    engine,
    ports: { system: { openFile: async (file: unknown) => void opened.push(file) } },
  })
  await fake.press('down')
  expect(fake.text()).toContain('Binary file')
  await fake.press('up', 'o')
  expect(opened).toEqual([{ path: '/w/src/second.ts', line: 3 }])
  await fake.press('r')
  expect(fake.text()).toContain('Edit 1 of 2')
  await fake.press('enter')
  expect(fake.text()).toContain('Can’t be reverted: the text is not there any more')
  await fake.press('r')
  expect(fake.toasts).toEqual(['the text is not there any more'])
  await fake.press('enter', 'r')
  await fake.pause()
  await fake.press('1')
  expect(engine.ops).toEqual([{ type: 'revert_edit', toolUseId: 'one' }])
  await fake.press('left')
  expect(fake.text()).toContain('Turn 1 of 2: say a')
  await fake.press('r')
  expect(fake.text()).toContain('Revert this edit')
  await fake.pause()
  await fake.press('escape', 'q')
  expect(fake.closed()).toBe(1)
})

test('diff: a long one scrolls by pages and never grows over the screen', async () => {
  const diff = `@@ -0,0 +1,200 @@\n${Array.from({ length: 200 }, (_, at) => `+line ${at}`).join('\n')}`
  const engine = panelEngine({ changes: [turnChanges('a', [fileChange('/w/long.ts', { diff, cut: true })])] })
  await using fake = await open('diff', { engine, columns: 40, rows: 15 })
  expect(fake.screen().length).toBeLessThanOrEqual(15)
  await fake.press('space')
  expect(fake.text()).not.toContain('line 0\n')
  for (let page = 0; page < 60; page++) await fake.press('pagedown')
  expect(fake.text()).toContain('Truncated')
  await fake.press('r')
  expect(fake.screen().length).toBeLessThanOrEqual(15)
})

test('diff: without changes it says so', async () => {
  await using fake = await open('diff', { engine: panelEngine({ changes: [] }) })
  expect(fake.text()).toContain('No files were changed')
})

const transcript = {
  done: Array.from({ length: 60 }, (_, at) => ({
    kind: 'user' as const,
    id: String(at),
    text: `message ${at}`,
    attachments: 0,
  })),
  live: [],
  generation: 0,
}

test('export: asks where, a file by name or the clipboard', async () => {
  const copied: string[] = []
  const system = {
    copy: async (text: string) => {
      copied.push(text)
      return { by: 'wl-copy' }
    },
  }
  await using file = await open('export', { state: { transcript }, ports: { system } })
  await file.press('1', 'enter')
  expect(file.ops).toEqual([{ type: 'command', line: '/export conversation-s.md', authority: 'owner' }])
  await using clipboard = await open('export', { state: { transcript }, ports: { system } })
  await clipboard.press('2')
  expect(copied[0]).toContain('message 7')
})

test('transcript: the end first, scrolled, searched, edited and written', async () => {
  const edited: string[] = []
  const saved: unknown[] = []
  const system = {
    edit: async (text: string) => {
      edited.push(text)
      return { error: verbatim('No editor found.') }
    },
    saveFile: async (...args: unknown[]) => {
      saved.push(args)
      return { path: '/w/capstan-s.md', excluded: true }
    },
  }
  await using fake = await open('transcript', { state: { transcript }, ports: { system }, rows: 20 })
  expect(fake.screen()).toHaveLength(20)
  expect(fake.text()).toContain('message 59')
  await fake.press('g')
  expect(fake.text()).toContain('message 0')
  await fake.press('/')
  await fake.type('MESSAGE 42')
  await fake.press('enter')
  expect(fake.text()).toContain('message 42')
  await fake.press('/')
  await fake.type('nowhere')
  await fake.press('enter')
  expect(fake.text()).toContain('“nowhere” not found')
  await fake.press('v', 'w')
  expect(edited[0]).toContain('message 7')
  expect(saved).toEqual([['capstan-s.md', edited[0]]])
  expect(fake.toasts).toEqual(['No editor found.', 'Written to /w/capstan-s.md (ignored by git)'])
  await fake.press('ctrl+o')
  expect(fake.closed()).toBe(1)
})

test('transcript: what is added stays in sight at the end, and another size keeps it so', async () => {
  await using fake = await open('transcript', { state: { transcript }, rows: 20 })
  fake.store.dispatch({
    type: 'item',
    item: { kind: 'user', id: 'new', text: 'the newest', attachments: 0 },
  })
  await fake.settle()
  expect(fake.text()).toContain('the newest')
  await fake.resize(40, 12)
  await fake.settle()
  expect(fake.screen()).toHaveLength(12)
  expect(fake.text()).toContain('the newest')
})

test('what changes while a dialog asks is not mixed up: the newest answer counts', async () => {
  const answers: ((value: typeof sessionRows) => void)[] = []
  const sessions = {
    list: () => new Promise<typeof sessionRows>(resolve => void answers.push(resolve)),
    preview: async () => [],
  }
  await using fake = await open('resume', { ports: { sessions } })
  answers[0]?.(sessionRows.slice(0, 2))
  await fake.settle()
  await fake.press('tab')
  await fake.press('tab')
  answers[2]?.([{ id: 'n', title: 'newest answer', modifiedAt: NOW, bytes: 1, cwd: '/w' }])
  await fake.settle()
  answers[1]?.(sessionRows)
  await fake.settle()
  expect(fake.text()).toContain('newest answer')
  expect(fake.text()).not.toContain('Old thing')
})

test('an unknown price is never shown as nothing', async () => {
  const { cost } = panelAnswers
  await using fake = await open('cost')
  expect(cost?.modelUsage['local']?.costUSD).toBeUndefined()
  expect(fake.text()).toMatch(/So far: ≥ \$1\.50[\s\S]*local {2}price unknown/)
})
