import { describe, expect, test } from 'vitest'
import type { ValueSchema } from './check.ts'
import { SETTING_ROWS } from './rows/index.ts'
import { shownSettings } from './shown-settings.ts'

const CANARY = 'sk-canary-0123456789'

/** Objects taken apart into dotted keys, as a session lists its settings. */
const flat = (value: unknown, key: string): readonly { readonly key: string; readonly value: unknown }[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, each]) => flat(each, `${key}.${name}`))
    : [{ key, value }]

/** Values of the schema's shape, and of shapes it does not have, with the canary wherever a text can stand. */
const samples = (schema: ValueSchema, depth = 3): readonly unknown[] => {
  const own: readonly unknown[] = [CANARY, [CANARY], { any: CANARY }, { any: [{ deep: CANARY }] }]
  if (depth === 0) return own
  const inner = (each: ValueSchema) => samples(each, depth - 1)
  return [
    ...own,
    ...(schema.anyOf ?? []).flatMap(inner),
    ...(schema.items ? inner(schema.items).map(each => [each]) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      inner(each).map(value => ({ [name]: value })),
    ),
    ...(schema.additionalProperties
      ? inner(schema.additionalProperties).map(value => ({ name: value }))
      : []),
  ]
}

const shown = (key: string, value: unknown): string => JSON.stringify(shownSettings(flat(value, key)))

describe.each(SETTING_ROWS.map(row => [row.key, row] as const))('of %s', (key, row) => {
  test(row.public ? 'texts in its own shape are shown, others not' : 'no text is shown', () => {
    for (const value of samples(row.check.schema)) {
      const text = shown(key, value)
      if (row.public && !(typeof value === 'object' && !Array.isArray(value))) continue
      expect(text).not.toContain(CANARY)
      expect(text).toContain('"hidden":true')
    }
  })
})

test('a key nobody knows is hidden, whatever it begins with', () => {
  for (const key of ['strange', 'theme.strange', 'verbose.strange', 'model.a.b', 'Env', '__proto__', ''])
    expect(shown(key, CANARY)).not.toContain(CANARY)
})

test('of what is hidden only its setting and one name below are told', () => {
  expect(
    shownSettings(
      flat(
        {
          env: { TOKEN: CANARY },
          mcpServers: { github: { headers: { [CANARY]: 'x' }, url: `https://x/${CANARY}` } },
        },
        '',
      ).map(({ key, value }) => ({ key: key.slice(1), value })),
    ),
  ).toEqual([
    { key: 'env.TOKEN', hidden: true },
    { key: 'mcpServers.github', hidden: true },
  ])
})

test('switches, numbers, choices and public texts keep their values', () => {
  const settings = [
    { key: 'theme', value: 'dark' },
    { key: 'sandbox.enabled', value: true },
    { key: 'cleanupPeriodDays', value: 30 },
    { key: 'permissions.defaultMode', value: 'plan' },
    { key: 'fallbackModel', value: ['a', 'b'] },
  ]
  expect(shownSettings(settings)).toEqual(settings)
})
