import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShellReader } from '../../../lib/shell/command.ts'
import { loadShellReader } from '../../../lib/shell/lower.ts'
import type { Access } from '../../../protocol/access.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import {
  type Behavior,
  type ExplainedPart,
  PERMISSION_MODES,
  type PermissionMode,
  type Policy,
  type Rule,
} from '../../../protocol/permission.ts'
import { decide } from '../decide.ts'
import { gatherFacts } from '../facts.ts'
import { createGitRisk } from '../git/git-risk.ts'
import { compilePolicy } from '../rules/compiled-policy.ts'
import { advise } from './advise.ts'
import type { ExplainedCase } from './decide-alone.ts'
import { explain, explainParts } from './explain.ts'
import { riskySpans } from './risky-spans.ts'

let cwd = ''
let read: ShellReader
beforeAll(async () => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'explain-')))
  mkdirSync(join(cwd, 'src'))
  writeFileSync(join(cwd, 'src/a.ts'), 'x')
  symlinkSync('/etc/passwd', join(cwd, 'link'))
  read = await loadShellReader()
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const rule = (behavior: Behavior, text: string): Rule => ({
  text,
  behavior,
  source: 'project',
  anchor: cwd,
  place: { file: '/p/settings.json', line: 7 },
})
const policyOf = (rules: readonly Rule[] = [], mode: PermissionMode = 'default'): Policy => ({
  mode,
  rules,
  roots: [cwd],
  cwd,
  home: '/home/nobody-of-this-name',
  caseSensitive: true,
})
const caseOf = (toolName: string, accesses: readonly Access[], policy: Policy): ExplainedCase => ({
  call: { toolName, input: {}, accesses },
  facts: gatherFacts(accesses, policy, { read, gitRisk: createGitRisk() }),
  compiled: compilePolicy(policy),
})
const shell = (command: string, policy = policyOf()): ExplainedCase =>
  caseOf('Bash', [{ kind: 'shell', command }], policy)
const explained = (one: ExplainedCase) => explain(one.call, one.facts, one.compiled)

/** `verdict text: why`, indented. */
const draw = (parts: readonly ExplainedPart[], indent = ''): readonly string[] =>
  parts.flatMap(part => [
    `${indent}${part.verdict} ${part.text}: ${part.why.text.replaceAll(cwd, '.')}`,
    ...draw(part.parts ?? [], `${indent}  `),
  ])
const drawn = (command: string, policy = policyOf()): readonly string[] =>
  draw(explained(shell(command, policy)).parts)

test('commands in substitutions stand below the command they are in', () => {
  expect(drawn('echo $(date; rm x) | wc -l')).toEqual([
    'allow echo $(date; rm x): echo is read-only',
    '  allow date: date is read-only',
    "  ask rm x: it isn't on the allow list: rm isn't known to be read-only",
    'allow wc -l: wc is read-only, also with -l',
  ])
})

test('what a wrapper or a shell starts is named, and the rule that hits it', () => {
  const policy = policyOf([rule('deny', 'Bash(git push:*)')])
  const { parts } = explained(shell('sudo -u bob sh -c "git push; ls"', policy))
  expect(draw(parts)).toEqual([
    'deny sudo -u bob sh -c "git push; ls": matches the deny rule Bash(git push:*)',
    '  ask sh -c "git push; ls": sudo starts it',
    '  deny git push: sudo starts it; matches the deny rule Bash(git push:*)',
    '  ask ls: sudo starts it',
  ])
  expect(parts[0]?.rule?.place).toEqual({ file: '/p/settings.json', line: 7 })
})

test('the option, the path and the redirect that make a command ask are parts of it', () => {
  expect(drawn('sort -o b a')).toEqual([
    "ask sort -o b a: it isn't on the allow list: the option -o isn't known to be read-only",
    "  ask -o: the option -o isn't known to be read-only",
  ])
  expect(drawn('cat link')).toEqual([
    "ask cat link: it isn't on the allow list: /etc/passwd is outside the working directories",
    '  ask link: /etc/passwd is outside the working directories',
    '    ask /etc/passwd: where the link leads',
  ])
  expect(drawn('ls > out.txt')).toEqual([
    'ask ls > out.txt: writing ./out.txt needs its own permission',
    '  ask > out.txt: writing ./out.txt needs its own permission',
  ])
  expect(drawn('tee .git/hooks/x')).toEqual([
    'ask tee .git/hooks/x: .git is protected: other programs run it or obey it',
    '  ask .git/hooks/x: .git is protected: other programs run it or obey it',
  ])
})

test.each<[string, string, readonly string[]]>([
  [
    'an unreadable command',
    'echo "x',
    ['ask echo "x: Can\'t parse this as bash: unterminated double quote at 5'],
  ],
  [
    'a hidden character',
    'ls \u200b',
    ['ask U+200B: cannot be seen, so that the line may not be what it looks like'],
  ],
  [
    'a function',
    'f() { ls; }',
    ['ask f() { ls; }: defines a function, which may take the name of a program'],
  ],
])('%s is a part of its own', (_, command, expected) => {
  expect(drawn(command)).toEqual(expect.arrayContaining([...expected]))
})

test.each<[string, Access, Policy, readonly string[]]>([
  [
    'Read',
    { kind: 'read', path: 'src/a.ts' },
    policyOf(),
    ['allow src/a.ts: ./src/a.ts is inside the working directories'],
  ],
  ['Read', { kind: 'read', path: '.env' }, policyOf(), ['ask .env: .env may hold secrets']],
  [
    'WebFetch',
    { kind: 'network', url: 'http://10.0.0.1/' },
    policyOf(),
    ['deny http://10.0.0.1/: The address is blocked: 10.0.0.1 is a private address'],
  ],
  [
    'mcp__a__b',
    { kind: 'mcp', server: 'a', tool: 'b' },
    policyOf(),
    ['ask a: b: mcp__a__b needs permission'],
  ],
  ['Skill', { kind: 'skill', name: 's', args: '' }, policyOf(), ['ask s: Skill needs permission']],
])('a call of %s is explained by what it touches', (tool, access, policy, expected) => {
  const here = { ...policy, roots: [cwd], cwd }
  expect(draw(explained(caseOf(tool, [access], here)).parts)).toEqual(expected)
})

test.each<[string, string, readonly Rule[], RegExp]>([
  ['an interpreter', "python -c 'x()'", [], /python runs whatever it is given/],
  ['a removal', 'rm -rf ~/', [], /asks every time/],
  ['a deny rule', 'make', [rule('deny', 'Bash(make)')], /deny rule wins/],
  ['a redirect', 'ls > out.txt', [], /Edit\(\.\/out\.txt\) would allow the redirect/],
  ['an unreadable command', 'echo "x', [], /can't be parsed/],
  ['a hidden character', 'ls \u200b', [], /invisible characters/],
])('advice on %s', (_, command, rules, expected) => {
  const one = shell(command, policyOf(rules))
  expect(lines(advise(one, decide(one.call, one.facts, one.compiled))).text).toMatch(expected)
})

test('what a rule can be offered for needs no advice', () => {
  const one = shell('make all')
  expect(advise(one, decide(one.call, one.facts, one.compiled))).toEqual([])
})

test.each<[string, readonly string[]]>([
  ['echo rm x; rm x', ['rm x']],
  ['sort -o b a | head', ['-o']],
  ['cat <<E >out\n$(rm x)\nE', ['>out', 'rm x']],
  ['ls \u200b', ['\u200b']],
  ['ls', []],
])('the risky pieces of %j are found in it', (command, expected) => {
  const spans = riskySpans(command, explained(shell(command)))
  expect(spans.map(span => command.slice(span.from, span.to))).toEqual(expected)
})

const WORDS = [
  'ls',
  'rm x',
  'cat link',
  'git log -1',
  'git push',
  'sort -o a b',
  'echo $(rm x)',
  'FOO=1 make',
  'sh -c "rm x"',
]
const TARGETS = ['', ' > out', ' < src/a.ts', ' 2>/dev/null', ' >> .git/config']
const command = fc
  .array(
    fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...TARGETS)).map(([a, b]) => a + b),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain(parts => fc.constantFrom(' && ', ' | ', '; ', '\n').map(join => parts.join(join)))
const anyText = fc.oneof(command, fc.string({ maxLength: 40 }))
const anyRule = fc
  .tuple(
    fc.constantFrom<Behavior>('allow', 'ask', 'deny'),
    fc.constantFrom(
      'Bash',
      'Bash(rm:*)',
      'Bash(git push:*)',
      'Bash(ls)',
      'Read(src/**)',
      'Edit(out)',
      'Bash(make)',
    ),
  )
  .map(([behavior, text]) => ({ behavior, text }))
const anyPolicy = fc.tuple(fc.array(anyRule, { maxLength: 4 }), fc.constantFrom(...PERMISSION_MODES))

test('the verdict and the summary are those of the decision, whatever the command, the rules and the mode', () => {
  fc.assert(
    fc.property(anyText, anyPolicy, (text, [rules, mode]) => {
      const one = shell(
        text,
        policyOf(
          rules.map(each => rule(each.behavior, each.text)),
          mode,
        ),
      )
      const decision = decide(one.call, one.facts, one.compiled)
      const { verdict, summary } = explained(one)
      expect(verdict).toBe(decision.verdict)
      expect(summary.text).toContain(decision.because.text)
    }),
  )
})

test('the parts alone account for the verdict', () => {
  fc.assert(
    fc.property(command, anyPolicy, (text, [rules, mode]) => {
      const one = shell(
        text,
        policyOf(
          rules.map(each => rule(each.behavior, each.text)),
          mode,
        ),
      )
      const { verdict } = decide(one.call, one.facts, one.compiled)
      const flat = (parts: readonly ExplainedPart[]): readonly ExplainedPart[] =>
        parts.flatMap(part => [part, ...flat(part.parts ?? [])])
      const verdicts = flat(explainParts(one)).map(part => part.verdict)
      if (verdict === 'allow') expect(new Set(verdicts)).toEqual(new Set(['allow']))
      else expect(verdicts).toContain(verdict)
    }),
  )
})

test('the rules that are offered do allow what they are offered for', () => {
  fc.assert(
    fc.property(command, text => {
      const one = shell(text)
      const { offer } = decide(one.call, one.facts, one.compiled)
      const rules = offer.flatMap(update =>
        'rules' in update
          ? update.rules.map(each => rule('allow', `${each.toolName}(${each.ruleContent})`))
          : [],
      )
      if (rules.length === 0) return
      const again = shell(text, policyOf(rules))
      const { because } = decide(again.call, again.facts, again.compiled)
      // What the command writes by a redirect needs its own rule.
      expect(because.type === 'rule' || /writ|redirect|protected/.test(because.text)).toBe(true)
    }),
  )
})

test('a very long or very rich command is explained in bounded time and still gets its verdict', () => {
  const policy = policyOf([rule('deny', 'Bash(rm:*)')])
  for (const text of [`${'ls;'.repeat(3_000)}rm x`, `${'ls;'.repeat(20_000)}rm x`]) {
    const { verdict, parts } = explained(shell(text, policy))
    expect(verdict).toBe('deny')
    expect(parts.length).toBeLessThan(402)
    expect(parts.some(part => part.verdict === 'deny')).toBe(true)
  }
})

test('every span lies within the text and says why', () => {
  fc.assert(
    fc.property(anyText, text => {
      for (const { from, to, why } of riskySpans(text, explained(shell(text)))) {
        expect(0 <= from && from < to && to <= text.length).toBe(true)
        expect(why).not.toBe('')
      }
    }),
  )
})
