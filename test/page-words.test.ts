import { expect, test } from 'vitest'
import { choicesFor as terminalChoices } from '../src/frontends/tui/dialogs/permission/choices.ts'
import { dialogsEn } from '../src/frontends/tui/text/en/dialogs.ts'
import { dialogsZh } from '../src/frontends/tui/text/zh/dialogs.ts'
import { choicesFor } from '../src/frontends/web/state/choices.ts'
import { en } from '../src/frontends/web/text/en.ts'
import { zh } from '../src/frontends/web/text/zh.ts'
import type { PermissionRequest, PermissionUpdate } from '../src/protocol/permission.ts'
import { permissionRequest } from './support/permission-request.ts'

const rules = (toolName: string, ...contents: readonly string[]): PermissionUpdate => ({
  type: 'addRules',
  rules: contents.map(ruleContent => ({ toolName, ruleContent })),
  behavior: 'allow',
  destination: 'localSettings',
})
const mode: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
const directory: PermissionUpdate = { type: 'addDirectories', directories: ['/else'], destination: 'session' }
const asked = (offer: readonly PermissionUpdate[], more: Parameters<typeof permissionRequest>[0] = {}) =>
  permissionRequest({ ...more, decision: { offer } })

const REQUESTS: readonly (readonly [string, PermissionRequest])[] = [
  ['nothing more', asked([])],
  ['a mode', asked([mode])],
  ['a directory', asked([directory, mode])],
  ['a site', asked([rules('WebFetch', 'domain:example.com')])],
  [
    'a rule in a file',
    asked([rules('Bash', 'npm test:*')], {
      details: {
        saves: [{ rule: 'Bash(npm test:*)', file: '/w/.capstan/settings.local.json' }],
        places: [{ destination: 'userSettings', file: '/home/me/.capstan/settings.json' }],
      },
    }),
  ],
  ['a rule nobody could read', asked([rules('Bash', 'x'.repeat(500))])],
  ['an MCP server', asked([mode], { details: { about: { kind: 'server', name: 'x' } } })],
  [
    'a change that is not shown whole',
    asked([mode], { details: { diff: { path: 'x', text: '', cut: true } } }),
  ],
]

test.each(REQUESTS)(
  'a question with %s has the same answers in the page as in the terminal',
  (_, request) => {
    for (const [page, words] of [
      [en, dialogsEn],
      [zh, dialogsZh],
    ] as const) {
      const whole = !request.details?.diff?.cut
      const terminal = terminalChoices(request, { words, shorten: path => path, whole })
      const strip = (
        options: readonly { value: unknown; label: string; detail?: string; hotkey?: string }[],
      ) => options.map(({ value, label, detail, hotkey }) => ({ value, label, detail, hotkey }))
      expect(strip(choicesFor(request, page))).toEqual(strip(terminal))
    }
  },
)

test.each([
  ['English', en, dialogsEn],
  ['Chinese', zh, dialogsZh],
] as const)(
  'dangers and kinds of questions are told in the words of the terminal in %s',
  (_, page, words) => {
    expect(page.dangers).toEqual(words.dangers)
    for (const about of [
      { kind: 'shell', unsandboxed: true },
      { kind: 'write' },
      { kind: 'mcp', server: 's', tool: 't' },
      { kind: 'agents', count: 3 },
      { kind: 'schedule', name: 'x' },
    ] as const)
      expect(page.askedAbout(about)).toBe(words.askedAbout(about))
  },
)

/** Every text, with functions called on plain values: a language that lacks one would not compile, one left in English shows here. */
test('no text of the page was left in English', () => {
  const same = Object.entries(en).flatMap(([name, text]) =>
    typeof text === 'string' && text === Reflect.get(zh, name) ? [name] : [],
  )
  expect(same).toEqual([])
})
