import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../test/support/any-character.ts'
import { sampleSize } from '../../../test/support/sample-size.ts'
import { toolRows } from './index.ts'

const FIELDS = [
  'file_path',
  'path',
  'offset',
  'limit',
  'command',
  'description',
  'pattern',
  'glob',
  'url',
  'query',
  'todos',
  'questions',
  'plan',
  'edits',
  'old_string',
  'taskId',
  'duration_ms',
  'type',
  'file',
  'structuredPatch',
  'stdout',
  'exitCode',
  'status',
  'content',
  'task',
  'tasks',
  'jobs',
  'results',
  'matches',
  'sent',
  'attachments',
  'recipients',
  'answers',
  'annotations',
  'statusChange',
  'delaySeconds',
  'message',
  'files',
  '__proto__',
] as const
const leaf = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 20 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant({ toString: 1 }),
)
const anything = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie('value'), { maxKeys: 8 }),
  ),
})).value

test.each(Object.keys(toolRows))('whatever a call of %s holds, it can be shown and sent', async name => {
  const { present } = (await toolRows[name]?.present()) ?? {}
  fc.assert(
    fc.property(anything, fc.option(anything, { nil: undefined }), (input, output) => {
      const made = present?.(input, output)
      expect(typeof made?.kind).toBe('string')
      expect(() => JSON.stringify(made)).not.toThrow()
    }),
    { numRuns: sampleSize({ usual: 60, full: 2000 }), seed: 7 },
  )
})

test.each(Object.entries(toolRows))('%s shows itself the same way before it is loaded', async (_, row) => {
  const tool = await row.load()
  expect(tool.present).toBe((await row.present()).present)
  // Whatever else its calls may be called stands in its row.
  for (const alias of tool.aliases ?? []) expect(row.formerly).toContain(alias)
})

/** Sources that a module needs, however far away. */
const sourcesOf = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(
    /^(?:import|export) (?!type)[^;]*?from '([^']+)'/gm,
  ))
    if (from.startsWith('.')) sourcesOf(join(dirname(path), from), seen)
    else seen.add(from)
  return seen
}

test('what a call looks like is known without the schema library', () => {
  const rows = readFileSync('src/features/tools/index.ts', 'utf8')
  const files = [...rows.matchAll(/present: \(\) => import\('\.\/([^']+)'\)/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(25)
  for (const file of files) {
    const outside = [...sourcesOf(join('src/features/tools', file))].filter(each => !each.endsWith('.ts'))
    expect([file, outside]).toEqual([file, []])
  }
})

test('rows of a list are read from what the call was given', async () => {
  const { present } = (await toolRows['TodoWrite']?.present()) ?? {}
  const todos = [{ content: 'x', status: 'odd' }, { status: 'pending' }, 3]
  expect(present?.({ todos }).body).toEqual({ type: 'todos', todos: [{ content: 'x', status: 'pending' }] })
  expect(present?.(undefined).body).toEqual({ type: 'todos', todos: [] })
})
