import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../../test/support/tool-call.ts'
import type { Access } from '../../../protocol/access.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { type Behavior, PERMISSION_MODES, type Policy, type Rule } from '../../../protocol/permission.ts'
import { createPermissions } from '../permissions.ts'

const permissions = createPermissions()
const home = makeDirectory()
const cwd = join(home, 'project')
const session = join(home, '.capstan', 'projects', 'p', 'id', 'tool-results')
for (const directory of [cwd, session]) mkdirSync(directory, { recursive: true })
writeFileSync(join(session, 'a.txt'), 'x')
writeFileSync(join(home, '.capstan', 'settings.json'), '{}')
symlinkSync(join(session, 'a.txt'), join(cwd, 'to-own'))
symlinkSync(join(home, '.capstan', 'settings.json'), join(session, 'out'))

const policy = (more: Partial<Policy> = {}): Policy => ({
  mode: 'default',
  rules: [],
  roots: [cwd],
  ownRoots: [session],
  cwd,
  home,
  caseSensitive: true,
  ...more,
})
const rule = (behavior: Rule['behavior'], text: string): Rule => ({
  text,
  behavior,
  source: 'cli',
  anchor: cwd,
})
const judge = async (access: Access, given = policy(), toolName = 'Tool') =>
  await permissions.judge({ toolName, input: {}, accesses: [access] }, given)
const verdict = async (access: Access, given = policy()) => (await judge(access, given)).verdict

const own = join(session, 'a.txt')

test.each<[string, Access, string]>([
  ['reading a result of the session', { kind: 'read', path: own }, 'allow'],
  ['searching the results of the session', { kind: 'search', path: session }, 'allow'],
  ['reading it by a link', { kind: 'read', path: join(cwd, 'to-own') }, 'allow'],
  ['showing it by a command', { kind: 'shell', command: `head -5 ${own}` }, 'allow'],
  ['writing to it', { kind: 'write', path: own }, 'ask'],
  ['reading beside it', { kind: 'read', path: join(session, '..', 'b') }, 'ask'],
  ['a link in it that leads out', { kind: 'read', path: join(session, 'out') }, 'ask'],
  ['climbing out of it', { kind: 'read', path: `${session}/../../../../settings.json` }, 'ask'],
])('own places: %s', async (_, access, expected) => {
  expect(await verdict(access)).toBe(expected)
})

test('own places: a deny rule still counts, and without a session nothing is own', async () => {
  const denied = policy({ rules: [rule('deny', `Read(/${session}/**)`)] })
  expect(await verdict({ kind: 'read', path: own }, denied)).toBe('deny')
  const { ownRoots: _, ...without } = policy()
  expect(await verdict({ kind: 'read', path: own }, without)).toBe('ask')
})

const plan = join(home, '.capstan', 'plans', 'calm-owl.md')
const notes = join(home, '.capstan', 'notes')
mkdirSync(join(home, '.capstan', 'plans'), { recursive: true })
mkdirSync(notes)
writeFileSync(join(notes, 'twice'), 'x')
linkSync(join(notes, 'twice'), join(notes, 'twice-too'))
symlinkSync(plan, join(cwd, 'to-plan'))
symlinkSync(cwd, join(notes, 'back'))
const planning = (mode: Policy['mode'], rules: readonly Rule[] = []): Policy =>
  policy({ mode, rules, planFile: plan, ownWrites: [notes] })

test.each<[string, Access, Behavior, Behavior]>([
  // In plan mode, in mode default.
  ['writing the plan', { kind: 'write', path: plan }, 'allow', 'allow'],
  ['writing it by another name', { kind: 'write', path: join(cwd, 'to-plan') }, 'allow', 'allow'],
  ['reading the plan', { kind: 'read', path: plan }, 'allow', 'allow'],
  ['writing beside the plan', { kind: 'write', path: `${plan}x` }, 'deny', 'ask'],
  ['writing below the plan', { kind: 'write', path: join(plan, 'x') }, 'deny', 'ask'],
  ['writing the plan of another session', { kind: 'write', path: join(plan, '..', 'b.md') }, 'deny', 'ask'],
  ['writing inside', { kind: 'write', path: join(cwd, 'a') }, 'deny', 'ask'],
  ['writing an own note', { kind: 'write', path: join(notes, 'a.md') }, 'deny', 'allow'],
  ['writing an own note with two names', { kind: 'write', path: join(notes, 'twice') }, 'deny', 'ask'],
  ['a link in the notes that leads out', { kind: 'write', path: join(notes, 'back', 'a') }, 'deny', 'ask'],
  ['settings among the notes', { kind: 'write', path: join(notes, '.claude', 'a.json') }, 'deny', 'ask'],
  ['a hook among the notes', { kind: 'write', path: join(notes, 'x', '.git', 'hooks', 'a') }, 'deny', 'ask'],
  ['a start file among the notes', { kind: 'write', path: join(notes, '.envrc') }, 'deny', 'ask'],
  ['the directory of the notes itself', { kind: 'write', path: notes }, 'deny', 'ask'],
  ['a redirect to the plan', { kind: 'shell', command: `echo x > ${plan}` }, 'deny', 'ask'],
])('%s', async (_, access, inPlan, otherwise) => {
  expect(await verdict(access, planning('plan'))).toBe(inPlan)
  expect(await verdict(access, planning('default'))).toBe(otherwise)
})

test('a rule comes before the plan, and dontAsk lets it be written', async () => {
  const write: Access = { kind: 'write', path: plan }
  expect(await verdict(write, planning('plan', [rule('deny', `Edit(/${plan})`)]))).toBe('deny')
  expect(await verdict(write, planning('plan', [rule('ask', 'Edit')]))).toBe('ask')
  expect(await verdict(write, planning('dontAsk'))).toBe('allow')
})

test('what plan mode refuses says what to do instead', async () => {
  const write: Access = { kind: 'write', path: join(cwd, 'a') }
  expect((await judge(write, planning('plan'))).because.text).toBe(
    `Plan mode does not allow edits. Put what you would do into the plan file ${plan} with Write or Edit, and call ExitPlanMode when the plan is ready`,
  )
  expect((await judge(write, policy({ mode: 'plan' }))).because.text).toBe('Plan mode does not allow edits')
})

test('a question brings its own words and the modes that go with a yes', async () => {
  const why = verbatim('Is it right')
  const question = { title: verbatim('T'), why, text: 'all of it', modes: ['acceptEdits'] as const }
  expect(await judge({ kind: 'person', question })).toEqual({
    verdict: 'ask',
    because: { type: 'other', text: 'Is it right', localized: why },
    offer: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    readOnly: false,
  })
})

test.each(PERMISSION_MODES)('a question for the person in mode %s', async mode => {
  const decision = await judge({ kind: 'person' }, policy({ mode, rules: [rule('allow', 'Tool')] }))
  expect(decision).toEqual({
    verdict: mode === 'dontAsk' ? 'deny' : 'ask',
    because: {
      type: 'other',
      text: `Tool needs a person's answer${mode === 'dontAsk' ? ' (mode dontAsk never asks)' : ''}`,
      localized: expect.objectContaining({
        id: mode === 'dontAsk' ? 'permissions.never_asks' : 'permissions.needs_answer',
      }),
    },
    offer: [],
    readOnly: false,
  })
})

test('a deny rule keeps the person from being asked', async () => {
  expect(await verdict({ kind: 'person' }, policy({ rules: [rule('deny', 'Tool')] }))).toBe('deny')
})

test.each<[string, string, Behavior]>([
  ['a redirect into the scratchpad', 'cat > NOTES/a.ts <<X\nhello\nX', 'allow'],
  ['a redirect to a new directory of it', 'echo x >> NOTES/b/a.md', 'allow'],
  ['a redirect through a link that leads out of it', 'echo x > NOTES/back/a', 'ask'],
  ['a redirect to a file with two names', 'echo x > NOTES/twice', 'ask'],
  ['a redirect to what other programs obey', 'echo x > NOTES/.envrc', 'ask'],
  ['a redirect beside it', 'echo x > NOTES/../settings.json', 'ask'],
  ['a redirect to a wildcard in it', 'echo x > NOTES/a*', 'ask'],
  ['a redirect after a change of directory', 'cd NOTES && echo x > ../settings.json', 'ask'],
  ['a command nobody allowed', 'cp a.ts NOTES/a.ts', 'ask'],
  ['a link made in it', 'ln -s /etc NOTES/etc', 'ask'],
])('%s', async (_, command, expected) => {
  const access: Access = { kind: 'shell', command: command.replaceAll('NOTES', notes) }
  const given = policy({ ownWrites: [notes], scratchpad: notes, configHomes: [join(home, '.capstan')] })
  expect(await verdict(access, given)).toBe(expected)
  expect(await verdict(access, { ...given, mode: 'plan' })).not.toBe('allow')
  // Memories are notes, too, and are written by tools alone.
  const { scratchpad: __, ...notesOnly } = given
  expect(await verdict(access, notesOnly)).toBe('ask')
})

test('an allowed command runs a trial from the scratchpad', async () => {
  const given = policy({
    ownWrites: [notes],
    scratchpad: notes,
    configHomes: [join(home, '.capstan')],
    rules: [rule('allow', 'Bash(node *)')],
  })
  expect(await verdict({ kind: 'shell', command: `node ${join(notes, 'a.ts')}` }, given)).toBe('allow')
})

test('a redirect says what lets it write: the rule, the scratch directory or the mode', async () => {
  const scratchpad = join(home, 'scratch')
  mkdirSync(scratchpad, { recursive: true })
  const edits = rule('allow', 'Edit(notes/**)')
  const because = async (command: string, more: Partial<Policy> = {}) => {
    const found = await judge({ kind: 'shell', command }, policy({ scratchpad, ...more }), 'Bash')
    return [found.verdict, found.because.type, found.because.text]
  }
  const scratch = ['allow', 'other', 'It writes only to the scratch directory']
  const byRule = ['allow', 'rule', `${join(cwd, 'notes', 'a')} matches the allow rule Edit(notes/**) (cli)`]
  const byMode = ['allow', 'mode', 'Mode acceptEdits allows edits in the working directories']
  const accept = { mode: 'acceptEdits' } as const
  expect(await because(`echo x > ${scratchpad}/a`)).toEqual(scratch)
  expect(await because(`echo x > ${scratchpad}/a && echo y >> ${scratchpad}/b`)).toEqual(scratch)
  expect(await because(`mkdir -p ${scratchpad}/d && echo x > ${scratchpad}/a`)).toEqual(scratch)
  expect(await because('echo x > notes/a', { rules: [edits] })).toEqual(byRule)
  expect(await because(`echo x > ${scratchpad}/a; echo x > notes/a`, { rules: [edits] })).toEqual(byRule)
  expect(await because('echo x > a', accept)).toEqual(byMode)
  expect(await because(`echo x > ${scratchpad}/a; touch b`, accept)).toEqual(byMode)
  expect(await because(`echo x > notes/a; echo y > b`, { ...accept, rules: [edits] })).toEqual(byMode)
  expect(await because(`touch ${scratchpad}/c`, accept)).toEqual(scratch)
})
