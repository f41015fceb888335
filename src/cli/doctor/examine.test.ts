import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { probeSandbox } from '../../features/sandbox/availability.ts'
import { loadWords } from '../../frontends/tui/text/words.ts'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { examineCredentials } from './credentials.ts'
import { renderChecks } from './doctor.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'
import { examine } from './examine.ts'
import { examineExtensions } from './extensions.ts'
import { examineInstallation, nodeCheck, runtimeCheck } from './installation.ts'
import { examineInstructions } from './instructions.ts'
import { examineMemory } from './memory.ts'
import { examineSandbox } from './sandbox.ts'
import { examineSessions } from './sessions.ts'
import { examineSettings } from './settings.ts'
import { examineTelemetry } from './telemetry.ts'
import { examineTerminal, optionsIn, tmuxAdvice } from './terminal.ts'

const positionAt = (root: string, env: Readonly<Record<string, string>> = {}): DoctorOptions => {
  const cwd = join(root, 'project')
  mkdirSync(cwd, { recursive: true })
  return {
    overrides: {},
    cwd,
    home: join(root, 'home'),
    configHome: join(root, 'home', '.capstan'),
    env: { PATH: '/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
    version: '9.9.9',
    platform: process.platform,
    now: Date.now,
  }
}
const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, text, { mode: 0o600 })
}
const told = async (look: Examine, place: DoctorOptions): Promise<string> =>
  (await look(place))
    .map(({ level, text, advice }) => `${level}: ${text.text}${advice ? ` → ${advice.text}` : ''}`)
    .join('\n')

test.each([
  ['26.1.0', 'good'],
  ['20.19.0', 'good'],
  ['20.18.9', 'error'],
  ['18.0.0', 'error'],
])('Node.js %s is %s', (version, level) => {
  expect(nodeCheck(version).level).toBe(level)
})

test('a native program names the runtime inside it', () => {
  expect(runtimeCheck({ ...process.versions, bun: '1.4.4' }).text.text).toBe('Native program (Bun 1.4.4)')
  expect(runtimeCheck(process.versions).text.text).toBe(`Node.js ${process.versions.node}`)
})

test('installation: runtime and programs are named', async () => {
  await using tmp = tmpDir()
  const text = await told(examineInstallation, positionAt(tmp.path))
  expect(text).toContain('Capstan 9.9.9')
  expect(text).toMatch(/ripgrep/)
  expect(text).toMatch(/sharp/)
})

test('credentials: where from and where to, never the key', async () => {
  await using tmp = tmpDir()
  const key = 'sk-ant-very-secret'
  const text = await told(
    examineCredentials,
    positionAt(tmp.path, {
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: `https://user:${key}@gate.example/v1`,
    }),
  )
  expect(text).toContain('good: The key comes from ANTHROPIC_API_KEY')
  expect(text).toContain('Requests go to https://gate.example')
  expect(text).not.toContain(key)
})

test.each([
  ['none at all', {}, 'error: No API key'],
  ['a server on this machine', { ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080' }, 'good: None needed'],
  ['an address that is none', { ANTHROPIC_BASE_URL: 'gate.example' }, "error: ANTHROPIC_BASE_URL isn't"],
])('credentials: %s', async (_name, env, expected) => {
  await using tmp = tmpDir()
  expect(await told(examineCredentials, positionAt(tmp.path, env))).toContain(expected)
})

test('credentials: a file that others can read is closed', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  const file = join(place.configHome, 'credentials.json')
  put(file, '{"apiKey": "sk-ant-very-secret"}')
  chmodSync(file, 0o644)
  const fixable = (await examineCredentials(place)).find(({ fix }) => fix)
  expect(fixable?.text.text).toContain('is readable by others')
  await fixable?.fix?.()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await told(examineCredentials, place)).toBe(`good: The key is stored in ${file}`)
})

test('settings: problems with their place, names nobody knows, trust and hooks', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  put(
    join(place.configHome, 'settings.json'),
    '{"theme": "pink", "verbos": true, "zzz": 1, "hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x"}]}]}}',
  )
  put(join(place.cwd, '.capstan', 'settings.json'), '{"permissions": {"allow": ["Bash"]}}')
  const text = await told(examineSettings, place)
  expect(text).toMatch(/warning: .*settings\.json:1:\d+: theme/)
  expect(text).toMatch(/warning: .*did you mean "verbose"/)
  expect(text).toMatch(/info: .*Capstan doesn't know: verbos, zzz/)
  expect(text).toMatch(/info: .*is not trusted/)
  expect(text).toContain('It takes effect once you trust the folder: capstan trust')
  expect(text).toContain('PreToolUse: 1')
})

test('extensions: a hook of a folder nobody trusts is not counted as loaded', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] }
  put(join(place.cwd, '.claude', 'settings.json'), JSON.stringify({ hooks }))
  expect(await told(examineExtensions, place)).toMatch(
    /^info: No extensions are loaded here; not in use: 1 hook →/m,
  )
  put(
    join(place.configHome, 'settings.json'),
    JSON.stringify({ hooks: { Setup: [{ hooks: [{ type: 'command', command: 'y' }] }] } }),
  )
  expect(await told(examineExtensions, place)).toMatch(/^good: 1 loaded, .*: 1 hook; not in use: 1 hook →/m)
})

test('settings: keys known elsewhere are told apart from unknown ones, and settings are neither', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  const file = join(place.configHome, 'settings.json')
  const content = {
    $schema: 'x',
    budgets: { day: { hard: 5 } },
    secrets: { redactResults: true },
    compaction: { percent: 60, zzz: 1 },
    instructionExcludes: ['x/**'],
    telemetry: true,
    sandbox: { ripgrep: {} },
  }
  put(file, JSON.stringify(content))
  const found = (await examineSettings(place)).filter(({ text }) =>
    /has keys|settings of other tools/.test(text.text),
  )
  expect(found.map(({ text, ...rest }) => ({ ...rest, text: text.text }))).toEqual([
    {
      area: 'settings',
      level: 'info',
      text: expect.stringMatching(
        /has settings of other tools with no effect here:\n +telemetry: Nothing .*\n +sandbox\.ripgrep: Grep /,
      ),
    },
    { area: 'settings', level: 'info', text: `${file} has keys Capstan doesn't know: compaction.zzz` },
  ])
  for (const { text } of found) expect(inChinese(text)).not.toBe(text.text)
})

test('settings: a file that is no JSON is an error', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  put(join(place.configHome, 'settings.json'), '{')
  expect(await told(examineSettings, place)).toMatch(/error: .*is not valid JSON/)
})

test.each([
  ['no JSON', '{"x": '],
  ['a list of rules with something else in it', '{"permissions":{"allow":["Bash(ls:*)",3]}}'],
  ['hooks of another form', '{"hooks":{"Stop":3}}'],
  ['a value of another kind', '{"model":7}'],
  ['nothing in it', ''],
])('settings: a file with %s is not read well and wrong at once', async (_, text) => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  const file = join(place.configHome, 'settings.json')
  const other = join(place.cwd, '.capstan', 'settings.json')
  put(file, text)
  put(other, '{"permissions":{"deny":["Bash(rm:*)"]}}')
  const checks = (await examineSettings(place)).filter(check => check.text.text.includes(file))
  expect(checks.length).toBeGreaterThan(0)
  expect(checks.map(({ level }) => level)).not.toContain('good')
  expect((await examineSettings(place))[0]).toMatchObject({ level: 'good', text: { text: `Read: ${other}` } })
})

test('instructions: a file with something wrong in it is not good at the same time', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  const file = join(place.cwd, 'AGENTS.md')
  put(file, '# Rules\n@./missing.md\n')
  const checks = (await examineInstructions(place)).filter(check => check.text.text.includes(file))
  const levels = checks.map(({ level }) => level)
  expect(levels.includes('good') && levels.some(level => level === 'warning' || level === 'error')).toBe(
    false,
  )
})

test('instructions: files with their size, and a heavy one', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path, { CAPSTAN_TRUST_WORKSPACE: '1' })
  expect(await told(examineInstructions, place)).toContain('No instruction files')
  put(join(place.cwd, 'AGENTS.md'), 'Use tabs.')
  put(join(place.configHome, 'AGENTS.md'), 'word '.repeat(15_000))
  const text = await told(examineInstructions, place)
  expect(text).toMatch(/good: .*project\/AGENTS\.md \(project, est\. \d+ tokens\)/)
  expect(text).toMatch(/warning: .*\.capstan\/AGENTS\.md .*shortening it/)
})

test('memory: how much there is, lines whose file is missing and files that were taken out', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  expect(await told(examineMemory, place)).toBe('info: Nothing is remembered here yet')
  const off = { ...place, env: { ...place.env, CAPSTAN_DISABLE_AUTO_MEMORY: '1' } }
  expect(await told(examineMemory, off)).toBe('info: Memory is off')
  const memory = join(place.configHome, 'projects', place.cwd.replace(/[^A-Za-z0-9]/g, '-'), 'memory')
  for (const name of ['a.md', 'b.md']) put(join(memory, name), 'x')
  put(join(memory, '.index.json'), '{"listed":["a.md","b.md"],"forgotten":[]}')
  put(join(memory, 'MEMORY.md'), '- [a](a.md)\n- [gone](gone.md)\n')
  const text = await told(examineMemory, place)
  expect(text).toContain(`good: 2 memories in ${memory}`)
  expect(text).toContain(
    `warning: ${join(memory, 'gone.md')} is missing, and its line is still in MEMORY.md →`,
  )
  expect(text).toContain(`info: ${join(memory, 'b.md')} was taken out of MEMORY.md, and the file is left →`)
  // Looking changes nothing.
  expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8')).toBe('- [a](a.md)\n- [gone](gone.md)\n')
})

test('sandbox: not wanted is no problem, wanted and missing is', async () => {
  await using tmp = tmpDir()
  const place = { ...positionAt(tmp.path), platform: 'aix' }
  expect(await told(examineSandbox, place)).toMatch(/^info: Off/)
  put(join(place.configHome, 'settings.json'), '{"sandbox": {"enabled": true}}')
  expect(await told(examineSandbox, place)).toMatch(/^error: On, but it doesn't work here/)
})

test('sandbox: settings that change nothing here are said, in both languages', async () => {
  await using tmp = tmpDir()
  const place = { ...positionAt(tmp.path), platform: 'linux' }
  const network = { allowLocalBinding: true, allowedDomains: ['example.org'] }
  const credentials = { envVars: [{ name: 'TOKEN', mode: 'mask' }] }
  const sandbox = { enabled: true, enableWeakerNetworkIsolation: true, network, credentials }
  put(join(place.configHome, 'settings.json'), JSON.stringify({ sandbox }))
  const [, ...idle] = await examineSandbox(place)
  expect(idle.map(({ level, text }) => [level, text.text.split(' ')[0]])).toEqual([
    ['info', 'sandbox.enableWeakerNetworkIsolation'],
    ['info', 'sandbox.network.allowLocalBinding'],
    ['info', 'Commands'],
  ])
  for (const { text } of idle) expect(inChinese(text)).not.toBe(text.text)
})

test('sessions: rights and stale locks are put right', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  const file = join(place.configHome, 'projects', 'p', 'aaaaaaaa-0000-4000-8000-000000000001.jsonl')
  put(file, '{}\n')
  chmodSync(file, 0o644)
  const lock = file.replace(/\.jsonl$/, '.lock')
  put(lock, JSON.stringify({ token: 't', pid: 2 ** 22 + 1, started: '', host: hostname() }))
  const checks = await examineSessions(place)
  expect(checks.filter(({ fix }) => fix)).toHaveLength(2)
  for (const { fix } of checks) await fix?.()
  expect(existsSync(lock)).toBe(false)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await examineSessions(place)).filter(({ fix }) => fix)).toEqual([])
})

test('sessions: a lock that is held stays', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  const file = join(place.configHome, 'projects', 'p', 'aaaaaaaa-0000-4000-8000-000000000001.jsonl')
  put(file, '{}\n')
  put(
    file.replace(/\.jsonl$/, '.lock'),
    JSON.stringify({ token: 't', pid: process.pid, started: '', host: hostname() }),
  )
  expect((await examineSessions(place)).filter(({ fix }) => fix)).toEqual([])
})

test('terminal: what it can do, and what tmux should be told', async () => {
  await using tmp = tmpDir()
  expect(await told(examineTerminal, positionAt(tmp.path, { LANG: 'C', TERM: 'dumb' }))).toMatch(
    /TERM is "dumb"[\s\S]*locale is "C"/,
  )
  const options = optionsIn('escape-time 500\nextended-keys off\nfocus-events on\nset-titles-string "#T x"\n')
  expect(tmuxAdvice(new Map(options)).map(({ advice }) => advice?.text)).toEqual([
    'In ~/.tmux.conf: set -sg escape-time 10',
    'In ~/.tmux.conf: set -s extended-keys on',
  ])
})

test('all areas are told, and one that fails does not hide the others', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path)
  const broken = {
    ...place,
    now: (): number => {
      throw new Error('no clock')
    },
  }
  const file = join(place.configHome, 'projects', 'p', 'aaaaaaaa-0000-4000-8000-000000000001.jsonl')
  put(file, '{}\n')
  put(file.replace(/\.jsonl$/, '.lock'), '{}')
  const checks = await examine(broken)
  expect([...new Set(checks.map(({ area }) => area))].toSorted()).toEqual(
    'credentials extensions hooks installation instructions memory sandbox sessions settings terminal trust'.split(
      ' ',
    ),
  )
  expect(checks.find(({ area }) => area === 'sessions')?.text.text).toContain("Couldn't check this")
})

test('as text: area by area, nothing acts on the terminal; headings and verdicts in the language of the interface', async () => {
  const told = async (language: 'en' | 'zh') =>
    renderChecks(
      [
        { area: 'settings', level: 'good', text: doctorText('images') },
        {
          area: 'settings',
          level: 'warning',
          text: verbatim('b\u001b[2J'),
          advice: verbatim('do c'),
          fix: async () => verbatim(''),
        },
      ],
      await loadWords(language),
    )
  expect(await told('en')).toBe(
    'Settings\n  ✓ Images can be read (sharp)\n  ! b\\u{1b}[2J\n    do c\n    --fix does this\n\n1 problem found.',
  )
  expect(await told('zh')).toBe(
    '设置\n  ✓ 可以读取图片（sharp）\n  ! b\\u{1b}[2J\n    do c\n    可用 --fix 修复\n\n发现 1 个问题。',
  )
})

test('what is said of a usual and of a bare machine has words in Chinese, names apart', async () => {
  await using tmp = tmpDir()
  const place = positionAt(tmp.path, { ANTHROPIC_API_KEY: 'x', TMUX: '' })
  put(join(place.configHome, 'settings.json'), '{"unknownThing": 1, "hooks": {}}')
  const bare = positionAt(join(tmp.path, 'other'), { LANG: '', TERM: 'dumb', PATH: join(tmp.path, 'none') })
  const tmux = tmuxAdvice(
    new Map([
      ['escape-time', '500'],
      ['focus-events', 'off'],
    ]),
  )
  const said = [...(await examine(place)), ...(await examine(bare)), ...tmux].flatMap(({ text, advice }) =>
    advice ? [text, advice] : [text],
  )
  const english = said.map(inChinese).filter(each => !/\p{Script=Han}/u.test(each))
  expect(english.filter(each => !/^(?:Node\.js|ripgrep：|git：)/.test(each))).toEqual([])
})

test.each<[string, string, Readonly<Record<string, string>>]>([
  ["Can't mount proc", 'linux', {}],
  ['Operation not permitted', 'linux', { 'kernel/apparmor_restrict_unprivileged_userns': '1' }],
  ['no permissions', 'linux', { 'kernel/unprivileged_userns_clone': '0' }],
  ['no space', 'linux', { 'user/max_user_namespaces': '0' }],
  ['Operation not permitted', 'linux', {}],
  ['Unknown option', 'linux', {}],
  ['', 'linux', {}],
  ['', 'darwin', {}],
  ['sandbox_apply', 'darwin', {}],
  ['', 'win32', {}],
  ['absent', 'linux', {}],
])('that no sandbox works (%j on %s) has words in Chinese', async (stderr, platform, kernel) => {
  await using tmp = tmpDir()
  if (stderr !== 'absent') put(join(tmp.path, 'bwrap'), '')
  if (stderr !== 'absent') chmodSync(join(tmp.path, 'bwrap'), 0o755)
  const found = await probeSandbox({
    platform,
    path: tmp.path,
    run: async () => ({ code: 1, stderr }),
    readText: path => kernel[path.replace('/proc/sys/', '')],
  })
  const said: readonly LocalizedText[] = found.available ? [] : [found.why, found.hint]
  expect(said).toHaveLength(2)
  for (const each of said) expect([each, /\p{Script=Han}/u.test(inChinese(each))]).toEqual([each, true])
  const [why = verbatim('')] = said
  // What stands behind the colon is in Chinese as well.
  expect(inChinese(doctorText('sandbox_off_fails', { why }))).toBe(`未开启，此处也不可用：${inChinese(why)}`)
})

test('telemetry: where it goes and what of your work leaves this machine is said, and nothing when it is off', async () => {
  await using tmp = tmpDir()
  const base = { OTEL_LOGS_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example:4318/x' }
  const on = { ...base, CLAUDE_CODE_ENABLE_TELEMETRY: '1' }
  const look = async (env: Readonly<Record<string, string>>) => {
    const found = await examineTelemetry(positionAt(tmp.path, env))
    for (const { text, advice } of found) {
      expect(inChinese(text)).not.toBe(text.text)
      if (advice) expect(inChinese(advice)).not.toBe(advice.text)
    }
    return found.map(({ level, text }) => `${level}: ${text.text}`)
  }
  expect(await look({ ...base, OTEL_LOG_USER_PROMPTS: '1' })).toEqual([])
  expect(await look({ CAPSTAN_ENABLE_TELEMETRY: '1' })).toEqual(['warning: Telemetry is on but goes nowhere'])
  expect(await look(on)).toEqual(['info: Telemetry goes to https://otel.example:4318'])
  expect(await look({ ...on, OTEL_LOG_USER_PROMPTS: '1', OTEL_LOG_RAW_API_BODIES: '1' })).toEqual([
    'info: Telemetry goes to https://otel.example:4318',
    'warning: Telemetry sends your prompts',
    "warning: Telemetry sends the model's answers",
    'warning: Telemetry sends whole requests and replies',
  ])
  expect(await look({ ...on, OTEL_LOG_RAW_API_BODIES: 'file:/var/bodies' })).toContain(
    'warning: Whole requests and replies are written to /var/bodies',
  )
})
