import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HookSettings } from '../../protocol/hook.ts'
import { hookProblems } from './check-hooks.ts'
import { HOOK_EVENTS } from './events.ts'

const PAGE = readFileSync('docs/hooks.md', 'utf8')

test('every example of the page can run', () => {
  const examples = [...PAGE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))
  expect(examples.length).toBeGreaterThan(3)
  // Rows that run after edits are on the page as well.
  for (const { hooks = {} } of examples as { readonly hooks?: HookSettings }[])
    expect(hookProblems({ source: { level: 'settings' }, hooks })).toEqual([])
})

test('every event is on the page', () => {
  expect(Object.keys(HOOK_EVENTS).filter(event => !PAGE.includes(`\`${event}\``))).toEqual([])
})
