import { expect, test } from 'vitest'
import type { Attributes } from './otlp/attributes.ts'
import { FactRecords } from './record-facts.ts'
import type { Recorder } from './recorder.ts'

const open = (toolDetails: boolean) => {
  const events: Attributes[] = []
  const log = { write: (name: string, attributes: Attributes) => void events.push({ name, ...attributes }) }
  const to = { log, options: { content: { toolDetails } }, clean: (text: string) => text }
  return { events, facts: new FactRecords(to as unknown as Recorder) }
}

test('a failure of our own is told by its name and code, never by its words', () => {
  const { events, facts } = open(true)
  facts.noted({
    kind: 'internal_error',
    error: Object.assign(new TypeError('/home/me/secret'), { code: 'EACCES' }),
  })
  facts.noted({ kind: 'internal_error', error: 'words' })
  expect(events).toEqual([
    { name: 'internal_error', error_name: 'TypeError', error_code: 'EACCES' },
    { name: 'internal_error', error_name: 'string', error_code: undefined },
  ])
})

test('names of plugins and matchers are told only to whoever wants details', () => {
  for (const isTold of [false, true]) {
    const { events, facts } = open(isTold)
    facts.noted({ kind: 'plugin_installed', id: 'mine@market', version: '1.2.0' })
    facts.noted({
      kind: 'hook_registered',
      event: 'PreToolUse',
      type: 'command',
      source: 'settings',
      matcher: 'Bash',
    })
    facts.noted({ kind: 'signed_in' })
    expect(events).toEqual([
      {
        name: 'plugin_installed',
        'install.trigger': 'ui',
        'plugin.name': isTold ? 'mine' : 'third-party',
        'plugin.version': isTold ? '1.2.0' : undefined,
        'marketplace.name': isTold ? 'market' : undefined,
      },
      {
        name: 'hook_registered',
        hook_event: 'PreToolUse',
        hook_type: 'command',
        hook_source: 'settings',
        hook_matcher: isTold ? 'Bash' : undefined,
      },
      { name: 'auth', action: 'login', success: true },
    ])
  }
})
