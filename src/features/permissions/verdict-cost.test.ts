import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPermissionPlace, type PermissionContext } from '../../../test/support/permission-place.ts'
import { resolveReal } from '../../lib/paths.ts'
import { loadShellReader } from '../../lib/shell/lower.ts'
import { decide } from './decide.ts'
import { gatherFacts } from './facts.ts'
import { createGitRisk } from './git/git-risk.ts'
import { compilePolicy } from './rules/compiled-policy.ts'
import { readShell } from './shell/reading.ts'

let context: PermissionContext
beforeAll(() => {
  context = createPermissionPlace()
})
afterAll(() => context.remove())

const fill = (piece: string, chars = 9_900): string =>
  piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars)
const numbered = (form: (n: number) => string, count: number): string =>
  Array.from({ length: count }, (_, n) => form(n)).join(' ')

// Each makes another part of the check work hard.
const WORST: readonly (readonly [string, string])[] = [
  ['words', `ls ${fill('a ')}`],
  ['paths', `cat ${numbered(n => `d${n}/x`, 1_300)}`],
  ['wildcards', `cat ${numbered(n => `*${n}*`, 1_500)}`],
  ['wildcards of directories', `cat ${fill('*/')}x`],
  ['brace lists', `echo ${fill('{a,b}')}`],
  ['wrappers', `${fill('sudo -u x flock a ')}ls`],
  ['scripts in scripts', fill('bash -c "ls a";')],
  ['watched words', `${fill('watch ')}ls`],
  ['options of a wrapper', `xargs ${numbered(n => `-a${n} b`, 1_200)}`],
  ['texts that a wrapper splits', `${numbered(n => `env -S "a${n} b"`, 500)} ls`],
  ['different commands', numbered(n => `rm x${n};`, 1_000)],
]

test.each(WORST)('a line of many %s leads to a bounded number of views and look-ups', async (_, command) => {
  const read = await loadShellReader()
  const policy = context.policy()
  const { parts } = readShell(command, { cwd: policy.cwd, home: policy.home, read })
  const facts = gatherFacts([{ kind: 'shell', command }], policy, { read, gitRisk: createGitRisk() })
  const views = parts.reduce((count, part) => count + part.views.length, 0)
  // Linear in the words, not in their combinations.
  expect(views).toBeLessThanOrEqual(command.length)
  expect(facts.paths.size).toBeLessThanOrEqual(400)
  expect(facts.matches.size).toBeLessThanOrEqual(100)
})

test.each(WORST)('a line of many %s is never approved', async (_, command) => {
  expect(await context.verdict(`${command}; make x`)).toBe('ask')
})

const bypass = { mode: 'bypassPermissions' } as const
const UNSEEN = numbered(n => `none-${n}`, 450)

test.each(['cat', 'make', 'grep x'])(
  '%s with more paths than are looked up asks where a rule restricts paths, in every mode',
  async program => {
    const rules = { deny: ['Read(private/**)'] }
    expect(await context.verdict(`${program} private/cfg ${UNSEEN}`, rules, bypass)).toBe('deny')
    expect(await context.verdict(`${program} ${UNSEEN} private/cfg`, rules, bypass)).toBe('ask')
    expect(await context.verdict(`${program} ${UNSEEN}`, { deny: ['Edit(private/**)'] }, bypass)).toBe('ask')
    expect(await context.verdict(`${program} ${UNSEEN}`, {}, bypass)).toBe('allow')
  },
)

/** As many commands, words or commands behind a command as nobody writes; each line ends as it is told. */
const BEYOND: readonly (readonly [string, (end: string) => string])[] = [
  ['different commands', end => `${numbered(n => `echo ${n};`, 250)} ${end}`],
  ['words', end => `echo ${numbered(n => `${n}`, 1_500)}; ${end}`],
  ['repeated words', end => `echo ${fill('a ', 3_000)}; ${end}`],
  ['words behind a wrapper', end => `sudo ${end} ${numbered(n => `${n}`, 1_500)}`],
  ['commands in a script', end => `bash -c '${numbered(n => `echo ${n};`, 250)} ${end}'`],
  ['scripts behind a wrapper', end => `env ${numbered(n => `-S "echo ${n}"`, 251)} -S "${end}"`],
  ['redirects', end => `echo ${fill('2>&1 ', 7_600)}; ${end}`],
]

test.each(BEYOND)('a line of too many %s asks in every mode, whatever is allowed', async (_, line) => {
  const allowed = { allow: ['Bash', 'Bash(echo:*)'] }
  for (const mode of ['default', 'acceptEdits', 'plan', 'bypassPermissions', 'auto'] as const) {
    const decision = await context.bash(line('echo x'), context.policy(allowed, { mode }))
    expect(decision).toMatchObject({ verdict: 'ask', readOnly: false, offer: [] })
    expect(decision.because.text).toMatch(/more than (?:250 different commands|1500 words) in the line/)
  }
  const sandbox = { autoAllow: true, excluded: [] }
  expect(await context.verdict(line('echo x'), allowed, { sandbox })).toBe('ask')
  expect(await context.verdict(line('echo x'), allowed, { mode: 'dontAsk' })).toBe('deny')
})

test.each(BEYOND)('a rule for commands still holds at the end of a line of too many %s', async (_, line) => {
  expect(await context.verdict(line('git push'), { deny: ['Bash(git push:*)'] }, bypass)).toBe('deny')
  expect(await context.bash(line('git push'), context.policy({ ask: ['Bash(git push:*)'] }))).toMatchObject({
    verdict: 'ask',
    because: { rule: { text: 'Bash(git push:*)' } },
  })
})

test.each(BEYOND)(
  'what ends a line of too many %s is asked about: protected names, files',
  async (_, line) => {
    const rules = { deny: ['Read(private/**)'] }
    for (const end of ['cp a .git/config', 'rm -rf /', 'cat private/cfg', 'echo x > .npmrc'])
      expect(await context.verdict(line(end), rules, bypass)).not.toBe('allow')
  },
)

test('a line of too many commands or words is still examined at its beginning', async () => {
  const rules = { deny: ['Read(private/**)'] }
  for (const [, line] of BEYOND)
    expect(await context.verdict(`cat private/cfg; ${line('ls')}`, rules)).toBe('deny')
  expect(await context.bash(`rm -rf /; ${numbered(n => `echo ${n};`, 251)}`)).toMatchObject({
    because: { text: expect.stringContaining('it deletes /') },
  })
})

test('plan mode changes no file at the end of a line of too many commands', async () => {
  const plan = { mode: 'plan' } as const
  const many = numbered(n => `echo ${n};`, 250)
  expect(await context.verdict(`${many} echo x > made`, {}, plan)).toBe('deny')
  expect(await context.verdict(`${many} echo x > /dev/null 2>&1`, {}, plan)).toBe('ask')
})

test('a line of as many commands and words as are examined is judged like any other', async () => {
  expect(await context.verdict(numbered(n => `echo ${n};`, 250))).toBe('allow')
  expect(await context.verdict(`echo ${numbered(n => `${n}`, 1_400)}`)).toBe('allow')
})

test('directories that there was no time to look into are not removed without asking', async () => {
  const directory = join(context.cwd, 'crowd')
  mkdirSync(directory)
  for (let n = 0; n < 1_000; n += 1) writeFileSync(join(directory, `f${n}`), '')
  const spellings = Array.from({ length: 11 }, (_, n) => `${'./'.repeat(n)}crowd`).join(' ')
  expect(await context.verdict(`rm -rf ${spellings}`, {}, bypass)).toBe('allow')
  expect(await context.verdict(`rm -rf sub`, {}, bypass)).toBe('ask')
  expect(await context.bash(`rm -rf ${spellings} sub`, context.policy({}, bypass))).toMatchObject({
    verdict: 'ask',
    because: { text: expect.stringContaining('a directory is too large to check') },
  })
})

test.each(['cat', 'sudo cat'])('%s of more words than a call takes arguments is denied', async program => {
  const words = numbered(n => n.toString(36), 130_000)
  expect(await context.verdict(`${program} private/cfg ${words}`, { deny: ['Read(private/**)'] })).toBe(
    'deny',
  )
})

const partsOf = async (command: string) => {
  const { cwd, home } = context.policy()
  const { lowered, parts } = readShell(command, { cwd, home, read: await loadShellReader() })
  if (!lowered.ok) throw new Error(lowered.error)
  expect(parts.length).toBe(lowered.commands.length)
  return parts
}

test.each([
  ['ls -l;ls -l;ls -l', 1],
  ['ls; ls -l; ls', 2],
  ['cat <<E\na\nE\ncat <<E\nb\nE\n', 2],
  ['cat a; cd d; cat a', 3],
  ['cat a; (cat a); cat a &', 1],
  ['ls; if true; then ls; fi', 3],
  ['ls; echo $(ls)', 3],
  ['A=1 ls; A=2 ls', 2],
  ["echo a; echo 'a'", 2],
])('%j is judged as %i different commands', async (command, count) => {
  expect(new Set(await partsOf(command)).size).toBe(count)
})

test('a script that stands behind a wrapper many times is read once', async () => {
  const read = await loadShellReader()
  const texts: string[] = []
  const counting = (text: string) => {
    texts.push(text)
    return read(text)
  }
  const { cwd, home } = context.policy()
  readShell(`${fill('env -S "a b" ')}`, { cwd, home, read: counting })
  expect(texts.length).toBeLessThanOrEqual(3)
})

test('a script that stands many times in what is not examined is read once for the rules', async () => {
  const read = await loadShellReader()
  let count = 0
  const counting = (text: string) => {
    count += 1
    return read(text)
  }
  const policy = context.policy({ deny: ['Bash(git push:*)'], ask: ['Bash(git push -f)'] })
  const command = `${numbered(n => `a${n};`, 1_000)} ${'bash -c "push";'.repeat(500)}`
  const accesses = [{ kind: 'shell', command }] as const
  const facts = gatherFacts(accesses, policy, { read: counting, gitRisk: createGitRisk() })
  decide({ toolName: 'Bash', accesses }, facts, compilePolicy(policy))
  expect(count).toBe(2)
})

test('what nests too deep to be read in time is not read', async () => {
  const read = await loadShellReader()
  expect(read(`echo ${'$('.repeat(101)}ls${')'.repeat(101)}`)).toMatchObject({ ok: false })
  expect(read(`echo ${'$('.repeat(20)}ls${')'.repeat(20)}`)).toMatchObject({ ok: true })
})

test('a path longer than the kernel takes is refused, and the length before that costs no square', () => {
  expect(resolveReal(`/${fill('a/', 9_000)}`)).toMatchObject({ ok: false })
  const time = (chars: number): number => {
    const path = `/nowhere/${fill('ab/', chars)}x`
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 15; round += 1) {
      const began = process.hrtime.bigint()
      resolveReal(path)
      best = Math.min(best, Number(process.hrtime.bigint() - began))
    }
    return best
  }
  // Sixteen times the names: about sixteen times the work, where a square would be 256.
  expect(time(8_000) / time(500)).toBeLessThan(80)
})
