import { expect, test } from 'vitest'
import { type FakeUiOptions, openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import { permissionRequest } from '../../../../../test/support/permission-request.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import { verbatim } from '../../../../protocol/messages/layout.ts'
import { allowListText } from '../../../../protocol/messages/permissions/allow-list.ts'
import { permissionText } from '../../../../protocol/messages/permissions/permissions.ts'
import { shellText } from '../../../../protocol/messages/permissions/shell.ts'
import type { PermissionRequest } from '../../../../protocol/permission.ts'
import { askedBecause, because } from '../../../../protocol/permission.ts'
import { createKeymap } from '../../input/keymap/keymap.ts'
import { RequestDialog } from '../request-dialog.tsx'

const command = permissionRequest({
  toolName: 'Bash',
  input: { command: 'ls; rm -rf build' },
  decision: {
    offer: [
      {
        type: 'addRules',
        rules: [{ toolName: 'Bash', ruleContent: 'rm -rf build' }],
        behavior: 'allow',
        destination: 'localSettings',
      },
    ],
  },
  details: {
    title: 'Run ls; rm -rf build',
    why: "rm isn't known to be read-only.",
    subject: {
      text: 'ls; rm -rf build',
      risky: [{ from: 4, to: 16, ...askedBecause(verbatim('it deletes files')) }],
    },
    saves: [{ rule: 'Bash(rm -rf build)', file: '/w/.capstan/settings.local.json' }],
  },
})
const longDiff = Array.from({ length: 60 }, (_, at) => `+line ${at}`).join('\n')
const edit = permissionRequest({
  toolName: 'Write',
  decision: { offer: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] },
  details: {
    title: 'Create a.txt',
    diff: { path: '/w/a.txt', text: `@@ -0,0 +1,60 @@\n${longDiff}`, cut: false },
    saves: [{ rule: 'mode acceptEdits' }],
  },
})

const open = async (request: PermissionRequest, options: FakeUiOptions = {}) => {
  const fake = await openFakeUi({ state: { requests: [request] }, ...options })
  await fake.mount(<RequestDialog request={request} />)
  fake.clock.now += 1000
  await fake.mount(<RequestDialog request={request} />)
  return fake
}
const answers = (ops: readonly unknown[]) => ops.map(op => (op as { answer: unknown }).answer)

test.each([command, edit])(
  'at 40×10 what is asked about and the answers are in sight ($toolName)',
  async request => {
    await using fake = await open(request, { columns: 40, rows: 10 })
    const rows = fake.screen()
    // An empty line, what it is doing and the status stand around it.
    expect(rows.slice(7)).toEqual([])
    expect(fake.text()).toMatch(request === command ? /rm -rf build/ : /line 0/)
    expect(fake.text()).toContain('❯ 1. Yes')
  },
)

test('one glance says what, why, and what would be saved where', async () => {
  await using fake = await open(command)
  expect(fake.screen()).toEqual([
    `── Run ls; rm -rf build ${'─'.repeat(55)}`,
    ' ls; rm -rf build',
    " Why: rm isn't known to be read-only.",
    '',
    ' ❯ 1. Yes',
    '   2. No, and stop',
    '   3. No, and tell Capstan what to do instead',
    "   4. Yes, and don't ask again for Bash(rm -rf build)  this session",
    "   5. Yes, don't ask again in this project",
    '      only you: .capstan/settings.local.json',
    ' Enter choose · Tab add a note · Ctrl-E why · Esc no',
  ])
})

test('the danger is said in plain words first, then what the model says and that it runs in the background', async () => {
  const request = permissionRequest({
    ...command,
    details: {
      ...command.details,
      dangers: ['deletes_tree'],
      description: 'Clean the build\u001b[2J',
      background: true,
    },
  })
  await using fake = await open(request)
  const screen = fake.screen()
  expect(screen.slice(1, 6)).toEqual([
    ' ls; rm -rf build',
    ' This deletes directories and everything in them.',
    expect.stringMatching(/^ Model: Clean the build\\u\{1b\}\[2J$/),
    ' Runs in the background.',
    " Why: rm isn't known to be read-only.",
  ])
})

test.each([
  ['goal', 'en', 'This checks whether your goal is reached.'],
  ['goal', 'zh', '该命令用于检查目标是否达成。'],
  ['workflow', 'en', 'Workflow: Clean up'],
  ['workflow', 'zh', '工作流：Clean up'],
] as const)('what the model did not say is not put into its mouth: %s, %s', async (asker, language, line) => {
  const details = { ...command.details, description: 'Clean up', asker }
  await using fake = await open(permissionRequest({ ...command, details }), { language })
  expect(fake.screen()).toContain(` ${line}`)
  expect(fake.screen().join('\n')).not.toMatch(/Model: |模型：/)
})

test.each([
  ['en', `No "don't ask again": node runs whatever it is given, so a rule for it would allow anything.`],
  ['zh', '没有“不再询问”：node 会运行交给它的任何内容，为它设规则等于全部允许。'],
] as const)('a question without a rule to offer says why (%s)', async (language, line) => {
  const request = permissionRequest({
    ...command,
    decision: {
      offer: [],
      noRule: shellText('runs_anything', { program: 'node' }),
    },
  })
  await using fake = await open(request, { language, columns: 100 })
  expect(fake.screen()).toContain(` ${line}`)
})

test.each([
  ['enter', { behavior: 'allow' }],
  ['1', { behavior: 'allow' }],
  ['escape', { behavior: 'deny', message: '', interrupt: true }],
  ['2', { behavior: 'deny', message: '', interrupt: true }],
])('%s answers, once', async (key, answer) => {
  await using fake = await open(command)
  await fake.press(key, 'enter', '1')
  expect(fake.ops).toEqual([{ type: 'answer_permission', id: 'q1', answer }])
})

test('arrows and Enter choose the rule', async () => {
  await using fake = await open(command)
  await fake.pressAtOnce('up', 'enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'allow', updatedPermissions: command.decision.offer }])
})

test('3 asks what to do instead, and that is what the model reads', async () => {
  await using fake = await open(command)
  await fake.press('3')
  expect(fake.text()).toContain('No: what to do instead')
  await fake.type('yes, keep 1 build')
  expect(fake.caret()).toEqual({ x: 1 + 'No: yes, keep 1 build'.length, y: fake.screen().length - 2 })
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'deny', message: 'yes, keep 1 build' }])
  expect(fake.said).toEqual([])
})

test('Tab adds words to what is pointed at; they go with the answer', async () => {
  await using fake = await open(command)
  await fake.press('tab')
  await fake.type('only once')
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'allow', note: 'only once' }])
  expect(fake.said).toEqual([])
})

test('words typed in one breath with the key that asks for them are kept', async () => {
  await using fake = await open(command)
  await fake.pressAtOnce('3', 'y', '1', 'a')
  await fake.press('b', 'enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'deny', message: 'y1ab' }])
})

test('Esc in the words goes back to the answers', async () => {
  await using fake = await open(command)
  await fake.press('tab', 'x', 'escape')
  expect(fake.ops).toEqual([])
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'allow' }])
})

test('Ctrl-E says which piece made it ask', async () => {
  await using fake = await open(command)
  await fake.press('ctrl+e')
  expect(fake.text()).toContain('rm -rf build — it deletes files')
  await fake.press('ctrl+e')
  expect(fake.text()).not.toContain('it deletes files')
})

test('a long change is scrolled by pages while the answers stay, and read whole with Ctrl-G', async () => {
  await using fake = await open(edit, { rows: 24 })
  expect(fake.screen().length).toBeLessThanOrEqual(24 - 3)
  expect(fake.text()).toContain('Ctrl-G show all')
  expect(fake.text()).not.toContain('line 59')
  await fake.press('pagedown')
  expect(fake.text()).not.toContain('line 0\n')
  expect(fake.text()).toContain('❯ 1. Yes')
  await fake.press('ctrl+g', 'end')
  expect(fake.text()).toContain('line 59')
  expect(fake.text()).not.toContain('1. Yes')
  await fake.press('escape')
  expect(fake.text()).toContain('❯ 1. Yes')
  expect(fake.ops).toEqual([])
})

test('the whole is searched with a slash', async () => {
  await using fake = await open(edit, { rows: 24 })
  await fake.press('ctrl+g', '/')
  await fake.type('line 42')
  await fake.press('enter')
  expect(fake.text()).toContain('line 42')
  await fake.press('escape', 'escape')
  expect(fake.text()).toContain('❯ 1. Yes')
})

test('Shift-Tab points at the mode that goes with an edit, and Enter takes it', async () => {
  await using fake = await open(edit)
  await fake.press('shift+tab')
  expect(fake.ops).toEqual([])
  expect(fake.text()).toContain('❯ 4. Yes, and accept all edits')
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'allow', updatedPermissions: edit.decision.offer }])
})

test('keys on their way to the question before answer nothing', async () => {
  await using fake = await openFakeUi({ state: { requests: [command] } })
  await fake.mount(<RequestDialog request={command} />)
  await fake.press('enter', 'y', '1', 'escape')
  fake.clock.now += 150
  await fake.press('enter', 'escape')
  expect(fake.ops).toEqual([])
  await fake.pause()
  await fake.press('escape')
  expect(fake.ops).toHaveLength(1)
})

const dangerous = permissionRequest({
  ...command,
  details: { ...command.details, dangers: ['deletes_tree', 'as_root'] },
})
const leaving = permissionRequest({
  ...command,
  decision: { ...command.decision, because: because('sandboxOverride', verbatim('x')) },
})

test.each([dangerous, leaving])('a dangerous question points at No', async request => {
  await using fake = await open(request)
  expect(fake.text()).toContain('❯ 2. No, and stop')
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'deny', message: '', interrupt: true }])
  await using again = await open(request)
  await again.press('tab')
  expect(again.text()).toContain('No: what to do instead')
})

test.each([command, edit, dangerous])(
  'no letter answers, and all of them are in the draft',
  async request => {
    await using fake = await open(request)
    const letters = 'yYnNaAjkqh/!?是のé'
    for (const letter of letters) {
      await fake.press(letter)
      // With or without a pause between them.
      fake.clock.now += letter === 'n' ? 5000 : 40
    }
    expect(fake.ops).toEqual([])
    expect(fake.atPrompt.map(({ key }) => key?.text).join('')).toBe(letters)
  },
)

test('digits, blanks and Enter in the middle of a sentence belong to it; after a pause a digit answers', async () => {
  await using fake = await open(command)
  for (const key of ['a', 'space', '1', 'space', 'y', '5', 'enter', 'up']) {
    await fake.press(key)
    fake.clock.now += 100
  }
  expect(fake.atPrompt.map(({ key }) => key?.name)).toEqual([
    ...['a', 'space', '1', 'space', 'y', '5', 'enter', 'up'],
  ])
  expect(fake.ops).toEqual([])
  await fake.pause()
  await fake.press('backspace', '9')
  expect(fake.atPrompt.at(-2)).toMatchObject({ action: 'edit:deleteBack' })
  await fake.pause()
  await fake.press('1')
  expect(answers(fake.ops)).toEqual([{ behavior: 'allow' }])
})

test('a letter that somebody bound to an answer does not answer', async () => {
  const keymap = createKeymap([
    { context: 'Confirmation', keys: 'y', action: 'confirm:yes' },
    { context: 'Confirmation', keys: 'space', action: 'confirm:yes' },
    { context: 'Confirmation', keys: 'n', action: 'confirm:no' },
    { context: 'Select', keys: 'a', action: 'select:accept' },
  ])
  await using fake = await open(command, { keymap })
  for (const key of ['y', 'space', 'n', 'a']) {
    await fake.press(key)
    await fake.pause()
  }
  expect(fake.ops).toEqual([])
  expect(fake.atPrompt).toHaveLength(4)
})

test('a paste goes to the draft, and what follows it at once answers nothing', async () => {
  await using fake = await open(command)
  await fake.paste('1')
  await fake.press('1', 'enter', 'escape')
  expect([fake.ops, fake.atPrompt]).toEqual([
    [],
    [{ paste: '1' }, expect.objectContaining({ key: expect.objectContaining({ text: '1' }) })],
  ])
  await fake.pause()
  await fake.press('tab')
  await fake.paste('a note')
  await fake.press('enter')
  expect(fake.ops).toEqual([])
  await fake.pause()
  await fake.press('enter')
  expect([answers(fake.ops), fake.said]).toEqual([[{ behavior: 'allow', note: 'a note' }], []])
})

test('while somebody types, keys go to the prompt and the dialog says so', async () => {
  await using fake = await open(command)
  fake.hub.guard()
  await fake.mount(<RequestDialog request={command} />)
  await fake.press('y', 'enter')
  await fake.mount(<RequestDialog request={command} />)
  expect(fake.ops).toEqual([])
  expect(fake.atPrompt.map(press => press.key?.name)).toEqual(['y', 'enter'])
  expect(fake.text()).toContain('still typing in the prompt')
  expect(fake.text()).not.toContain('❯')
})

test('several questions are counted, and one that leaves the sandbox looks different', async () => {
  const outside = permissionRequest({ decision: { because: because('sandboxOverride', verbatim('x')) } })
  await using fake = await open(outside, { state: { requests: [outside, command] }, colours: 256 })
  expect(fake.text()).toContain('Use Tool (1 of 2)')
  await using other = await open(permissionRequest(), { colours: 256 })
  expect(fake.raw().split('\n')[0]?.slice(0, 10)).not.toBe(other.raw().split('\n')[0]?.slice(0, 10))
})

test('a command that changes a file is shown with what it changes', async () => {
  const sed = permissionRequest({
    details: {
      subject: { text: "sed -i 's/two/2/' a.txt", risky: [] },
      diff: { path: '/w/a.txt', text: '@@ -1 +1 @@\n-two\n+2', cut: true },
    },
  })
  await using fake = await open(sed)
  expect(fake.text()).toContain("sed -i 's/two/2/' a.txt")
  expect(fake.text()).toContain('a.txt  +1 −1')
  expect(fake.text()).toContain('The change is too long to show here.')
})

test('a tool nobody knows shows what it was given', async () => {
  await using fake = await open(permissionRequest({ input: { a: 'x\u001b[2Jy', n: 1 } }))
  expect(fake.text()).toContain('"a": "x\\u001b[2Jy"')
})

test.each([[40, 15] as const, [40, 24] as const, [120, 40] as const])(
  'at %i columns and %i rows everything fits',
  async (columns, rows) => {
    for (const request of [command, edit])
      for (const language of ['en', 'zh'] as const) {
        await using fake = await open(request, { columns, rows, language })
        expect(fake.screen().length).toBeLessThanOrEqual(rows)
        expect(Math.max(...fake.screen().map(textWidth))).toBeLessThanOrEqual(columns - 1)
        expect(fake.text().replaceAll(/\s+/g, ' ')).toContain('1. ')
      }
  },
)

test('another size in the middle changes nothing about who gets the keys', async () => {
  await using fake = await open(command)
  await fake.press('3')
  await fake.type('ab')
  await fake.resize(60, 20)
  await fake.press('ctrl+a', 'y', 'enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'deny', message: 'yab' }])
})

test('however long the reason is, what is asked about and the answers stay in sight', async () => {
  const path = `/etc/${'a/'.repeat(1500)}x`
  const rm = { text: 'rm x; rm y', risky: [{ from: 0, to: 4, ...askedBecause(verbatim('it deletes')) }] }
  const request = permissionRequest({
    decision: command.decision,
    details: {
      title: 'Run rm x; rm y',
      why: `${path} is outside.`,
      subject: { ...rm, risky: Array.from({ length: 60 }, () => rm.risky).flat() },
      saves: [{ rule: `Bash(${'b'.repeat(3000)})` }],
    },
  })
  await using fake = await open(request, { columns: 80, rows: 24 })
  for (const key of ['ctrl+e', 'ctrl+e']) {
    expect(fake.screen().length).toBeLessThan(24)
    for (const part of ['Run rm x; rm y ─', '\n rm x; rm y\n', 'more lines', '❯ 1. Yes', 'Ctrl-G show all'])
      expect(fake.text()).toContain(part)
    await fake.press(key)
  }
  await fake.press('ctrl+g', 'end')
  expect(fake.text()).toContain('is outside.')
})

const small = { columns: 40, rows: 24 } as const

test('on a small screen the file a rule is saved in is named, and the title does not repeat the command', async () => {
  await using fake = await open(
    permissionRequest({
      decision: command.decision,
      details: {
        ...command.details,
        about: { kind: 'shell', unsandboxed: false },
        ...askedBecause(
          allowListText('not_listed_because', {
            command: 'rm -rf build',
            why: allowListText('not_read_only', { program: 'rm' }),
          }),
        ),
      },
    }),
    small,
  )
  expect(fake.text()).toContain('── Run a command ─')
  expect(fake.text()).toContain('      .capstan/settings.local.json\n')
  expect(fake.text().split('ls; rm -rf build')).toHaveLength(2)
})

const change = (reason: PermissionRequest['decision']['because']) =>
  permissionRequest({
    toolName: 'Edit',
    decision: { because: reason, offer: edit.decision.offer },
    details: {
      title: 'Change a.txt',
      about: { kind: 'write' },
      ...askedBecause(reason.localized),
      subject: { text: '/w/a.txt', risky: [] },
      diff: {
        path: '/w/a.txt',
        text: `@@ -1,10 +1,10 @@\n${' context of the change\n'.repeat(9)}-before\n+after`,
        cut: false,
      },
    },
  })

test('on a small screen a change begins with what changes, below the name of the file', async () => {
  await using fake = await open(change(because('mode', verbatim('Changing files needs a yes.'))), small)
  const rows = fake.screen().map(row => row.trim())
  expect(rows.slice(0, 2)).toEqual([expect.stringContaining('Change a file'), 'a.txt  +1 −1'])
  expect(fake.text()).toMatch(/10 - before\n +10 \+ after/)
  await fake.press('pageup')
  expect(fake.text()).toContain('context of the change')
})

test.each([
  [because('mode', permissionText('edits_need_approval')), '修改文件需要你批准', 'Edits'],
  [
    because(
      'subcommandResults',
      allowListText('not_listed_because', {
        command: 'npm test',
        why: allowListText('not_read_only', { program: 'npm' }),
      }),
    ),
    '"npm test" 可能会做修改，且不在允许列表中',
    'No rule',
  ],
  [because('hook', verbatim('It is .git.')), 'It is .git.', 'because'],
] as const)('in Chinese %j is said in Chinese, and what is exact stays', async (reason, said, unsaid) => {
  await using fake = await open(change(reason), { language: 'zh' })
  expect(fake.text()).toContain('── 修改文件 ─')
  expect(fake.text()).toContain(said)
  expect(fake.text()).not.toContain(unsaid)
})

test('without explanations Ctrl-E does nothing, and is not offered', async () => {
  const settings = { current: () => ({ permissionExplainerEnabled: false }) }
  await using fake = await open(command, { ports: { settings } })
  expect(fake.text()).not.toContain('Ctrl-E')
  const before = fake.text()
  await fake.press('ctrl+e')
  expect(fake.text()).toBe(before)
  await using usual = await open(command)
  expect(usual.text()).toContain('Ctrl-E')
  await usual.press('ctrl+e')
  expect(usual.text()).toContain('permissions explain')
})

const divided = permissionRequest({
  toolName: 'Edit',
  details: {
    title: 'Change a.txt',
    diff: {
      path: '/w/a.txt',
      text: '@@ -3,1 +3,1 @@\n-three\n+THREE\n@@ -20,1 +20,1 @@\n-twenty\n+TWENTY\n@@ -38,1 +38,1 @@\n-last\n+LAST',
      cut: false,
      divisible: true,
    },
    saves: [],
  },
})

test('parts of a change are left out one by one', async () => {
  await using fake = await open(divided)
  expect(fake.text()).toContain('4. Choose which parts of this change to make')
  await fake.press('4')
  fake.clock.now += 1000
  await fake.press('down')
  expect(fake.text()).toContain('TWENTY')
  expect(fake.text()).not.toContain('THREE')
  await fake.press('enter')
  expect(fake.text()).toContain('❯ 2. [ ] Line 20')
  expect(fake.text()).toContain('4. Make 2 of 3 parts')
  await fake.press('4')
  expect(answers(fake.ops)).toEqual([{ behavior: 'allow', hunks: [{ at: 0 }, { at: 2 }] }])
})

test('a part is edited in the own editor, and Esc leads back to the question', async () => {
  await using fake = await open(divided, {
    ports: { system: { edit: async text => ({ text: `${text}more\n` }) } },
  })
  await fake.press('4')
  fake.clock.now += 1000
  await fake.press('ctrl+g')
  await expect.poll(() => fake.text()).toContain('edited by you')
  expect(fake.text()).toContain('more')
  await fake.press('4')
  expect(answers(fake.ops)).toEqual([
    { behavior: 'allow', hunks: [{ at: 0, text: 'THREE\nmore\n' }, { at: 1 }, { at: 2 }] },
  ])
})

test('nothing can be made of no part', async () => {
  await using fake = await open(divided)
  await fake.press('4')
  fake.clock.now += 1000
  for (const key of ['enter', 'down', 'enter', 'down', 'enter']) await fake.press(key)
  expect(fake.text()).toContain('Nothing is left to make')
  await fake.press('4')
  expect(fake.ops).toEqual([])
  fake.clock.now += 1000
  await fake.press('escape')
  expect(fake.text()).toContain('1. Yes')
  expect(fake.ops).toEqual([])
})
